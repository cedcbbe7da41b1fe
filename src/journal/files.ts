import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../git/place.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import { ifInReach } from '../store/errors.ts';
import { statOf } from '../store/read-file.ts';

/** `<id>.jsonl` and `<id>.json`; what else lies there has a second dot in its name. */
const SESSION_FILE = /^([a-z0-9][a-z0-9_-]{0,63})[.]jsonl?$/;

/** Where journals and records are; those of sessions that are over for a week in its archive (D14). */
export function sessionsDir({ stateDir }: Place, isArchived = false): string {
	return join(stateDir, 'sessions', isArchived ? 'archive' : '');
}

/** @param id full id of the session, as `parseSessionId` gives it */
export function journalPath(place: Place, id: string, isArchived = false): string {
	return join(sessionsDir(place, isArchived), `${id}.jsonl`);
}

/** @param id full id of the session, as `parseSessionId` gives it */
export function recordPath(place: Place, id: string, isArchived = false): string {
	return join(sessionsDir(place, isArchived), `${id}.json`);
}

/** A session of which a journal or a record is stored. `written`: its files last, in milliseconds since the epoch. */
export interface StoredSession extends Session {
	readonly written: number;
}

/** The sessions of which something is stored, the one written last first. None if this user may not read them. */
export function storedSessions(place: Place, isArchived = false): StoredSession[] {
	if (place.link !== undefined) return [];
	const dir = sessionsDir(place, isArchived);
	const written = new Map<string, number>();
	for (const name of ifInReach(() => readdirSync(dir)) ?? []) {
		const id = SESSION_FILE.exec(name)?.[1];
		if (id === undefined) continue;
		const time = statOf(join(dir, name))?.mtimeMs ?? 0;
		written.set(id, Math.max(written.get(id) ?? 0, time));
	}
	const sessions = [...written].flatMap(([id, time]) => {
		const session = parseSessionId(id);
		return session === undefined ? [] : [{ ...session, written: time }];
	});
	return sessions.sort((one, other) => other.written - one.written);
}

/** Every session of which something is stored, the archive included, each once. */
export function everySession(place: Place): StoredSession[] {
	const live = storedSessions(place);
	const ids = new Set(live.map(({ uuid }) => uuid));
	return [...live, ...storedSessions(place, true).filter(({ uuid }) => !ids.has(uuid))];
}
