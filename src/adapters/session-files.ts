import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Journals } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { SessionKey } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { ifInReach, unlessUnwritable } from '../store/errors.ts';
import { appendLines, valuesIn } from '../store/log.ts';
import { readTail, statOf } from '../store/read-file.ts';

/** `<key>.jsonl` and `<key>.json` (D5); what else lies there has a second dot in its name. */
const SESSION_FILE = /^([a-z0-9][a-z0-9_-]{0,11})[.](jsonl?)$/;
/** The index stands among the records, so no session may have its name. */
const INDEX = 'index';
/** Characters of the key that a journal has as its name. */
const SHORT = 8;

/** The directory of journals and records, and of what has left it (D14). */
export function sessionsDir({ stateDir }: Place): string {
	return join(stateDir, 'sessions');
}
export function archiveDir({ stateDir }: Place): string {
	return join(stateDir, 'sessions/archive');
}
/** Where the lessons of a repository are kept. The name has a second dot, so it is no session's. */
export function lessonsPath(place: Place): string {
	return `${sessionsDir(place)}/lessons.cache.jsonl`;
}
export function indexPath(place: Place): string {
	return `${sessionsDir(place)}/${INDEX}.json`;
}

/** A record: its name without the extension, and the directory it is in. */
export interface RecordFile {
	readonly file: string;
	readonly isArchived: boolean;
}

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
export function journalPath(place: Place, file: string): string {
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
	for (const name of ifInReach(() => readdirSync(dir)) ?? []) {
		const [, key, kind] = SESSION_FILE.exec(name) ?? [];
		if (key === undefined || name === `${INDEX}.json`) continue;
		(kind === 'json' ? found.records : found.journals).push(key);
	}
	return found;
}

/** A long session writes some 200 kB; what is older than this is folded by then. */
const MAX_READ = 1_048_576;

/** Journals as `<stateDir>/sessions/<key>.jsonl` (D9). */
export function liveJournals({ writing }: Pick<Context, 'writing'>): Journals {
	return {
		append: async (place, key, lines) => {
			if (writing.isReadOnly) return false;
			writing.begin();
			return append(fileOf(place, key), lines);
		},
		read: async (place, key) => valuesIn(readTail(fileOf(place, key), MAX_READ)),
		recent: async (place, since) => recent(place, since),
	};
}

function append(path: string, lines: readonly JournalLine[]): boolean {
	// The time first: by it a reader finds where the line after a torn one starts.
	const timed = lines.map(({ at, ...rest }) => ({ at, ...rest }));
	const write = () => {
		appendLines(path, timed);
		return true;
	};
	return unlessUnwritable(write) ?? false;
}

function fileOf(place: Place, key: string): string {
	return `${sessionsDir(place)}/${key}.jsonl`;
}

function recent(place: Place, since: number): SessionKey[] {
	const journals = filesIn(sessionsDir(place)).journals.flatMap((key) => {
		const stats = statOf(fileOf(place, key));
		return stats?.isFile() === true ? [{ key, written: stats.mtimeMs }] : [];
	});
	return journals
		.filter(({ written }) => written >= since)
		.sort((one, other) => other.written - one.written)
		.map(({ key }) => key as SessionKey);
}
