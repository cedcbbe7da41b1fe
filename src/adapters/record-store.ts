import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
	ArchiveClocks,
	Folded,
	Folding,
	Glance,
	Records,
	Survey,
} from '../app/record-ports.ts';
import { lenientRecord } from '../core/inherit/lenient-record.ts';
import { linesOfAll, ofKind } from '../core/journal/line.ts';
import type { Session, SessionKey } from '../core/session/session-id.ts';
import { type FoldStep, foldLines, recordLinesOf } from '../core/session-record/fold.ts';
import { hasExpired, type RecordSummary } from '../core/session-record/record-summary.ts';
import {
	type FoldSettings,
	MS_A_DAY,
	recordKind,
	type SessionRecord,
	USUAL_SETTINGS,
} from '../core/session-record/schema.ts';
import { recordText } from '../core/session-record/within-size.ts';
import type { Place } from '../git/place.ts';
import { moveToQuarantine, writeAtomic, writeCache } from '../store/atomic-write.ts';
import type { Loaded } from '../store/document.ts';
import { readDocument } from '../store/document-file.ts';
import { codeOf, ifThere, isUnwritable, unlessUnwritable } from '../store/errors.ts';
import { isLocked, type Writer } from '../store/lock.ts';
import { obstacleOf } from '../store/obstacle.ts';
import { statOf } from '../store/read-file.ts';

import { type JournalMark, type JournalRest, journalEnds, journalRest } from './journal-rest.ts';
import { archiveRecords } from './record-archive.ts';
import {
	archiveDir,
	filesIn,
	journalName,
	journalPath,
	recordName,
	recordPath,
	type SessionFiles,
	sessionsDir,
} from './session-files.ts';
import { type IndexRow, indexRows, readRecord } from './session-rows.ts';

/** What the records of all sessions share. */
interface RecordWorld extends Writer {
	readonly configDir: string;
	/** Whose sessions these are, where a start line does not say. */
	readonly user: string;
}

/**
 * Session records as `<stateDir>/sessions/<key>.json`, with an index and an archive beside them (D9, D14). A record is a
 * cache made of a journal: whoever finds it behind makes it anew, in memory or on disk, and no lock is taken for that.
 */
export function liveRecords(world: RecordWorld): Records {
	const { now } = world;
	return {
		read: async (place, session) => {
			const at = locateRecord(place, session);
			if (at.loaded.kind === 'newer') return at.loaded;
			const { doc } = foldedInMemory(at, { place, session, settings: USUAL_SETTINGS }, world);
			if (doc !== undefined) return { kind: 'present', doc };
			return at.loaded.kind === 'corrupt' ? at.loaded : { kind: 'absent' };
		},
		readNewer: async (place, session) => {
			const { key, loaded } = locateRecord(place, session);
			if (loaded.kind !== 'newer') return undefined;
			return lenientRecord(loaded.json, { key, uuid: session.uuid });
		},
		glance: async (place, session) => glanceAt(place, session, world),
		fold: async (place, session, how) => {
			world.writing.begin();
			return foldRecord({ place, session, ...how }, world);
		},
		summaries: async (place, days) => {
			const files = filesIn(sessionsDir(place));
			const rows = indexRows(place, files, Number.NEGATIVE_INFINITY);
			return summariesIn(place, { files, rows, oldest: now() - days * MS_A_DAY });
		},
		survey: async (place, clocks) => surveyOf(place, clocks, now()),
		all: async (place) => allRecords(place),
		unfolded: async (place) => {
			const files = filesIn(sessionsDir(place));
			return unfoldedIn(place, files, indexRows(place, files, Number.NEGATIVE_INFINITY));
		},
		started: async (place, key) => {
			const { lines } = journalEnds(journalPath(place, key), { bytes: 0, begun: undefined });
			return [...new Set(ofKind(linesOfAll(lines), 'start').map(({ s }) => s))];
		},
		archive: async (place, keys, clocks) => archiveRecords(place, keys, { clocks, world }),
	};
}

/** Where the record of a session is, or would be. */
interface RecordLocation {
	/** Its name without the extension; what the record has as its key. */
	readonly key: string;
	readonly live: string;
	readonly archived: string;
	readonly isArchived: boolean;
	/** The one of both that was read, and what is there. */
	readonly file: string;
	readonly loaded: Loaded<SessionRecord>;
	/** Of the file, from before it was read. */
	readonly version: string | undefined;
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
	// Nothing more is known of the session than the name of its file.
	if (session.uuid === session.longKey) return longer;
	// The other session's record may be gone by now: whoever has the long key keeps it.
	const isOwn = isMine(own.loaded, session) && longer.loaded.kind !== 'present';
	return isOwn || !isMine(longer.loaded, session) ? own : longer;
}

function locationAt(place: Place, session: Session, key: string): RecordLocation {
	const name = recordName(key);
	const live = recordPath(place, { file: name, isArchived: false });
	const archived = recordPath(place, { file: name, isArchived: true });
	const isArchived = !existsSync(live) && existsSync(archived);
	const file = isArchived ? archived : live;
	const version = versionOf(file);
	const loaded = readDocument(file, recordKind);
	const journal = journalPath(place, session.key);
	return { key: name, live, archived, isArchived, file, loaded, version, journal };
}

/** A reference by key alone means whoever has the key. */
function isMine(loaded: Loaded<SessionRecord>, { uuid, key }: Session): boolean {
	return loaded.kind !== 'present' || loaded.doc.uuid === uuid || uuid === key;
}

/** Of which session, by which settings. */
interface Asked {
	readonly place: Place;
	readonly session: Session;
	readonly settings: FoldSettings;
}

/** One session's record with all that its journal holds; without a `doc` where nothing says that the session started. */
type InMemory = Pick<FoldStep, 'before' | 'lines'> & {
	readonly doc: SessionRecord | undefined;
	/** Whether the journal holds what the record does not: with it the record is another one. */
	readonly isBehind: boolean;
};

/** Folds in memory what the record does not hold yet, as much as one fold takes. Nothing is written. */
function foldedInMemory(at: RecordLocation, asked: Asked, world: RecordWorld): InMemory {
	const before = storedIn(at);
	const mark = markOf(before);
	const rest = journalRest(at.journal, mark);
	const isBehind = rest.end !== mark.bytes || rest.lines.length > 0;
	if (!isBehind) return { before, doc: before, lines: [], isBehind };
	return { before, ...withLines(rest, at, { ...asked, ...world }), isBehind };
}

function glanceAt(place: Place, session: Session, world: RecordWorld): Glance | undefined {
	const at = locateRecord(place, session);
	if (at.loaded.kind === 'newer') return undefined;
	const before = storedIn(at);
	const ends = journalEnds(at.journal, markOf(before));
	const asked = { place, session, settings: USUAL_SETTINGS, ...world };
	const doc = ends.behind === 0 ? before : withLines(ends, at, asked).doc;
	return doc === undefined ? undefined : { record: doc, behind: ends.behind };
}

function storedIn({ loaded }: RecordLocation): SessionRecord | undefined {
	return loaded.kind === 'present' ? loaded.doc : undefined;
}

function markOf(record: SessionRecord | undefined): JournalMark {
	return { bytes: record?.journal_bytes ?? 0, begun: record?.journal_begun };
}

function withLines(
	rest: JournalRest,
	at: RecordLocation,
	{ place, session, settings, user, now }: Asked & Pick<RecordWorld, 'user' | 'now'>,
): Pick<InMemory, 'doc' | 'lines'> {
	const before = storedIn(at);
	const uuid = before?.uuid ?? session.uuid;
	const lines = recordLinesOf(rest.lines, uuid, now());
	const facts = { key: at.key, uuid, user, root: place.root };
	const read = { lines, journalBytes: rest.end, journalBegun: rest.begun };
	return { doc: foldLines(before, read, { facts, settings }), lines };
}

/** What no two versions of a file share: each was renamed into its place. `undefined` if there is none. */
function versionOf(path: string): string | undefined {
	const stats = statOf(path);
	return stats && [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
}

/** More folds of one session in a row that were overtaken are a bug. */
const MAX_TRIES = 8;

type FoldRequest = Asked & Folding;

/**
 * Folds the rest of a journal into its record. Of several at once the first one stores what it has, and the others begin
 * anew from there. What is in the journal only is left to the next fold.
 */
async function foldRecord(request: FoldRequest, world: RecordWorld): Promise<Folded> {
	const { place, session } = request;
	let answer = (doc: SessionRecord): Folded => ({ kind: 'pending', doc });
	try {
		for (let tries = 0; tries < MAX_TRIES; tries += 1) {
			const folded = await foldOnce(request, world);
			if (folded !== undefined) return folded;
		}
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		const obstacle = obstacleOf('write', sessionsDir(place), codeOf(error));
		answer = (doc) => ({ kind: 'refused', doc, obstacle });
	}
	const { doc } = foldedInMemory(locateRecord(place, session), request, world);
	return doc === undefined ? { kind: 'absent' } : answer(doc);
}

/** `undefined`: another fold has stored the record meanwhile. */
async function foldOnce(request: FoldRequest, world: RecordWorld): Promise<Folded | undefined> {
	const at = locateRecord(request.place, request.session);
	if (at.loaded.kind === 'newer') return { kind: 'newer', version: at.loaded.version };
	const { before, doc, lines, isBehind } = foldedInMemory(at, request, world);
	if (doc === undefined && at.loaded.kind !== 'corrupt') return { kind: 'absent' };
	if (doc !== undefined && !isBehind) return { kind: 'unchanged', doc };
	// Somebody moves or removes it.
	if (isLocked(at.live, world.hostname))
		return doc === undefined ? { kind: 'absent' } : { kind: 'pending', doc };
	const aside = at.loaded.kind === 'corrupt' ? setAside(at, request.place, world) : {};
	if (aside === undefined) return undefined;
	if (doc === undefined) return { kind: 'absent', ...aside };
	const version = aside.quarantined === undefined ? at.version : undefined;
	if (!(await request.passOn({ before, doc, lines }))) return { kind: 'pending', doc, ...aside };
	const isCurrent = () => versionOf(at.file) === version && !isLocked(at.live, world.hostname);
	if (!store(doc, at, isCurrent)) return undefined;
	if (request.settings.mirror) mirror(doc, world);
	return { kind: 'written', doc, ...aside };
}

/** `undefined`: another fold has moved or replaced the file meanwhile. */
function setAside(
	{ file, version }: RecordLocation,
	{ stateDir }: Place,
	{ now }: RecordWorld,
): { readonly quarantined?: string } | undefined {
	if (versionOf(file) !== version) return undefined;
	const aside = () => moveToQuarantine(file, join(stateDir, 'quarantine'), now());
	const quarantined = ifThere(aside);
	return quarantined === undefined ? undefined : { quarantined };
}

/**
 * A record that has come back leaves the archive after it is at its place again. Only that one waits for the disk: of any other
 * the journal, which does not wait either, has all that is in it, and one that was lost is folded anew (D7, D9).
 */
function store(doc: SessionRecord, at: RecordLocation, isCurrent: () => boolean): boolean {
	const isArchived = doc.status === 'archived';
	const { journal_begun: begun, started_at: started } = doc;
	// Of a session that came back the archive has the earlier lines, and after a month nobody has.
	const isInJournal = begun !== undefined && begun <= started;
	const [file, text] = [isArchived ? at.archived : at.live, recordText(doc)];
	const isStored = isInJournal
		? writeCache(file, text, isCurrent)
		: writeAtomic(file, text, { mayReplace: isCurrent });
	if (!isStored) return false;
	if (!isArchived && at.isArchived) rmSync(at.archived, { force: true });
	return true;
}

/**
 * A copy at the user's own place, on request. The record is stored by now: where a copy cannot be written
 * there is none.
 */
function mirror(doc: SessionRecord, { configDir }: RecordWorld): void {
	const path = join(configDir, 'requirements', 'sessions', `${doc.uuid}.json`);
	unlessUnwritable(() => writeCache(path, recordText(doc)));
}

function surveyOf(place: Place, clocks: ArchiveClocks, now: number): Survey {
	const files = filesIn(sessionsDir(place));
	const oldest = now - clocks.retentionDays * MS_A_DAY;
	const rows = indexRows(place, files, oldest);
	const expired = rows.flatMap(({ file, isArchived, summary }) =>
		!isArchived && summary !== undefined && hasExpired(summary, clocks, now)
			? [{ file, at: summary.lastActivity }]
			: [],
	);
	return {
		summaries: summariesIn(place, { files, rows, oldest }),
		expired: expired.sort((one, other) => (one.at < other.at ? -1 : 1)).map(({ file }) => file),
		unfolded: unfoldedIn(place, files, rows),
	};
}

function summariesIn(
	place: Place,
	{
		files,
		rows,
		oldest,
	}: {
		readonly files: SessionFiles;
		readonly rows: readonly IndexRow[];
		readonly oldest: number;
	},
): RecordSummary[] {
	const journals = new Set(files.journals);
	return rows
		.filter(({ summary }) => summary !== undefined && Date.parse(summary.lastActivity) >= oldest)
		.flatMap((row) => upToDate(place, row, journals) ?? [])
		.sort((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1));
}

/** A session that goes on, or has come back, writes to its journal first; nobody writes to that of an archived one. */
function upToDate(
	place: Place,
	row: IndexRow,
	journals: ReadonlySet<string>,
): RecordSummary | undefined {
	const { summary, isArchived, journalBytes } = row;
	if (summary === undefined || isArchived || !journals.has(journalName(row.file))) return summary;
	const size = statOf(journalPath(place, row.file))?.size ?? 0;
	return size > 0 && size !== journalBytes ? { ...summary, isBehind: true } : summary;
}

function allRecords(place: Place): SessionRecord[] {
	const live = filesIn(sessionsDir(place)).records;
	const archived = filesIn(archiveDir(place)).records.filter((file) => !live.includes(file));
	const files = [
		...live.map((file) => ({ file, isArchived: false })),
		...archived.map((file) => ({ file, isArchived: true })),
	];
	return files.flatMap((file) => readRecord(recordPath(place, file)) ?? []);
}

function unfoldedIn(
	place: Place,
	{ journals }: SessionFiles,
	rows: readonly IndexRow[],
): SessionKey[] {
	// Records do not wait for the disk: after a power cut one may be empty, and its journal has all.
	const folded = rows.filter(({ isArchived, size }) => !isArchived && size > 0);
	const records = new Set(folded.map(({ file }) => file));
	const written = (key: string) => statOf(join(sessionsDir(place), `${key}.jsonl`))?.mtimeMs ?? 0;
	return journals
		.filter((key) => !records.has(key) && !isInArchive(place, key))
		.map((key) => ({ key, at: written(key) }))
		.sort((one, other) => other.at - one.at)
		.map(({ key }) => key as SessionKey);
}

/** A journal of an archived record with nothing new in it. */
function isInArchive(place: Place, key: string): boolean {
	const path = recordPath(place, { file: key, isArchived: true });
	if (!existsSync(path)) return false;
	const journal = statOf(join(sessionsDir(place), `${key}.jsonl`));
	return readRecord(path)?.journal_bytes === (journal?.size ?? 0);
}
