import { named } from '../text/one-line.ts';
import type { Attempt } from './attempt.ts';
import type { ProtectedThing } from './protected-files.ts';

const THINGS: Readonly<Record<ProtectedThing, string>> = {
	config: 'says which requirements hold',
	state: 'keeps what is satisfied and paused',
	registry: 'keeps the live sessions and compiled configs of req',
	plugin: 'belongs to the plugins, which hold the gates',
	settings: 'decides whether the gates run',
};

/** Why a call that would open a gate does not run, or asks. Facts, no orders (host fact 20). */
export function protectionText(attempts: readonly Attempt[], protect: true | 'ask'): string {
	const reasons = [...new Set(attempts.map((attempt) => `req: ${reasonOf(attempt)}`))];
	return `${reasons.join('.\n')} (protect: ${protect}).`;
}

function reasonOf(attempt: Attempt): string {
	if (attempt.kind === 'command') return attempt.why;
	const { path, thing, keys } = attempt;
	const part = keys.length === 0 ? '' : ` (${keys.join(', ')})`;
	return `${named(path)}${part} ${THINGS[thing]}, and only the user changes it`;
}
