import { expect, it } from 'vitest';
import { onlyReads, pathsNamed } from './mcp-files.ts';

it.each([
	['write_file', true, false],
	['search_and_replace', true, false],
	['write_comment', true, false],
	['rename_type', true, false],
	['read_file', false, true],
	['create_pull_request_review', false, true],
	['createJiraIssue', false, true],
	['git_add', false, false],
])('%s may edit files: %s; only reads: %s', (tool, edits, reads) => {
	expect(pathsNamed(`mcp__x__${tool}`, { path: '/p/a' })).toEqual(edits ? ['/p/a'] : []);
	expect(onlyReads(`mcp__x__${tool}`)).toBe(reads);
});

it.each([
	[{ path: '/p/a', content: 'x' }, ['/p/a']],
	[{ params: { files: [{ path: 'src/a' }, { path: 'b.ts' }] } }, ['src/a', 'b.ts']],
	[{ paths: ['docs/a b.md', './Makefile', '.eslintrc.json'] }, ['docs/a b.md', './Makefile', '.eslintrc.json']],
	[{ text: 'Released 1.2', more: 'See README.md', version: '1.2.3', name: 'main' }, []],
	[{ value: 'ana@example.com', to: ['a@b.ts', 'src/@types/a.d.ts'] }, ['src/@types/a.d.ts']],
	[{ url: 'https://example.org/a.ts', uri: 's3://bucket/a.ts', file: 'file:///p/a' }, []],
	[
		{
			content: 'src/a.ts',
			newText: 'src/b.ts',
			message: 'src/c.ts',
			note: 'src/a.ts grows',
			nothing: '',
			slash: '/',
			dots: '...',
		},
		[],
	],
	[{ number: 7, nil: null, long: `a/${'b'.repeat(5_000)}` }, []],
])('among %j are the paths %j', (input, paths) => {
	expect(pathsNamed('mcp__x__write', input)).toEqual(paths);
});
