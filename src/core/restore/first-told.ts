import type { JournalEntry, JournalLine } from '../journal/line.ts';

/** A start as one hook process claims it. */
export type Told = Extract<JournalEntry, { e: 'told' }>;

/**
 * Two hooks of one compaction run in parallel, and none takes longer than its deadline of 8 s. Beyond that
 * only a compaction whose other traces are missing is left.
 */
const ONE_COMPACTION_MS = 10_000;

/**
 * Whether the hook that appended `mine` speaks at its start: the first to say so in the file does, so that
 * the plugin's hook and one in the settings, run in parallel, agree. Of one client a
 * start is another one after the session's end; a compaction after the summary of the one before it, or in
 * another prompt.
 *
 * @param raw lines of the session's journal in the order of the file, unchecked; true where `mine` is not among them
 */
export function isFirstTold(raw: readonly unknown[], uuid: string, mine: Told): boolean {
	const lines = raw.filter((line): line is Line => (line as Line | null)?.s === uuid);
	const own = lines.findLastIndex((line) => isTold(line) && line.by === mine.by);
	const line = lines[own];
	if (line === undefined || !isTold(line)) return true;
	const earlier = lines.slice(0, own);
	const border = earlier.findLastIndex((one) => isBorder(one, mine));
	return !earlier.slice(border + 1).some((one) => isTold(one) && isSameStart(one, line));
}

type Line = Pick<JournalLine, 's' | 'at'> & { readonly e: string };
type ToldLine = Line & Told;

function isTold(line: Line): line is ToldLine {
	return line.e === 'told';
}

/** What stands between two starts of one client. */
function isBorder(line: Line, { source }: Told): boolean {
	if (source !== 'compact') return line.e === 'end';
	return line.e === 'note' && 'from' in line && line.from === 'compaction';
}

function isSameStart(one: ToldLine, other: ToldLine): boolean {
	if (one.source !== other.source || one.client !== other.client) return false;
	if (one.source !== 'compact') return true;
	return one.p === other.p && Date.parse(other.at) - Date.parse(one.at) < ONE_COMPACTION_MS;
}
