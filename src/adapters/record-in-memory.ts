import type { Glance } from '../app/record-ports.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import type { FoldSettings } from '../core/session-record/fold-settings.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { type JournalMark, type JournalRest, journalEnds, journalRest } from './journal-rest.ts';
import type { RecordLocation } from './record-location.ts';

/** One session's record with all that its journal holds. */
export interface InMemory {
	/** As it is stored. */
	readonly before: SessionRecord | undefined;
	/** `undefined` where nothing says that the session started. */
	readonly doc: SessionRecord | undefined;
	readonly lines: readonly JournalLine[];
	readonly isBehind: boolean;
}

/** Folds in memory what the record does not hold yet, as much as one fold takes. Nothing is written. */
export async function foldedInMemory(at: RecordLocation, how: FoldingInMemory): Promise<InMemory> {
	const before = storedIn(at);
	const { rest, isBehind } = restAfter(at);
	if (!isBehind) return { before, doc: before, lines: [], isBehind };
	return { before, ...(await withLines(rest, at, how)), isBehind };
}

/** Whether the journal holds what the record does not: with it the record would be another one. */
export function isBehindJournal(at: RecordLocation): boolean {
	return restAfter(at).isBehind;
}

/** What `Records.glance` tells. */
export async function glanceAt(
	at: RecordLocation,
	how: FoldingInMemory,
): Promise<Glance | undefined> {
	const before = storedIn(at);
	const ends = journalEnds(at.journal, markOf(before));
	const doc = ends.behind === 0 ? before : (await withLines(ends, at, how)).doc;
	return doc === undefined ? undefined : { record: doc, behind: ends.behind };
}

/** Of which session, by which settings; `user` as in `RecordWorld`. */
interface FoldingInMemory {
	readonly place: Place;
	readonly session: Session;
	readonly settings: FoldSettings;
	readonly user: string;
	readonly now: () => number;
}

function restAfter(at: RecordLocation): { readonly rest: JournalRest; readonly isBehind: boolean } {
	const mark = markOf(storedIn(at));
	const rest = journalRest(at.journal, mark);
	return { rest, isBehind: rest.end !== mark.bytes || rest.lines.length > 0 };
}

/** The record as it is stored. */
export function storedIn({ loaded }: RecordLocation): SessionRecord | undefined {
	return loaded.kind === 'present' ? loaded.doc : undefined;
}

function markOf(record: SessionRecord | undefined): JournalMark {
	return { bytes: record?.journal_bytes ?? 0, begun: record?.journal_begun };
}

/** What folds is evaluated where there is something to fold: most readers find a record that has all. */
async function withLines(
	rest: JournalRest,
	at: RecordLocation,
	{ place, session, settings, user, now }: FoldingInMemory,
): Promise<Pick<InMemory, 'doc' | 'lines'>> {
	const { recordLinesOf } = await import('../core/session-record/lines.ts');
	const { foldLines } = await import('../core/session-record/fold.ts');
	const before = storedIn(at);
	const uuid = before?.uuid ?? session.uuid;
	const lines = recordLinesOf(rest.lines, uuid, now());
	const facts = { key: at.key, uuid, user, root: place.root };
	const read = { lines, journalBytes: rest.end, journalBegun: rest.begun };
	return { doc: foldLines(before, read, { facts, settings }), lines };
}
