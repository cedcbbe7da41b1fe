import { describe, expect, it } from 'vitest';
import { canMatchGatedTool } from './written-requirement.ts';

describe('canMatchGatedTool', () => {
	it.each([
		'mcp__fs__write*',
		'mcp__fs__write_file',
		'mcp_*',
		'mcp__{fs,db}__*',
		'm*',
		'*',
		'Edit',
		'Edit*',
		'{Read,Edit}',
		'Ba?h',
		'[EW]*',
	])('%j could', (pattern) => {
		expect(canMatchGatedTool(pattern)).toBe(true);
	});

	it.each(['Read', 'Read*', 'Editor*', '{Read,Grep}', 'Web{Fetch,Search}', 'TodoWrite', 'edit'])(
		'%j could not',
		(pattern) => {
			expect(canMatchGatedTool(pattern)).toBe(false);
		},
	);
});
