import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ArchiveClocks, Archived } from '../app/record-ports.ts';
import { hasExpired } from '../core/session-record/record-summary.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { recordText } from '../core/session-record/within-size.ts';
import type { Place } from '../git/place.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { textIn } from '../store/foreign-json.ts';
import { type Writer, withLock } from '../store/lock.ts';
import { makeDirectory } from '../store/paths.ts';
import { journalRest, journalSessions } from './journal-rest.ts';
import { archiveDir, filesIn, isRecordName, journalPath, recordPath } from './session-files.ts';
import { readRecord } from './session-rows.ts';

export async function archiveRecords(
	place: Place,
	keys: readonly string[],
	terms: ArchiveTerms,
): Promise<Archived> {
	const found: Record<Fate, string[]> = { moved: [], locked: [], stays: [] };
	for (const key of keys) found[await archiveRecord(place, key, terms)].push(key);
	const { moved, locked } = found;
	return { moved, locked };
}

/** `stays`: it is not due, or not there, or its session has come back. */
type Fate = keyof Archived | 'stays';

interface ArchiveTerms {
	readonly clocks: ArchiveClocks;
	readonly world: Writer;
}

/**
 * Moves a record and its journal to the archive, unless the journal holds lines that the record lacks. Under the record's
 * lock: of two that moved a journal at once, one would move what its session wrote after it had come back. A crash in between
 * leaves both records; the next call moves it again.
 */
async function archiveRecord(
	place: Place,
	key: string,
	{ clocks, world }: ArchiveTerms,
): Promise<Fate> {
	if (!isRecordName(key)) return 'stays';
	const path = recordPath(place, { file: key, isArchived: false });
	const locked = await withLock(
		path,
		(holdsLock) => {
			const record = readRecord(path);
			if (record === undefined || !isDue(record, clocks, world.now())) return false;
			if (isBehind(place, key, record)) return false;
			return move(place, { key, record, at: world.now() }, holdsLock);
		},
		world,
	);
	if (locked.kind === 'busy') return 'locked';
	return locked.value ? 'moved' : 'stays';
}

function isDue(record: SessionRecord, clocks: ArchiveClocks, now: number): boolean {
	const { ended_at, expires_at: expiresAt, last_activity: lastActivity } = record;
	return hasExpired({ endedAt: ended_at ?? undefined, expiresAt, lastActivity }, clocks, now);
}

/**
 * Its session may have come back: a fold decides, and the next call looks again. Where there is no journal,
 * a call that died has moved it already.
 */
function isBehind(place: Place, key: string, record: SessionRecord): boolean {
	const { uuid, journal_bytes: bytes, journal_begun: begun } = record;
	const { lines, isWhole } = journalRest(journalPath(place, key), { bytes, begun });
	return !isWhole || lines.some((line) => textIn(line, 's') === uuid);
}

function move(
	place: Place,
	{ key, record, at }: { key: string; record: SessionRecord; at: number },
	holdsLock: () => boolean,
): boolean {
	makeDirectory(archiveDir(place));
	const isShared = isJournalShared(place, record);
	const archived: SessionRecord = {
		...record,
		status: 'archived',
		archived_at: new Date(at).toISOString(),
		...(isShared ? {} : { journal_bytes: 0, journal_begun: undefined }),
	};
	const target = recordPath(place, { file: key, isArchived: true });
	if (!writeAtomic(target, recordText(archived), { mayReplace: holdsLock })) return false;
	if (!isShared) moveJournal(journalPath(place, key), archivedJournal(place, key));
	rmSync(recordPath(place, { file: key, isArchived: false }), { force: true });
	return true;
}

/**
 * Whether the journal of a record has lines of another session with its short key that is not archived (D5): it
 * goes with the last of them.
 */
function isJournalShared(place: Place, { key, uuid }: SessionRecord): boolean {
	const journal = journalPath(place, key);
	if (!existsSync(journal)) return false;
	const others = journalSessions(journal).filter((id) => id !== uuid);
	const archived = new Set(others.length === 0 ? [] : archivedBeside(place, key));
	return others.some((id) => !archived.has(id));
}

/** Ids of the archived sessions that share a journal with this one. */
function archivedBeside(place: Place, key: string): string[] {
	const journal = journalPath(place, key);
	const records = filesIn(archiveDir(place))
		.records.filter((file) => journalPath(place, file) === journal)
		// One that came back, or whose move broke off, counts by the record that is not archived.
		.filter((file) => !existsSync(recordPath(place, { file, isArchived: false })))
		.flatMap((file) => readRecord(recordPath(place, { file, isArchived: true })) ?? []);
	return records.map(({ uuid }) => uuid);
}

/** Where the journal of a record goes. */
function archivedJournal(place: Place, key: string): string {
	return join(archiveDir(place), basename(journalPath(place, key)));
}

/** A session that came back and left again has a journal there already: it goes on. */
function moveJournal(path: string, target: string): void {
	// Out of the way of whoever appends, and of a call that dies: the next one goes on from here.
	const leaving = `${target}.leaving`;
	if (existsSync(leaving)) addTo(leaving, target);
	if (!existsSync(path)) return;
	if (!existsSync(target)) {
		renameSync(path, target);
		return;
	}
	renameSync(path, leaving);
	addTo(leaving, target);
}

/** What stands at the end already was added by a call that died before it could tidy up. */
function addTo(leaving: string, target: string): void {
	const earlier = existsSync(target) ? readFileSync(target, 'utf8') : '';
	const later = readFileSync(leaving, 'utf8');
	if (!earlier.endsWith(later)) writeAtomic(target, earlier + later);
	rmSync(leaving);
}
