import { expect, it } from 'vitest';
import { onlyReads, pathsNamed } from './mcp-files.ts';

it.each([
	['write_file', true],
	['search_and_replace', true],
	['readAndUpdate', true],
	['get_or_create_file', true],
	['anything', true],
	['read_file', false],
	['listDirectory', false],
	['find-references', false],
	['git_add', false],
	['write_page', true],
	['rename_type', true],
	['write_comment', true],
	['create_pull_request', false],
	['create_pull_request_review', false],
	['createJiraIssue', false],
	['update-page', false],
	['browser_file_upload', false],
])('%s may edit files: %s', (tool, expected) => {
	expect(pathsNamed(`mcp__writer__${tool}`, { path: '/p/a' })).toEqual(expected ? ['/p/a'] : []);
});

it.each([
	['read_file', true],
	['list_commits', true],
	['get_or_create_file', false],
	['search_and_replace', false],
	['git_add', false],
	['git_commit', false],
	['create_pull_request', false],
	['browser_click', false],
])('%s only reads: %s', (tool, expected) => {
	expect(onlyReads(`mcp__reader__${tool}`)).toBe(expected);
});

it.each([
	[{ path: '/p/a', content: 'x' }, ['/p/a']],
	[{ params: { files: [{ path: 'src/a' }, { path: 'b.ts' }] } }, ['src/a', 'b.ts']],
	[
		{ paths: ['docs/a b.md', './Makefile', '.eslintrc.json'] },
		['docs/a b.md', './Makefile', '.eslintrc.json'],
	],
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
