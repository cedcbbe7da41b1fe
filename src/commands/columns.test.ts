import { expect, it } from 'vitest';
import { columns, fitted } from './layout.ts';

it.each([
	[[], []],
	[[['a', 'b']], ['a  b']],
	[
		[
			['KEY', 'X'],
			['longer', 'y'],
			['k', ''],
		],
		['KEY     X', 'longer  y', 'k'],
	],
	[
		[['a', 'long enough'], ['b']],
		['a  long enough', 'b'],
	],
])('%j', (rows, lines) => {
	expect(columns(rows)).toEqual(lines);
});

it('cuts the widest cells to the width, never ids, and counts wide characters as two', () => {
	const rows = [
		['1a2b3c4d', 'a long branch name', '日本語のとても長い題名です'],
		['k', 'main', 'x'],
	];
	const lines = columns(rows, 40);
	expect(lines[0]).toMatch(/^1a2b3c4d {2}a long .*日本.*…$/);
	expect(lines[1]).toBe('k         main            x');
	expect(columns(rows)[0]).toContain('題名です');
});

it.each([
	['plain', 10, 'plain'],
	['a plain text', 8, 'a plain…'],
	['日本語', 5, '日本…'],
	['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
])('%j in %d columns', (text, width, shown) => {
	expect(fitted(text, width)).toBe(shown);
});
