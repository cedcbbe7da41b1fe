import { type DiffLine, lineDiff } from './line-diff.ts';

/** Lines shown around a change. */
const CONTEXT = 3;
/** What a terminal would obey, or show as something else; a tab is neither. */
const OBEYED = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** One file before and after; `undefined`: it does not exist. */
export interface Versions {
	/** Absolute, or from the root of the project: that is where the diff can be applied. */
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/**
 * The change as a unified diff, as `patch` reads it; empty where nothing changes. Characters that a
 * terminal would obey are shown as `\u{1b}`: the lines around a change are foreign text (behaviour 52).
 */
export function unifiedDiff({ path, before, after }: Versions): string {
	const lines = lineDiff(before ?? '', after ?? '');
	const hunks = hunksOf(lines);
	if (hunks.length === 0) return '';
	return [
		`--- ${before === undefined ? '/dev/null' : named('a', path)}`,
		`+++ ${after === undefined ? '/dev/null' : named('b', path)}`,
		...hunks.flatMap(({ from, to }) => [
			`@@ -${range(lines, { from, to }, '+')} +${range(lines, { from, to }, '-')} @@`,
			...lines.slice(from, to).map(written),
		]),
	].join('\n');
}

function named(side: 'a' | 'b', path: string): string {
	return shown(path.startsWith('/') ? path : `${side}/${path}`);
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
