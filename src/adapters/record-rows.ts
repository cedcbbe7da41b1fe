import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elements, member } from '../core/document/foreign-json.ts';
import type { Place } from '../core/place/place.ts';
import { recordKind } from '../core/session-record/kind.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import type { RecordSummary } from '../core/session-record/summary.ts';
import { summaryOf } from '../core/session-record/summary-of.ts';
import { readStored } from './read-document.ts';
import { isObstructed, isOutOfReach, readRegular } from './read-regular.ts';
import { archiveDir, sessionsDir } from './record-location.ts';
import { isUnwritable } from './unwritable.ts';

const RECORD = /^([a-z0-9][a-z0-9_-]{0,11})\.json$/;
/** Rows of this make; any other index is built anew. */
const VERSION = 1;
const MAX_BYTES = 64 * 1024 * 1024;

/** A row, and what tells whether it still says what is in the record. */
export interface IndexRow {
	/** Name of the file without its extension, and the directory it is in. */
	readonly file: string;
	readonly isArchived: boolean;
	readonly mtime: number;
	readonly size: number;
	readonly journalBytes: number;
	/** `undefined` for a file that holds no record. */
	readonly summary: RecordSummary | undefined;
}

/** All rows, and whether they differ from those that are stored. */
export interface RecordIndex {
	readonly rows: readonly IndexRow[];
	readonly isChanged: boolean;
}

/**
 * The index of a project's records, brought up to date: a file is read again only where its time or size has changed.
 * Archived records do not change, so they are known by their rows; only where there is no index is the archive read.
 */
export function recordIndex(place: Place): RecordIndex {
	const stored = storedRows(place);
	const known = new Map((stored ?? []).map((row) => [nameOf(row), row]));
	const live = namesIn(sessionsDir(place)).map((file) =>
		rowOf(place, { file, isArchived: false }, known),
	);
	const here = new Set(live.map((row) => row?.file));
	const archived =
		stored === undefined
			? namesIn(archiveDir(place)).map((file) => rowOf(place, { file, isArchived: true }, known))
			: stored.filter(({ file }) => !here.has(file)).map((row) => left(place, row, known));
	const rows = [...live, ...archived].flatMap((row) => row ?? []);
	const before = stored ?? [];
	const isChanged =
		before.length !== rows.length || rows.some((row) => known.get(nameOf(row)) !== row);
	return { rows, isChanged };
}

/** A row whose record is not in the sessions' directory: it is an archived one, or was moved there meanwhile. */
function left(place: Place, row: IndexRow, known: Rows): IndexRow | undefined {
	return row.isArchived ? row : rowOf(place, { file: row.file, isArchived: true }, known);
}

type Rows = ReadonlyMap<string, IndexRow>;
type File = Pick<IndexRow, 'file' | 'isArchived'>;

function rowOf(place: Place, file: File, known: Rows): IndexRow | undefined {
	const path = pathOf(place, file);
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return undefined;
	const { mtimeMs: mtime, size } = stats;
	const row = known.get(nameOf(file));
	if (row !== undefined && row.mtime === mtime && row.size === size) return row;
	const record = readRecord(path);
	const summary = record === undefined ? undefined : summaryOf(record, false);
	return { ...file, mtime, size, journalBytes: record?.journal_bytes ?? 0, summary };
}

/** The record in a file; `undefined` where there is none that can be read. */
export function readRecord(path: string): SessionRecord | undefined {
	try {
		const { loaded } = readStored(path, recordKind);
		return loaded.kind === 'present' ? loaded.doc : undefined;
	} catch {
		return undefined;
	}
}

/** Where the record of a row is. */
export function pathOf(place: Place, { file, isArchived }: File): string {
	return join(isArchived ? archiveDir(place) : sessionsDir(place), `${file}.json`);
}

/** Names, without their extension, of what could be a record. */
export function namesIn(dir: string): string[] {
	try {
		return readdirSync(dir).flatMap((name) => {
			const key = name === 'index.json' ? undefined : RECORD.exec(name)?.[1];
			return key === undefined ? [] : [key];
		});
	} catch (error) {
		if (isOutOfReach(error)) return [];
		throw error;
	}
}

function nameOf({ file, isArchived }: File): string {
	return isArchived ? `archive/${file}` : file;
}

function indexPath(place: Place): string {
	return join(sessionsDir(place), 'index.json');
}

/** `undefined` where there is none of this make that can be read: it is a cache. */
function storedRows(place: Place): IndexRow[] | undefined {
	try {
		const read = readRegular(indexPath(place), { bytes: MAX_BYTES, of: 'whole' });
		if (read.kind !== 'text') return undefined;
		const json: unknown = JSON.parse(read.text);
		if (member(json, 'version') !== VERSION) return undefined;
		return elements(member(json, 'rows')) as IndexRow[];
	} catch {
		return undefined;
	}
}

/** Replaces the index. It is a cache: no lock, no wait for the disk, and where it cannot be written there is none. */
export function writeIndex(place: Place, rows: readonly IndexRow[]): void {
	const path = indexPath(place);
	const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}.tmp`;
	try {
		if (isObstructed(path)) return;
		mkdirSync(sessionsDir(place), { recursive: true, mode: 0o700 });
		writeFileSync(temporary, JSON.stringify({ version: VERSION, rows }), { mode: 0o600 });
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		if (!isUnwritable(error)) throw error;
	}
}
