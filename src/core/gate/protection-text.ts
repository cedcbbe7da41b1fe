import { named } from '../text/one-line.ts';
import type { ProtectedThing } from './protected-files.ts';

/** What a call would do to the gates, in words. */
export interface Attempt {
	/** The file or command, for the journal. */
	readonly what: string;
	/** One sentence on why it is the user's. */
	readonly why: string;
}

const THINGS: Readonly<Record<ProtectedThing, string>> = {
	config: 'says which requirements hold',
	state: 'keeps what is satisfied and paused',
	registry: 'keeps the live sessions and the compiled configs of req',
	plugin: 'belongs to the plugins that hold gates',
	settings: 'decides whether gates run',
};

/** A change of a protected file. `keys`: the settings in it that matter, where only they do. */
export function fileAttempt(path: string, thing: ProtectedThing, keys: readonly string[]): Attempt {
	const part = keys.length === 0 ? '' : ` (${keys.join(', ')})`;
	return {
		what: path,
		why: `${named(path)}${part} ${THINGS[thing]}, and only the user changes it`,
	};
}

/** Why a call that would open a gate does not run, or asks. Facts, no orders (host fact 20). */
export function protectionText(attempts: readonly Attempt[], protect: true | 'ask'): string {
	const reasons = [...new Set(attempts.map(({ why }) => `req: ${why}`))];
	return `${reasons.join('.\n')} (protect: ${protect}).`;
}
