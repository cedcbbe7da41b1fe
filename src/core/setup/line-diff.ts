/** One line of a comparison: in both texts, only in the old one, only in the new one. */
export interface DiffLine {
	readonly mark: ' ' | '-' | '+';
	/** With its end. */
	readonly line: string;
}

/** Above this product of line counts what differs is shown as one block. */
const MAX_CELLS = 4_000_000;

/** The lines of two texts side by side, with as few of them different as can be. */
export function lineDiff(before: string, after: string): DiffLine[] {
	const [old, next] = [linesOf(before), linesOf(after)];
	const most = Math.min(old.length, next.length);
	let first = 0;
	while (first < most && old[first] === next[first]) first += 1;
	let last = 0;
	while (last < most - first && old.at(-1 - last) === next.at(-1 - last)) last += 1;
	const ends = { old: old.length - last, next: next.length - last };
	return [
		...all(' ', old.slice(0, first)),
		...middle(old.slice(first, ends.old), next.slice(first, ends.next)),
		...all(' ', old.slice(ends.old)),
	];
}

/** Lines with their ends, so that an end that changes is a line that changes. */
function linesOf(text: string): string[] {
	return text.split(/(?<=\n)/).filter((line) => line !== '');
}

function all(mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] {
	return lines.map((line) => ({ mark, line }));
}

function middle(old: readonly string[], next: readonly string[]): DiffLine[] {
	if (old.length * next.length > MAX_CELLS) return [...all('-', old), ...all('+', next)];
	const common = commonLengths(old, next);
	const lines: DiffLine[] = [];
	let [i, j] = [0, 0];
	while (i < old.length && j < next.length) {
		const mark = old[i] === next[j] ? ' ' : changeAt(common, i, j);
		const { line, inOld, inNext } = SIDES[mark](old[i], next[j]);
		lines.push({ mark, line });
		i += inOld;
		j += inNext;
	}
	return [...lines, ...all('-', old.slice(i)), ...all('+', next.slice(j))];
}

/** What a mark shows, and how many lines of each text that uses up. */
const SIDES = {
	' ': (line = '') => ({ line, inOld: 1, inNext: 1 }),
	'-': (line = '') => ({ line, inOld: 1, inNext: 0 }),
	'+': (_: unknown, line = '') => ({ line, inOld: 0, inNext: 1 }),
} as const;

/** The change after which more lines are in common; a removal first where both are as good. */
function changeAt(common: readonly Uint32Array[], i: number, j: number): '-' | '+' {
	return at(common, i + 1, j) >= at(common, i, j + 1) ? '-' : '+';
}

/** Of each pair of tails, how many lines they have in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): Uint32Array[] {
	const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
	for (let i = old.length - 1; i >= 0; i -= 1) {
		const row = rows[i] ?? new Uint32Array();
		for (let j = next.length - 1; j >= 0; j -= 1) {
			const skipped = Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
			row[j] = old[i] === next[j] ? at(rows, i + 1, j + 1) + 1 : skipped;
		}
	}
	return rows;
}

function at(rows: readonly Uint32Array[], i: number, j: number): number {
	return rows[i]?.[j] ?? 0;
}
