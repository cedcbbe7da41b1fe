/** Lines shown around a change. */
const CONTEXT = 3;
/** What a terminal would obey, or show as something else; a tab is neither. */
const OBEYED = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Above this product of line counts what differs is shown as one block. */
const MAX_CELLS = 4_000_000;

/** One line of a comparison: in both texts, only in the old one, only in the new one. */
interface DiffLine {
	readonly mark: ' ' | '-' | '+';
	/** With its end. */
	readonly line: string;
}

/** One file before and after; `undefined`: it does not exist. */
interface Versions {
	/** Absolute, or from the root of the project: that is where the diff can be applied. */
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/**
 * The change as a unified diff, as `patch` reads it; empty where nothing changes. Characters that a
 * terminal would obey are shown as `\u{1b}`: the lines around a change are foreign text.
 */
export function unifiedDiff({ path, before, after }: Versions): string {
	const lines = lineDiff(before ?? '', after ?? '');
	const named = (side: 'a' | 'b') => shown(path.startsWith('/') ? path : `${side}/${path}`);
	const hunks = hunksOf(lines);
	if (hunks.length === 0) return '';
	return [
		`--- ${before === undefined ? '/dev/null' : named('a')}`,
		`+++ ${after === undefined ? '/dev/null' : named('b')}`,
		...hunks.flatMap((hunk) => [
			`@@ -${range(lines, hunk, '+')} +${range(lines, hunk, '-')} @@`,
			...lines.slice(hunk.from, hunk.to).map(written),
		]),
	].join('\n');
}

interface Hunk {
	readonly from: number;
	readonly to: number;
}

/** Changes with their context; those whose contexts touch are one hunk. */
function hunksOf(lines: readonly DiffLine[]): Hunk[] {
	const hunks: { from: number; to: number }[] = [];
	for (const [index, { mark }] of lines.entries()) {
		if (mark === ' ') continue;
		const from = Math.max(0, index - CONTEXT);
		const to = Math.min(lines.length, index + 1 + CONTEXT);
		const open = hunks.at(-1);
		if (open !== undefined && from <= open.to) open.to = to;
		else hunks.push({ from, to });
	}
	return hunks;
}

/** `3,7`: first line and count on one side; an empty side names the line before it. */
function range(lines: readonly DiffLine[], { from, to }: Hunk, other: '-' | '+'): string {
	const before = lines.slice(0, from).filter(({ mark }) => mark !== other).length;
	const count = lines.slice(from, to).filter(({ mark }) => mark !== other).length;
	return `${count === 0 ? before : before + 1},${count}`;
}

function written({ mark, line }: DiffLine): string {
	if (line.endsWith('\n')) return `${mark}${shown(line.slice(0, -1))}`;
	return `${mark}${shown(line)}\n\\ No newline at end of file`;
}

function shown(text: string): string {
	const end = text.endsWith('\r') ? '\r' : '';
	const body = text.slice(0, text.length - end.length);
	return `${body.replaceAll(OBEYED, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)}${end}`;
}

/** The lines of two texts side by side, with as few of them different as can be. */
export function lineDiff(before: string, after: string): DiffLine[] {
	const [old, next] = [linesOf(before), linesOf(after)];
	const most = Math.min(old.length, next.length);
	let first = 0;
	while (first < most && old[first] === next[first]) first += 1;
	let last = 0;
	while (last < most - first && old.at(-1 - last) === next.at(-1 - last)) last += 1;
	const end = old.length - last;
	return [
		...marked(' ', old.slice(0, first)),
		...changed(old.slice(first, end), next.slice(first, next.length - last)),
		...marked(' ', old.slice(end)),
	];
}

/** Lines with their ends, so that an end that changes is a line that changes. */
function linesOf(text: string): string[] {
	return text.split(/(?<=\n)/).filter((line) => line !== '');
}

function marked(mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] {
	return lines.map((line) => ({ mark, line }));
}

/** What is left between the lines that begin and end both texts. */
function changed(old: readonly string[], next: readonly string[]): DiffLine[] {
	if (old.length * next.length > MAX_CELLS) return [...marked('-', old), ...marked('+', next)];
	const common = commonLengths(old, next);
	const lines: DiffLine[] = [];
	let [i, j] = [0, 0];
	while (i < old.length && j < next.length) {
		const [line = '', other = ''] = [old[i], next[j]];
		// The change after which more lines are in common; a removal first where both are as good.
		const change = at(common, i + 1, j) >= at(common, i, j + 1) ? '-' : '+';
		const mark = line === other ? ' ' : change;
		lines.push({ mark, line: mark === '+' ? other : line });
		if (mark !== '+') i += 1;
		if (mark !== '-') j += 1;
	}
	return [...lines, ...marked('-', old.slice(i)), ...marked('+', next.slice(j))];
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
