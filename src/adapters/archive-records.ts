import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ArchiveClocks } from '../app/record-ports.ts';
import type { Place } from '../core/place/place.ts';
import { hasExpired } from '../core/session-record/expiry.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { recordText } from '../core/session-record/within-size.ts';
import { removeTemporaries, writeAtomic } from './atomic-write.ts';
import type { RecordWorld } from './fold-record.ts';
import { journalRest } from './journal-rest.ts';
import { archiveDir, journalOf, sessionsDir } from './record-location.ts';
import { isRecordName, pathOf, readRecord } from './record-rows.ts';

/** What `Records.archive` does. */
export async function archiveRecords(
	place: Place,
	keys: readonly string[],
	terms: ArchiveTerms,
): Promise<string[]> {
	const moved: string[] = [];
	for (const key of keys) if (await archiveRecord(place, key, terms)) moved.push(key);
	return moved;
}

interface ArchiveTerms {
	readonly clocks: ArchiveClocks;
	readonly world: RecordWorld;
}

/**
 * Moves a record and its journal to the archive, under the record's lock, unless the journal holds lines that the
 * record lacks. A crash in between leaves both records; the next call moves it again.
 *
 * @returns whether it is there now
 */
async function archiveRecord(
	place: Place,
	key: string,
	{ clocks, world }: ArchiveTerms,
): Promise<boolean> {
	if (!isRecordName(key)) return false;
	const path = pathOf(place, { file: key, isArchived: false });
	const { withLock } = await import('./lock.ts');
	const { waitMs, hostname, processes } = world;
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	const locked = await withLock({ path, waitMs, hostname, processes, onBroken }, (holdsLock) => {
		const record = readRecord(path);
		if (record === undefined || !isDue(record, clocks, world)) return false;
		if (isBehind(place, key, record)) return false;
		return move(place, key, { record, world, holdsLock });
	});
	return locked.kind === 'held' && locked.value;
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
	const { journal_bytes: bytes, journal_begun: begun } = record;
	const journal = journalOf(place, key);
	return existsSync(journal) && journalRest(journal, { bytes, begun }).end !== bytes;
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
	mkdirSync(archiveDir(place), { recursive: true, mode: 0o700 });
	const archived: SessionRecord = {
		...record,
		status: 'archived',
		archived_at: new Date(world.now()).toISOString(),
		journal_bytes: 0,
		journal_begun: undefined,
	};
	const target = pathOf(place, { file: key, isArchived: true });
	if (!writeAtomic(target, recordText(archived), holdsLock)) return false;
	moveJournal(join(sessionsDir(place), `${key}.jsonl`), archiveDir(place));
	rmSync(pathOf(place, { file: key, isArchived: false }), { force: true });
	return true;
}

/** A session that came back and left again has a journal there already: it goes on. */
function moveJournal(path: string, dir: string): void {
	const target = join(dir, basename(path));
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
	if (!earlier.endsWith(later)) writeAtomic(target, earlier + later, () => true);
	rmSync(leaving);
}
