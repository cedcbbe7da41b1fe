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

it('cuts the widest cells to the width, never ids', () => {
	const rows = [
		['1a2b3c4d', 'a long branch name', 'a title that is very long'],
		['k', 'main', 'x'],
	];
	const lines = columns(rows, 40);
	expect(lines[0]).toMatch(/^1a2b3c4d {2}a long .*a title.*…$/);
	expect(lines[1]).toBe('k         main            x');
	expect(columns(rows)[0]).toContain('very long');
});

it.each([
	['plain', 10, 'plain'],
	['a plain text', 8, 'a plain…'],
])('%j in %d columns', (text, width, shown) => {
	expect(fitted(text, width)).toBe(shown);
});
