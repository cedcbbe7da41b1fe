import type { JournalLine } from '../journal/entries.ts';

/**
 * Whether a hook was the first at its start: only that one shows earlier sessions, so that the plugin's hook and one in the
 * settings, run in parallel, agree. A start ends with the session; a compaction is another one in another prompt, or after
 * its summary.
 *
 * @param lines of the session's journal, in the order of the file
 * @param by the hook's own process; true if it wrote no line
 */
export function isFirstAtStart(lines: readonly JournalLine[], by: number): boolean {
	const own = lines.findLastIndex((line) => line.e === 'start' && line.by === by);
	const mine = lines[own];
	if (mine?.e !== 'start') return true;
	const before = lines.slice(0, own);
	const border = before.findLastIndex((line) => line.e === 'end' || (line.e === 'note' && line.from === 'compaction'));
	return !before.slice(border + 1).some((line) => {
		if (line.e !== 'start') return false;
		const isSameClient = line.pid === mine.pid && line.pid_started === mine.pid_started;
		return isSameClient && line.source === mine.source && line.p === mine.p;
	});
}
