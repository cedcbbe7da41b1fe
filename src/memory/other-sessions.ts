import { named } from '../text/one-line.ts';
import { counted, listed, relativeTime } from '../text/phrases.ts';
import { compareTexts } from '../text/strings.ts';
import { hasWork, type SessionRecord } from './record.ts';
import type { StartFacts } from './start-facts.ts';

/** A live session that the user has not prompted for so long may be wanted elsewhere (D19). */
const IDLE_MS = 30 * 60 * 1000;

/**
 * The live session of this branch with work in it that became idle last; one line at most (D19).
 *
 * @param not full ids of sessions that are shown anyway
 */
export function idleNotes({ place, live, records, now }: StartFacts, not: ReadonlySet<string>): readonly string[] {
	const idle = [...live.values()].flatMap(({ uuid, branch, nested, last_activity: registered }) => {
		const record = records.find((one) => one.uuid === uuid && hasWork(one));
		if (record === undefined || branch !== place.branch || nested === true || not.has(uuid)) return [];
		const since = registered > record.last_activity ? registered : record.last_activity;
		return now - Date.parse(since) < IDLE_MS ? [] : [{ record, since }];
	});
	idle.sort((one, other) => compareTexts(other.since, one.since));
	return idle.slice(0, 1).map(({ record, since }) => {
		const takeOver = `\`req session continue ${named(record.key)}\` takes over what it knows`;
		const what = `session ${calledText(record)} is open on this branch`;
		return `${what}, last active ${relativeTime(since, now)}; ${takeOver}`;
	});
}

/** What other sessions of this user finished on the branch since the session was last active; one line at most (D19). */
export function finishedNotes({ place, session, records }: StartFacts): readonly string[] {
	const own = records.find(({ uuid }) => uuid === session?.uuid);
	if (own === undefined) return [];
	const finished = records
		.filter((one) => one.branch === place.branch && one.user === own.user && hasWork(one))
		.filter(({ uuid, channel }) => uuid !== own.uuid && channel === own.channel)
		.filter(({ ended_at: ended }) => ended !== null && ended > own.last_activity);
	return finished.slice(0, 1).map(({ key }) => {
		const what = `${counted(finished.length, 'other session')} ended on this branch`;
		const which = listed(finished.map(calledText));
		const since = `${what} since this one was last active: ${which}`;
		return `${since}; \`req session show ${named(key)}\`.`;
	});
}

/** `payments (1a2b3c4d)` */
function calledText({ key, name }: SessionRecord): string {
	return name === undefined ? named(key) : `${named(name)} (${named(key)})`;
}

/** That the source is not over (D25). @param ref its name, else its key */
export function runningWarning(ref: string): string {
	return `session ${named(ref)} is still running: what it does from now on is not passed on.`;
}
