import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveClocks } from '../app/record-ports.ts';
import type { Place } from '../core/place/place.ts';
import { hasExpired } from '../core/session-record/expiry.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { recordText } from '../core/session-record/within-size.ts';
import { removeTemporaries, writeAtomic } from './atomic-write.ts';
import type { RecordWorld } from './fold-record.ts';
import { journalRest } from './journal-rest.ts';
import { archiveDir, journalOf, sessionsDir } from './record-location.ts';
import { type IndexRow, pathOf, readRecord } from './record-rows.ts';

/**
 * Moves a record and its journal to the archive, under the record's lock, unless the journal holds lines that the
 * record lacks. A crash in between leaves both records; the next call moves it again.
 *
 * @returns whether it is there now
 */
export async function archiveRecord(
	place: Place,
	row: IndexRow,
	{ clocks, world }: { readonly clocks: ArchiveClocks; readonly world: RecordWorld },
): Promise<boolean> {
	const path = pathOf(place, row);
	const { withLock } = await import('./lock.ts');
	const { waitMs, hostname, processes } = world;
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	const locked = await withLock({ path, waitMs, hostname, processes, onBroken }, (holdsLock) => {
		const record = readRecord(path);
		if (record === undefined || !isDue(record, clocks, world)) return false;
		if (isBehind(place, row, record)) return false;
		return move(place, row, { record, world, holdsLock });
	});
	return locked.kind === 'held' && locked.value;
}

function isDue(record: SessionRecord, clocks: ArchiveClocks, { now }: RecordWorld): boolean {
	const { ended_at, expires_at: expiresAt, last_activity: lastActivity } = record;
	return hasExpired({ endedAt: ended_at ?? undefined, expiresAt, lastActivity }, clocks, now());
}

/** Its session may have come back: a fold decides, and the next call looks again. */
function isBehind(place: Place, { file }: IndexRow, record: SessionRecord): boolean {
	const { journal_bytes: bytes, journal_begun: begun } = record;
	return journalRest(journalOf(place, file), { bytes, begun }).end !== bytes;
}

function move(
	place: Place,
	row: IndexRow,
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
	const target = pathOf(place, { ...row, isArchived: true });
	if (!writeAtomic(target, recordText(archived), holdsLock)) return false;
	moveJournal(join(sessionsDir(place), `${row.file}.jsonl`), archiveDir(place));
	rmSync(pathOf(place, row), { force: true });
	return true;
}

/** A session that came back and left again has a journal there already: it goes on. */
function moveJournal(path: string, dir: string): void {
	if (!existsSync(path)) return;
	const target = join(dir, path.slice(path.lastIndexOf('/') + 1));
	if (!existsSync(target)) {
		renameSync(path, target);
		return;
	}
	appendFileSync(target, readFileSync(path), { mode: 0o600 });
	rmSync(path, { force: true });
}
