import { loadConfig } from '../config/load-config.ts';
import type { Context } from '../context.ts';
import { placeAt } from '../git/find-place.ts';
import { writeObstacle } from '../state/branch-files.ts';
import { appendFault } from '../state/faults.ts';
import { reasonOf, unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';

interface Failed {
	readonly context: Context;
	/** Where it happened, if that is known: the input of a hook may name no directory. */
	readonly cwd: string | undefined;
	/** Claims the event; false if another process answers it. */
	readonly claim: () => boolean;
}

/**
 * Stores an error for the next session start and `req status`. Outside a configured project nothing is
 * stored (D34), and nothing if another process answers the event. Never throws: no caller is left to catch.
 *
 * @returns false if the fault should have been stored and could not be
 */
export async function reportFault(error: unknown, { context, cwd, claim }: Failed): Promise<boolean> {
	try {
		const isPath = cwd?.startsWith('/') && !cwd.includes('\0');
		for (const dir of [isPath ? cwd : unlessError(context.cwd), context.env['CLAUDE_PROJECT_DIR']]) {
			if (!dir) continue;
			const place = placeAt(dir, context);
			if ((await loadConfig(place, context)).kind === 'none') continue;
			if (!claim()) return true;
			const { code, hint, cause } = error instanceof Fault ? error : { code: 'unexpected' as const };
			const fault = { code, where: whereOf(cause ?? error), message: reasonOf(error), hint };
			const line = { at: new Date(context.now()).toISOString(), ...fault };
			appendFault(place, line, context);
			return writeObstacle(place.stateDir) === undefined;
		}
		return true;
	} catch (second) {
		context.debug(`${messageOf(error)} (and ${messageOf(second)})`);
		return false;
	}
}

/** What went wrong, in at most 500 characters. */
export function messageOf(error: unknown): string {
	return reasonOf(error).slice(0, 500);
}

/** The innermost frame: enough for a bug report, without the user's paths of the whole stack. */
function whereOf(error: unknown): string {
	const stack = error instanceof Error ? (error.stack ?? '') : '';
	return (/at (?:async )?([\w.<>]+) /.exec(stack)?.[1] ?? 'hook').slice(0, 100);
}
