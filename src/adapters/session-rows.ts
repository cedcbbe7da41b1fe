import { isSummary, type RecordSummary, summaryOf } from '../core/session-record/record-summary.ts';
import { recordKind, type SessionRecord } from '../core/session-record/schema.ts';
import type { Place } from '../git/place.ts';
import { COUNTED_SESSIONS } from '../memory/topics.ts';
import { isOfFuture } from '../state/registry-kind.ts';
import { writeCache } from '../store/atomic-write.ts';
import { readDocument } from '../store/document-file.ts';
import { unlessError, unlessUnwritable } from '../store/errors.ts';
import { elements, type Foreign, member } from '../store/foreign-json.ts';
import { statOf, textOrNothing } from '../store/read-file.ts';
import {
	archiveDir,
	filesIn,
	indexPath,
	isRecordName,
	type RecordFile,
	type SessionFiles,
	sessionsDir,
} from './session-files.ts';

/** Rows of this make; any other index is built anew. */
const VERSION = 4;
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * What writing the index costs, in rows: putting a file in its place takes as long as writing this many, and reading
 * one record as long as writing `ROWS_A_RECORD`. With fewer changed rows than that is worth the index stays as it is.
 */
const ROWS_A_FILE = 500;
const ROWS_A_RECORD = 100;

/** Terms are counted in the newest sessions only. As many again keep theirs, for when newer ones are forgotten. */
const WITH_TERMS = 2 * COUNTED_SESSIONS;

/** A row, and what tells whether it still says what is in the record. */
export interface IndexRow extends RecordFile {
	readonly mtime: number;
	readonly size: number;
	readonly journalBytes: number;
	/** `undefined` for a file that holds no record. */
	readonly summary: RecordSummary | undefined;
}

/**
 * The index of a project's records, brought up to date: a file is read again only where its time or size has changed.
 * Archived records do not change, so they are known by their rows; only where there is no index is the archive read.
 * The index is written anew where many of its rows have changed, and where one is past its time.
 *
 * @param live what `filesIn` tells of the sessions' directory
 * @param oldest archived records of an activity before that (ms) leave the index
 */
export function indexRows(
	place: Place,
	live: Pick<SessionFiles, 'records'>,
	oldest: number,
): readonly IndexRow[] {
	const stored = storedRows(place);
	const known = new Map((stored ?? []).map((row) => [nameOf(row), row]));
	const isLive = new Set(live.records);
	// In the order of the index first, which is by time: who sorts them then has little to do.
	const ofIndex = (stored ?? []).filter((row) => !row.isArchived && isLive.has(row.file));
	const folder = sessionsDir(place);
	const files = [
		...ofIndex.map(({ file }) => file),
		...live.records.filter((file) => !known.has(file)),
	];
	const found = [
		...files.map((file) => rowOf(folder, { file, isArchived: false }, known)),
		...archivedRows(place, { live: isLive, stored, known }),
	].filter((row) => row !== undefined);
	const rows = found.filter((row) => !isPast(row, oldest));
	const same = rows.filter((row) => known.get(nameOf(row)) === row).length;
	const changes = Math.max(rows.length, known.size) - same;
	const isCheaper = changes * ROWS_A_RECORD > rows.length + ROWS_A_FILE;
	const isDue = stored === undefined ? rows.length > 0 : isCheaper || rows.length < found.length;
	if (isDue) writeIndex(place, rows);
	return rows;
}

/** A row whose record is not in the sessions' directory: it is an archived one, or was moved there meanwhile. */
function archivedRows(
	place: Place,
	{
		live,
		stored,
		known,
	}: { live: ReadonlySet<string>; stored: readonly IndexRow[] | undefined; known: Rows },
): readonly (IndexRow | undefined)[] {
	const folder = archiveDir(place);
	const archived = (file: string) => rowOf(folder, { file, isArchived: true }, known);
	const isGone = (file: string) => !live.has(file);
	if (stored === undefined) return filesIn(folder).records.filter(isGone).map(archived);
	return stored
		.filter(({ file }) => isGone(file))
		.map((row) => (row.isArchived ? row : archived(row.file)));
}

function isPast({ isArchived, summary }: IndexRow, oldest: number): boolean {
	return isArchived && summary !== undefined && Date.parse(summary.lastActivity) < oldest;
}

type Rows = ReadonlyMap<string, IndexRow>;

/** `folder`: where it lies. */
function rowOf(folder: string, file: RecordFile, known: Rows): IndexRow | undefined {
	const path = `${folder}/${file.file}.json`;
	const stats = statOf(path);
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
	const loaded = unlessError(() => readDocument(path, recordKind));
	return loaded?.kind === 'present' ? loaded.doc : undefined;
}

function nameOf({ file, isArchived }: RecordFile): string {
	return isArchived ? `archive/${file}` : file;
}

/** `undefined` where there is none of this make that can be read: it is a cache. */
function storedRows(place: Place): readonly IndexRow[] | undefined {
	const text = textOrNothing(indexPath(place), MAX_BYTES);
	const json = unlessError((): unknown => JSON.parse(text));
	if (member(json, 'version') !== VERSION) return undefined;
	const rows = elements(member(json, 'rows'));
	return rows.every(isRow) ? rows : undefined;
}

function isRow(json: unknown): json is IndexRow {
	if (typeof json !== 'object' || json === null) return false;
	const { file, isArchived, mtime, size, journalBytes, summary } = json as Foreign<IndexRow>;
	const isNamed = typeof file === 'string' && isRecordName(file) && typeof isArchived === 'boolean';
	const isStamped = typeof mtime === 'number' && typeof size === 'number';
	const isCounted = isStamped && typeof journalBytes === 'number';
	return isNamed && isCounted && (summary === undefined || isSummary(summary));
}

/** Where it cannot be written there is none. */
function writeIndex(place: Place, rows: readonly IndexRow[]): void {
	const path = indexPath(place);
	const text = JSON.stringify({ version: VERSION, rows: withoutOldTerms(rows) });
	unlessUnwritable(() => writeCache(path, text));
}

/** By time, latest first. Old ones lose their terms: they are a third of a row, and every start reads all rows. */
function withoutOldTerms(rows: readonly IndexRow[]): readonly IndexRow[] {
	const timed = rows.map((row) => ({ row, time: timeOf(row) }));
	const byTime = timed.sort((one, other) => other.time - one.time).map(({ row }) => row);
	return byTime.map((row, place) =>
		row.summary === undefined || place < WITH_TERMS
			? row
			: { ...row, summary: { ...row.summary, terms: '' } },
	);
}

/** 0 if the last activity is not a date, or is in the future: a made-up one pushes no other session out. */
function timeOf({ summary }: IndexRow): number {
	const at = summary?.lastActivity ?? '';
	return isOfFuture(at, Date.now()) ? 0 : Date.parse(at) || 0;
}
