import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Loaded } from '../core/document/document.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import { recordKind } from '../core/session-record/kind.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { readStored } from './read-document.ts';

/** The index stands among the records (record-rows.ts), so no session may have its name. */
const INDEX = 'index';

/** Characters of the key that a journal has as its name. */
const SHORT = 8;

/** The directory of journals and records, and of what has left it (D14). No `join`: thousands are asked for. */
export function sessionsDir({ stateDir }: Place): string {
	return `${stateDir}/sessions`;
}
export function archiveDir(place: Place): string {
	return `${sessionsDir(place)}/archive`;
}

/**
 * Where the session of a record has its journal: always under the short key, which sessions may share (D5).
 *
 * @param file name of the record without its extension
 */
export function journalOf(place: Place, file: string): string {
	return `${sessionsDir(place)}/${journalName(file)}.jsonl`;
}

/** The journal's name without its extension. */
export function journalName(file: string): string {
	return file.slice(0, SHORT);
}

/** Where the record of a session is, or would be. */
export interface RecordLocation {
	/** Its name without the extension; what the record has as its key. */
	readonly key: string;
	readonly live: string;
	readonly archived: string;
	/** What lies there: in the sessions' directory, else in the archive. */
	readonly loaded: Loaded<SessionRecord>;
	readonly isArchived: boolean;
	readonly journal: string;
}

/**
 * Finds a session's record. The short key may be another session's: then it is filed under the long one (D5).
 * A file that cannot be read counts as its key's.
 */
export function locateRecord(place: Place, session: Session): RecordLocation {
	const own = locationAt(place, session, session.key);
	if (own.loaded.kind === 'present' && isMine(own.loaded, session)) return own;
	const longer = locationAt(place, session, session.longKey);
	if (isKeyAlone(session)) return longer;
	// The other session's record may be gone by now: whoever has the long key keeps it.
	const isOwn = isMine(own.loaded, session) && longer.loaded.kind !== 'present';
	return isOwn || !isMine(longer.loaded, session) ? own : longer;
}

function locationAt(place: Place, session: Session, key: string): RecordLocation {
	const name = key === INDEX ? `${INDEX}_` : key;
	const live = join(sessionsDir(place), `${name}.json`);
	const archived = join(archiveDir(place), `${name}.json`);
	const isArchived = !existsSync(live) && existsSync(archived);
	const { loaded } = readStored(isArchived ? archived : live, recordKind);
	const journal = journalOf(place, session.key);
	return { key: name, live, archived, loaded, isArchived, journal };
}

/** Nothing more is known of the session than the name of its file. */
function isKeyAlone({ uuid, longKey }: Session): boolean {
	return uuid === longKey;
}

/** A reference by key alone means whoever has the key. */
function isMine(loaded: Loaded<SessionRecord>, { uuid, key }: Session): boolean {
	return loaded.kind !== 'present' || loaded.doc.uuid === uuid || uuid === key;
}
