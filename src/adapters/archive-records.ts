import { existsSync, rmSync } from 'node:fs';
import type { ArchiveClocks, Archived } from '../app/record-ports.ts';
import { textIn } from '../core/document/foreign-json.ts';
import type { Place } from '../core/place/place.ts';
import { hasExpired } from '../core/session-record/life.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { recordText } from '../core/session-record/within-size.ts';
import { archivedJournal, isJournalShared, moveJournal } from './archive-journal.ts';
import { removeTemporaries, writeAtomic } from './atomic-write.ts';
import type { RecordWorld } from './fold-record.ts';
import { journalRest } from './journal-rest.ts';
import { makeDirectory } from './make-directory.ts';
import { archiveDir, journalOf } from './record-location.ts';
import { isRecordName, pathOf, readRecord } from './record-rows.ts';

/** What `Records.archive` does. */
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
	readonly world: RecordWorld;
}

/**
 * Moves a record and its journal to the archive, under the record's lock, unless the journal holds lines that the
 * record lacks. A crash in between leaves both records; the next call moves it again.
 */
async function archiveRecord(
	place: Place,
	key: string,
	{ clocks, world }: ArchiveTerms,
): Promise<Fate> {
	if (!isRecordName(key)) return 'stays';
	const path = pathOf(place, { file: key, isArchived: false });
	const { withLock } = await import('./lock.ts');
	const { waitMs, hostname, processes } = world;
	const onBroken = (pid: number) => {
		removeTemporaries(path, pid);
		tidyArchive(place, key, pid);
	};
	const locked = await withLock({ path, waitMs, hostname, processes, onBroken }, (holdsLock) => {
		const record = readRecord(path);
		if (record === undefined || !isDue(record, clocks, world)) return false;
		if (isBehind(place, key, record)) return false;
		return move(place, key, { record, world, holdsLock });
	});
	if (locked.kind === 'busy') return 'locked';
	return locked.value ? 'moved' : 'stays';
}

/** What a move that died was writing. */
function tidyArchive(place: Place, key: string, pid: number): void {
	if (!existsSync(archiveDir(place))) return;
	removeTemporaries(pathOf(place, { file: key, isArchived: true }), pid);
	removeTemporaries(archivedJournal(place, key), pid);
}

function isDue(record: SessionRecord, clocks: ArchiveClocks, { now }: RecordWorld): boolean {
	const { ended_at, expires_at: expiresAt, last_activity: lastActivity } = record;
	return hasExpired({ endedAt: ended_at ?? undefined, expiresAt, lastActivity }, clocks, now());
}

/**
 * Its session may have come back: a fold decides, and the next call looks again. Where there is no journal,
 * a call that died has moved it already.
 */
function isBehind(place: Place, key: string, record: SessionRecord): boolean {
	const { uuid, journal_bytes: bytes, journal_begun: begun } = record;
	const { lines, isWhole } = journalRest(journalOf(place, key), { bytes, begun });
	return !isWhole || lines.some((line) => textIn(line, 's') === uuid);
}

function move(
	place: Place,
	key: string,
	{
		record,
		world,
		holdsLock,
	}: { record: SessionRecord; world: RecordWorld; holdsLock: () => boolean },
): boolean {
	makeDirectory(archiveDir(place));
	const isShared = isJournalShared(place, record);
	const archived: SessionRecord = {
		...record,
		status: 'archived',
		archived_at: new Date(world.now()).toISOString(),
		...(isShared ? {} : { journal_bytes: 0, journal_begun: undefined }),
	};
	const target = pathOf(place, { file: key, isArchived: true });
	if (!writeAtomic(target, recordText(archived), holdsLock)) return false;
	if (!isShared) moveJournal(journalOf(place, key), archivedJournal(place, key));
	rmSync(pathOf(place, { file: key, isArchived: false }), { force: true });
	return true;
}
