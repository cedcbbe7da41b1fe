import { compareTexts } from '../core/text/strings.ts';
import { ENTRIES, type JournalLine } from '../journal/entries.ts';
import { reopen } from '../journal/gate-entries.ts';
import { linesOf, ofKind } from '../journal/lines.ts';
import { isOfFuture } from '../state/registry-kind.ts';
import { emptyRecord, type SessionRecord } from './record.ts';

/** What the lines of a journal add up to. */
export interface Folded {
	/** As its lines leave it: nothing that follows from several of them together is in it. */
	readonly record: SessionRecord;
	/** The lines in it, in the order of their times. */
	readonly lines: readonly JournalLine[];
	/** The journal has all lines since the session first started. */
	readonly isWhole: boolean;
}

/**
 * Folds the journal of a session (D9). Torn, foreign and unknown lines, those of other sessions and those of the future cost
 * only themselves. What `req prune` removed of a journal is in the stored record: what is newer is added to that.
 *
 * @param raw parsed lines in the order of the file
 * @param session its full id and its key
 * @param now milliseconds since the epoch
 * @returns `undefined` if nothing says that the session started
 */
export function foldJournal(
	raw: readonly unknown[],
	session: { readonly uuid: string; readonly key: string },
	{ now, stored }: { readonly now: number; readonly stored?: SessionRecord | undefined },
): Folded | undefined {
	const all = linesOf(raw, session.uuid)
		.filter(({ at }) => Date.parse(at) && !isOfFuture(at, now))
		.sort((one, other) => compareTexts(one.at, other.at));
	const start = all.find(({ e }) => e === 'start')?.at;
	const isWhole = start !== undefined && !(stored !== undefined && stored.started_at < start);
	if (!isWhole && stored === undefined) return undefined;
	const record = isWhole || stored === undefined ? emptyRecord(session) : structuredClone(stored);
	const { last_activity: known } = record;
	const isNew = ({ e, at }: JournalLine) => ENTRIES[e].life === 'none' || at > known;
	const lines = isWhole ? all : all.filter(isNew);
	// What is said in answer to a command of ours is nothing of the work.
	const asides = new Set(ofKind(lines, 'prompt').map(({ aside, p }) => aside && p));
	for (const line of lines) {
		const isAside = (line.e === 'turn' || line.e === 'held') && asides.has(line.p ?? '');
		addLine(record, isAside ? { ...line, text: '' } : line);
	}
	return { record, lines, isWhole };
}

function addLine(record: SessionRecord, line: JournalLine): void {
	const { at, e } = line;
	const { life, adds } = ENTRIES[e] as {
		life: string;
		adds: (record: SessionRecord, line: JournalLine) => void;
	};
	// Whoever found a session dead was wrong if a hook of it writes again.
	const wasAlive =
		record.crash_recovered === true && life === 'alive' && at > (record.ended_at ?? '');
	if (wasAlive) reopen(record);
	adds(record, line);
	const isActive = life !== 'none' && record.ended_at === null;
	if (isActive && at > record.last_activity) record.last_activity = at;
}
