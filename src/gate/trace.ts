import type { Context } from '../core/context.ts';
import { oneLine } from '../core/text/one-line.ts';
import { reasonText } from './reason-text.ts';
import type { Status } from './status.ts';
import { ANY_FILE, type Trigger, triggerText } from './triggers.ts';

/** What follows for a call, a turn or a task from one requirement. */
export type Effect =
	| 'blocks'
	| 'warns'
	| 'consumes the satisfaction'
	| 'arms it'
	| 'makes it stale'
	/** The gates of the branch are paused. */
	| 'nothing, paused'
	| 'nothing';

/** One requirement that an event matched, and what followed. */
export interface Step {
	readonly status: Status;
	/** The trigger that matched; `undefined` at the end of a turn or a task: work of the session armed it. */
	readonly trigger: Trigger | undefined;
	/** What of the call matched: a path, the words of the config, the tool. */
	readonly by: string | undefined;
	readonly effect: Effect;
}

/** The steps in words, one line each. `now`: milliseconds since the epoch. */
export function traceLines(trace: readonly Step[], now: number): string[] {
	return trace.map(({ status, trigger, by, effect }) => {
		const match = trigger === undefined ? 'work armed it' : matchText(trigger, by);
		return `${status.requirement.name}: ${oneLine(match)}; ${reasonText(status, now)}; ${effect}`;
	});
}

/** Writes the steps to standard error if the environment has `REQ_DEBUG=1`. */
export function logTrace(trace: readonly Step[], context: Pick<Context, 'env' | 'debug' | 'now'>) {
	if (context.env['REQ_DEBUG'] !== '1') return;
	for (const line of traceLines(trace, context.now())) context.debug(line);
}

/** `edits of src/** (src/a.ts)`; the words of a command are those of the trigger. */
function matchText(trigger: Trigger, by: string | undefined): string {
	const text = triggerText(trigger);
	if (by === undefined || by === trigger.pattern) return text;
	return `${text} (${by === ANY_FILE ? 'any file' : by})`;
}
