import { expect, it } from 'vitest';
import { columns } from './columns.ts';

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
])('%j', (rows, lines) => {
	expect(columns(rows)).toEqual(lines);
});
