import { readdirSync } from 'node:fs';
import type { Place } from '../core/place/place.ts';
import { isOutOfReach } from './read-regular.ts';

/** `<key>.jsonl` and `<key>.json` (D5); what else lies there has a second dot in its name. */
const SESSION_FILE = /^([a-z0-9][a-z0-9_-]{0,11})[.](jsonl?)$/;
/** The index stands among the records, so no session may have its name. */
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
export function indexPath(place: Place): string {
	return `${sessionsDir(place)}/${INDEX}.json`;
}

/** A record: its name without the extension, and the directory it is in. */
export interface RecordFile {
	readonly file: string;
	readonly isArchived: boolean;
}

/** Where the record of that name is. */
export function recordPath(place: Place, { file, isArchived }: RecordFile): string {
	return `${isArchived ? archiveDir(place) : sessionsDir(place)}/${file}.json`;
}

/** The name of the record of a key. */
export function recordName(key: string): string {
	return key === INDEX ? `${INDEX}_` : key;
}

/** Whether a file of records can have this name: a row of the index may be a stranger's. */
export function isRecordName(name: string): boolean {
	return SESSION_FILE.test(`${name}.json`);
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

/** Names, without their extension, of what could be a record, and of what could be a journal. */
export interface SessionFiles {
	readonly records: readonly string[];
	readonly journals: readonly string[];
}

/** One look at a directory of sessions. A user who may not look there has none there (D7). */
export function filesIn(dir: string): SessionFiles {
	const found: { records: string[]; journals: string[] } = { records: [], journals: [] };
	for (const name of namesIn(dir)) {
		const [, key, kind] = SESSION_FILE.exec(name) ?? [];
		if (key === undefined || name === `${INDEX}.json`) continue;
		(kind === 'json' ? found.records : found.journals).push(key);
	}
	return found;
}

function namesIn(dir: string): readonly string[] {
	try {
		return readdirSync(dir);
	} catch (error) {
		if (isOutOfReach(error)) return [];
		throw error;
	}
}
