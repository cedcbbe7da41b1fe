import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveClocks, Glance, Survey } from '../app/record-ports.ts';
import type { Loaded } from '../core/document/document.ts';
import { linesOfAll, ofKind } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import type { Session, SessionKey } from '../core/session/session-id.ts';
import { USUAL_SETTINGS } from '../core/session-record/fold-settings.ts';
import { hasExpired } from '../core/session-record/life.ts';
import type { RecordSummary } from '../core/session-record/record-summary.ts';
import { MS_A_DAY, type SessionRecord } from '../core/session-record/schema.ts';
import type { RecordWorld } from './fold-record.ts';
import { journalEnds } from './journal-rest.ts';
import { statOf } from './read-regular.ts';
import { foldedInMemory, glanceAt } from './record-in-memory.ts';
import {
	archiveDir,
	journalName,
	journalOf,
	locateRecord,
	sessionsDir,
} from './record-location.ts';
import {
	filesIn,
	type IndexRow,
	indexRows,
	pathOf,
	readRecord,
	type SessionFiles,
} from './record-rows.ts';

/** What `Records.read` tells. Nothing is written. */
export async function readWhole(
	place: Place,
	session: Session,
	{ user, now }: RecordWorld,
): Promise<Loaded<SessionRecord>> {
	const at = locateRecord(place, session);
	if (at.loaded.kind === 'newer') return at.loaded;
	const settings = USUAL_SETTINGS;
	const { doc } = await foldedInMemory(at, { place, session, settings, user, now });
	if (doc !== undefined) return { kind: 'present', doc };
	return at.loaded.kind === 'corrupt' ? at.loaded : { kind: 'absent' };
}

/** What `Records.glance` tells; of a record by a newer build nothing. */
export async function glanceOf(
	place: Place,
	session: Session,
	{ user, now }: RecordWorld,
): Promise<Glance | undefined> {
	const at = locateRecord(place, session);
	if (at.loaded.kind === 'newer') return undefined;
	return glanceAt(at, { place, session, settings: USUAL_SETTINGS, user, now });
}

/** What `Records.summaries` tells. */
export function summariesOf(place: Place, days: number, { now }: RecordWorld): RecordSummary[] {
	const files = filesIn(sessionsDir(place));
	const rows = indexRows(place, files, Number.NEGATIVE_INFINITY);
	return summariesIn(place, { files, rows, oldest: now() - days * MS_A_DAY });
}

/** What `Records.survey` tells. */
export function surveyOf(place: Place, clocks: ArchiveClocks, { now }: RecordWorld): Survey {
	const files = filesIn(sessionsDir(place));
	const oldest = now() - clocks.retentionDays * MS_A_DAY;
	const rows = indexRows(place, files, oldest);
	const expired = rows.flatMap(({ file, isArchived, summary }) =>
		!isArchived && summary !== undefined && hasExpired(summary, clocks, now())
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
	const size = statOf(journalOf(place, row.file))?.size ?? 0;
	return size > 0 && size !== journalBytes ? { ...summary, isBehind: true } : summary;
}

/** What `Records.all` tells. */
export function allRecords(place: Place): SessionRecord[] {
	const live = filesIn(sessionsDir(place)).records;
	const archived = filesIn(archiveDir(place)).records.filter((file) => !live.includes(file));
	const paths = [
		...live.map((file) => pathOf(place, { file, isArchived: false })),
		...archived.map((file) => pathOf(place, { file, isArchived: true })),
	];
	return paths.flatMap((path) => readRecord(path) ?? []);
}

/** What `Records.unfolded` tells. */
export function unfoldedKeys(place: Place): SessionKey[] {
	const files = filesIn(sessionsDir(place));
	return unfoldedIn(place, files, indexRows(place, files, Number.NEGATIVE_INFINITY));
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
	const path = pathOf(place, { file: key, isArchived: true });
	if (!existsSync(path)) return false;
	const journal = statOf(join(sessionsDir(place), `${key}.jsonl`));
	return readRecord(path)?.journal_bytes === (journal?.size ?? 0);
}

/** What `Records.started` tells. */
export function startedIn(place: Place, key: SessionKey): string[] {
	const { lines } = journalEnds(journalOf(place, key), { bytes: 0, begun: undefined });
	const starts = ofKind(linesOfAll(lines), 'start');
	return [...new Set(starts.map(({ s }) => s))];
}
