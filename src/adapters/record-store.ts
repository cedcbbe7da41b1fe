import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveClocks } from '../app/record-ports.ts';
import type { Loaded } from '../core/document/document.ts';
import type { Place } from '../core/place/place.ts';
import type { Session, SessionKey } from '../core/session/session-id.ts';
import { hasExpired } from '../core/session-record/expiry.ts';
import { USUAL_TERMS } from '../core/session-record/fold.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import type { RecordSummary } from '../core/session-record/summary.ts';
import { archiveRecord } from './archive-records.ts';
import { foldedInMemory, type RecordWorld } from './fold-record.ts';
import { isOutOfReach } from './read-regular.ts';
import { archiveDir, journalOf, locateRecord, sessionsDir } from './record-location.ts';
import {
	type IndexRow,
	namesIn,
	pathOf,
	readRecord,
	recordIndex,
	writeIndex,
} from './record-rows.ts';

const MS_A_DAY = 86_400_000;
/** Expired records one call moves at most: a start must not take long after a holiday. */
const MAX_ARCHIVED = 200;
const JOURNAL = /^([a-z0-9][a-z0-9_-]{0,11})\.jsonl$/;

/** What `Records.read` tells. Nothing is written. */
export function readWhole(
	place: Place,
	session: Session,
	{ user }: RecordWorld,
): Loaded<SessionRecord> {
	const at = locateRecord(place, session);
	if (at.loaded.kind === 'newer') return at.loaded;
	const { doc } = foldedInMemory(at, { place, session, terms: USUAL_TERMS, user });
	if (doc !== undefined) return { kind: 'present', doc };
	return at.loaded.kind === 'corrupt' ? at.loaded : { kind: 'absent' };
}

/** What `Records.summaries` tells; the index is written anew where it was out of date. */
export function summariesOf(place: Place, days: number, { now }: RecordWorld): RecordSummary[] {
	const { rows, isChanged } = recordIndex(place);
	if (isChanged) writeIndex(place, rows);
	const since = now() - days * MS_A_DAY;
	return rows
		.flatMap((row) => upToDate(place, row) ?? [])
		.filter(({ lastActivity }) => Date.parse(lastActivity) >= since)
		.sort((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1));
}

/** A session that goes on, or has come back, writes to its journal first; nobody writes to that of an archived one. */
function upToDate(place: Place, row: IndexRow): RecordSummary | undefined {
	const { summary, isArchived, journalBytes } = row;
	if (summary === undefined || isArchived) return summary;
	const size = statSync(journalOf(place, row.file), { throwIfNoEntry: false })?.size ?? 0;
	return { ...summary, isBehind: size > 0 && size !== journalBytes };
}

/** What `Records.all` tells. */
export function allRecords(place: Place): SessionRecord[] {
	const live = namesIn(sessionsDir(place));
	const archived = namesIn(archiveDir(place)).filter((file) => !live.includes(file));
	const paths = [
		...live.map((file) => pathOf(place, { file, isArchived: false })),
		...archived.map((file) => pathOf(place, { file, isArchived: true })),
	];
	return paths.flatMap((path) => readRecord(path) ?? []);
}

/** What `Records.unfolded` tells. */
export function unfoldedKeys(place: Place): SessionKey[] {
	const dir = sessionsDir(place);
	const records = new Set(namesIn(dir));
	const written = (key: string) =>
		statSync(join(dir, `${key}.jsonl`), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return journalsIn(dir)
		.filter((key) => !records.has(key) && !isInArchive(place, key))
		.map((key) => ({ key, at: written(key) }))
		.sort((one, other) => other.at - one.at)
		.map(({ key }) => key);
}

/** A journal of an archived record with nothing new in it. */
function isInArchive(place: Place, key: string): boolean {
	const path = pathOf(place, { file: key, isArchived: true });
	if (!existsSync(path)) return false;
	const journal = statSync(join(sessionsDir(place), `${key}.jsonl`), { throwIfNoEntry: false });
	return readRecord(path)?.journal_bytes === (journal?.size ?? 0);
}

function journalsIn(dir: string): SessionKey[] {
	try {
		return readdirSync(dir).flatMap((name) => (JOURNAL.exec(name)?.[1] ?? []) as SessionKey[]);
	} catch (error) {
		if (isOutOfReach(error)) return [];
		throw error;
	}
}

/** What `Records.archive` does. */
export async function archiveExpired(
	place: Place,
	clocks: ArchiveClocks,
	world: RecordWorld,
): Promise<SessionKey[]> {
	const { rows } = recordIndex(place);
	const due = rows
		.filter(
			({ isArchived, summary }) =>
				!isArchived && summary !== undefined && hasExpired(summary, clocks, world.now()),
		)
		.slice(0, MAX_ARCHIVED);
	const moved: SessionKey[] = [];
	for (const row of due) {
		if (await archiveRecord(place, row, { clocks, world })) moved.push(row.file as SessionKey);
	}
	const now = recordIndex(place);
	const oldest = world.now() - clocks.retentionDays * MS_A_DAY;
	const kept = now.rows.filter((row) => !row.isArchived || isSince(row, oldest));
	if (now.isChanged || kept.length !== now.rows.length) writeIndex(place, kept);
	return moved;
}

function isSince({ summary }: IndexRow, oldest: number): boolean {
	return summary !== undefined && Date.parse(summary.lastActivity) >= oldest;
}
