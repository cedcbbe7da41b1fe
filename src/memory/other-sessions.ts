import { named } from '../core/text/one-line.ts';
import { counted, relativeTime } from '../core/text/phrases.ts';
import type { SessionRecord } from './record.ts';

/** A live session that nobody has spoken to for so long may be wanted elsewhere (D19). */
export const IDLE_MS = 30 * 60 * 1000;

/** Topics and sessions that one line names. */
const MOST = 3;

/** That a session lies idle with work in it, since its last activity at an ISO time, and what takes it over (D19). */
export function idleNote(record: SessionRecord, since: string, now: number): string {
	const about = aboutOf(record);
	return `session ${nameOf(record)} is open on this branch and was last active ${relativeTime(since, now)}${about}; \`req session continue ${named(record.key)}\` takes over what it knows`;
}

/** What other sessions finished while this one was away (D19); `undefined` for none. */
export function finishedNote(finished: readonly SessionRecord[]): string | undefined {
	const [first] = finished;
	if (first === undefined) return undefined;
	const shown = finished.slice(0, MOST).map((one) => `${nameOf(one)}${aboutOf(one)}`);
	const rest = finished.length > MOST ? [`${finished.length - MOST} more`] : [];
	const all = [...shown, ...rest].join('; ');
	return `${counted(finished.length, 'other session')} ended on this branch since this one was last active: ${all}; \`req session show ${named(first.key)}\` tells more`;
}

function nameOf({ key, name }: SessionRecord): string {
	return name === undefined ? named(key) : `${named(name)} (${named(key)})`;
}

function aboutOf({ hot_topics: topics }: SessionRecord): string {
	return topics.length === 0 ? '' : ` (on ${topics.slice(0, MOST).map(named).join(', ')})`;
}

/** What a user reads who asked to go on with a session; `told`: what that one passes on, `isRunning`: it is at work still. */
export function continuedLines(ref: string, told: string, isRunning: boolean): string[] {
	const what =
		told === ''
			? `session ${named(ref)} is linked; it has nothing to pass on.`
			: `this session goes on with session ${named(ref)}: what that one knew is in its context now.`;
	return [what, ...(isRunning ? [runningWarning(ref)] : [])];
}

/** That the source is not over (D25). */
export function runningWarning(ref: string): string {
	return `session ${named(ref)} is still running: what it does from now on is not passed on.`;
}
