import type { Place } from '../../core/place/place.ts';
import { parseSessionId, type Session, type SessionKey } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Ports } from '../ports.ts';

/** The record of a session; `undefined` where there is none that this build can read. */
export async function recordOf(
	session: Session | undefined,
	place: Place,
	ports: Ports,
): Promise<SessionRecord | undefined> {
	const loaded = session && (await ports.records.read(place, session));
	return loaded?.kind === 'present' ? loaded.doc : undefined;
}

/** Journals of sessions that are at home elsewhere have no start: so many are looked into to find some that have. */
const MOST_LOOKED_INTO = 200;

/**
 * Sessions that never reached a fold: their journals, which have a start of theirs, are all there is of them.
 *
 * @param keys `Records.unfolded`
 * @param most so many of those that wrote last
 */
export async function unfoldedSessions(
	place: Place,
	{ keys, most }: { readonly keys: readonly SessionKey[]; readonly most: number },
	ports: Ports,
): Promise<readonly Session[]> {
	const found: Session[] = [];
	for (const key of keys.slice(0, MOST_LOOKED_INTO)) {
		const ids = await ports.records.started(place, key);
		found.push(...ids.flatMap((id) => parseSessionId(id, ports.sha256) ?? []));
		if (found.length >= most) return found.slice(0, most);
	}
	return found;
}

/** More sessions that never reached a fold are hooks in trouble. */
const MOST_UNFOLDED = 100;

/** Their records, folded in memory; nothing is written. */
export async function unfoldedRecords(
	place: Place,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	const records: SessionRecord[] = [];
	const keys = await ports.records.unfolded(place);
	for (const session of await unfoldedSessions(place, { keys, most: MOST_UNFOLDED }, ports)) {
		const record = await recordOf(session, place, ports);
		if (record !== undefined) records.push(record);
	}
	return records;
}

/** Every record of a project, at any age, those that would be if the next start had folded them, too. */
export async function everyRecord(place: Place, ports: Ports): Promise<readonly SessionRecord[]> {
	return [...(await ports.records.all(place)), ...(await unfoldedRecords(place, ports))];
}
