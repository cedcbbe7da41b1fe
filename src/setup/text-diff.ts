/** Lines shown around a change. */
const CONTEXT = 3;
/** What a terminal would obey, or show as something else; a tab is neither. */
const OBEYED = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Above this product of line counts what differs is shown as one block. */
const MAX_CELLS = 4_000_000;

/** One line, with its end: in both texts, only in the old one, only in the new one. */
interface DiffLine {
	readonly mark: ' ' | '-' | '+';
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
	if (lines.every(({ mark }) => mark === ' ')) return '';
	return [
		`--- ${before === undefined ? '/dev/null' : named('a')}`,
		`+++ ${after === undefined ? '/dev/null' : named('b')}`,
		...hunksOf(lines).flatMap((hunk) => [
			`@@ -${range(lines, hunk, '+')} +${range(lines, hunk, '-')} @@`,
			...lines.slice(hunk.from, hunk.to).map(written),
		]),
	].join('\n');
}

/** The lines from one index to before another. */
interface Hunk {
	from: number;
	to: number;
}

/** Changes with their context; those whose contexts touch are one hunk. */
function hunksOf(lines: readonly DiffLine[]): Hunk[] {
	const hunks: Hunk[] = [];
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
	// Only the lines between the equal ones at both ends are compared.
	let start = 0;
	while (start < old.length && old[start] === next[start]) start += 1;
	let [oldEnd, nextEnd] = [old.length, next.length];
	while (oldEnd > start && nextEnd > start && old[oldEnd - 1] === next[nextEnd - 1]) {
		oldEnd -= 1;
		nextEnd -= 1;
	}
	return [
		...marked(' ', old.slice(0, start)),
		...changed(old.slice(start, oldEnd), next.slice(start, nextEnd)),
		...marked(' ', old.slice(oldEnd)),
	];
}

/** Lines with their ends, so that an end that changes is a line that changes. */
function linesOf(text: string): string[] {
	return text.split(/(?<=\n)/).filter((line) => line !== '');
}

function marked(mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] {
	return lines.map((line) => ({ mark, line }));
}

function changed(old: readonly string[], next: readonly string[]): DiffLine[] {
	if (old.length * next.length > MAX_CELLS) return [...marked('-', old), ...marked('+', next)];
	const inCommon = commonLines(old, next);
	const lines: DiffLine[] = [];
	let [i, j] = [0, 0];
	while (i < old.length && j < next.length) {
		const [line = '', other = ''] = [old[i], next[j]];
		// A removal first if both leave as many lines in common.
		const change = inCommon(i + 1, j) >= inCommon(i, j + 1) ? '-' : '+';
		const mark = line === other ? ' ' : change;
		lines.push({ mark, line: mark === '+' ? other : line });
		if (mark !== '+') i += 1;
		if (mark !== '-') j += 1;
	}
	return [...lines, ...marked('-', old.slice(i)), ...marked('+', next.slice(j))];
}

/** Of each pair of tails, how many lines they have in common, in order. */
function commonLines(old: readonly string[], next: readonly string[]) {
	const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
	const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
	for (let i = old.length - 1; i >= 0; i -= 1) {
		const row = rows[i] ?? new Uint32Array();
		for (let j = next.length - 1; j >= 0; j -= 1) {
			const most = Math.max(at(i + 1, j), at(i, j + 1));
			row[j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : most;
		}
	}
	return at;
}
