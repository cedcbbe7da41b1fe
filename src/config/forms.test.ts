import { describe, expect, it } from 'vitest';
import { toolFault } from './forms.ts';

describe('toolFault', () => {
	it.each(['mcp__fs__write*', 'mcp__fs__write_file', 'mcp__{fs,db}__*', '*', 'Edit', '{Read,Edit}', 'Ba?h'])(
		'%j could',
		(pattern) => {
			expect(toolFault(pattern)).toBeUndefined();
		},
	);

	it.each(['Read', 'Read*', 'Editor*', '{Read,Grep}', 'Web{Fetch,Search}', 'TaskList', 'edit'])(
		'%j could not',
		(pattern) => {
			expect(toolFault(pattern)).toMatch(/^matches no gated tool/);
		},
	);
});
