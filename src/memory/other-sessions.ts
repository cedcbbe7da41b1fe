import type { Ports } from '../app/ports.ts';
import { named } from '../core/text/one-line.ts';
import { counted, listed, relativeTime } from '../core/text/phrases.ts';
import { compareTexts } from '../core/text/strings.ts';
import { machineOf } from '../state/registry.ts';
import { liveSessions } from '../state/registry-kind.ts';
import { hasWork, type SessionRecord } from './record.ts';
import type { Viewpoint } from './take.ts';

/** A live session that nobody has spoken to for so long may be wanted elsewhere (D19). */
const IDLE_MS = 30 * 60 * 1000;

/** The live session of this branch that has been idle longest with work in it; one line at most (D19). */
export function idleNotes(viewpoint: Viewpoint, ports: Ports): string[] {
	const { place, session, registry, records } = viewpoint;
	const now = ports.now();
	const live = liveSessions(registry, place, machineOf(ports.context));
	const idle = live.flatMap(([, { uuid, last_activity: registered }]) => {
		const record = records.find((one) => one.uuid === uuid);
		if (record === undefined || uuid === session?.uuid || !hasWork(record)) return [];
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
export function finishedNotes({ place, session, records }: Viewpoint): string[] {
	const own = records.find(({ uuid }) => uuid === session?.uuid);
	if (own === undefined) return [];
	const finished = records
		.filter((one) => one.branch === place.branch && one.user === own.user && hasWork(one))
		.filter(({ uuid, channel }) => uuid !== own.uuid && channel === own.channel)
		.filter(({ ended_at: ended }) => ended !== null && ended > own.last_activity);
	return finished.slice(0, 1).map(({ key }) => {
		const what = `${counted(finished.length, 'other session')} ended on this branch`;
		const which = listed(finished.map(calledText));
		return `${what} since this one was last active: ${which}; \`req session show ${named(key)}\``;
	});
}

/** `payments (1a2b3c4d)` */
function calledText({ key, name }: SessionRecord): string {
	return name === undefined ? named(key) : `${named(name)} (${named(key)})`;
}

/** That the source is not over (D25). */
export function runningWarning(ref: string): string {
	return `session ${named(ref)} is still running: what it does from now on is not passed on.`;
}
