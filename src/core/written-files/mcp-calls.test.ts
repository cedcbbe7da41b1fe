import { expect, it } from 'vitest';
import { mcpCommands, mcpPaths, mcpTexts, mcpTool } from './mcp-calls.ts';

const facts = { home: '/home/u', isDirectory: (path: string) => /^(?:src|\/p)$/.test(path) };

function named(tool: string, input: unknown): string[] {
	const { paths } = mcpPaths(tool, input, facts);
	return paths.filter(({ isNamed }) => isNamed).map(({ path }) => path);
}

it.each([
	['write_file', { path: '/p/a', content: 'x' }, ['/p/a']],
	['edit_file', { path: 'a', edits: [{ oldText: 'a', newText: 'b' }] }, ['a']],
	['move_file', { source: 'a', destination: 'b' }, ['a', 'b']],
	['copy_file', { source: 'a', destination: 'b' }, ['b']],
	['createFile', { filePath: 'a' }, ['a']],
	['write_files', { files: [{ path: 'a', content: 'x' }, { path: 'b' }] }, ['a', 'b']],
	['write_files', { files: { 'a.ts': 'x', 'b.ts': 'y' } }, ['a.ts', 'b.ts']],
	['delete_files', { paths: ['a', 'b'] }, ['a', 'b']],
	['write', { uri: 'file:///p/a%20b' }, ['/p/a b']],
	['write', { params: { full_path: ' a\n' } }, ['a']],
	['write', { path: '~/a' }, ['/home/u/a']],
	['write', { path: 'x%2Fa' }, ['x%2Fa', 'x/a']],
	['write', { path: 'x\\a' }, ['x/a']],
	['write', { dir: 'src', filename: 'a' }, ['a', 'src/a']],
	['write', { root: 'src', files: [{ path: 'a' }] }, ['a', 'src/a']],
	['apply_patch', { input: '*** Update File: a\n@@\n-x\n*** Move to: b' }, ['a', 'b']],
	['apply_diff', { text: '--- a/x.ts\n+++ b/x.ts' }, ['x.ts']],
	['write', { contentPath: 'a' }, ['a']],
	['write', { path: 'a.ts:12:3' }, ['a.ts:12:3', 'a.ts']],
	['write', { path: '"a\u200b"\0.md' }, ['a']],
	['write', { path: 'x%252Fa' }, ['x%252Fa', 'x%2Fa', 'x/a']],
	['write', { uri: 'vscode://file/p/a' }, ['/p/a']],
	['write', { path: 'my file.ts' }, ['my file.ts']],
	['update_symbol', { relative_path: 'a' }, ['a']],
])('%s with %j names the files %j', (tool, input, files) => {
	expect(named(`mcp__x__${tool}`, input)).toEqual(files);
});

it.each([
	['write_file', { path: '' }],
	['write_file', { path: 7, content: 'path: a' }],
	['write_file', { file: 'line one\nline two' }],
	['write_file', { file: 'https://example.org/a' }],
	['create_relations', { relations: [{ from: 'A', to: 'B' }] }],
	['write_file', { content: 'a.ts', text: 'b.ts' }],
])('%s with %j names no file', (tool, input) => {
	expect(named(`mcp__x__${tool}`, input)).toEqual([]);
});

it.each([
	['read_file', 'reads'],
	['git_add', 'reads'],
	['create_pull_request_review', 'reads'],
	['create_pull_request', 'sends'],
	['browser_take_screenshot', 'sends'],
	['search_and_replace', 'writes'],
	['readAndUpdate', 'writes'],
	['anything', 'unknown'],
])('%s %s', (tool, effect) => {
	expect(mcpTool(`mcp__writer__${tool}`).effect).toBe(effect);
});

it('a name that says so takes a directory along', () => {
	expect([mcpTool('mcp__x__unlink').removes, mcpTool('mcp__remover__write').removes]).toEqual([
		true,
		false,
	]);
});

it('a list of texts may be the parts of a path', () => {
	const { paths } = mcpPaths('mcp__x__y', { segments: ['.claude', 'a'] }, facts);
	expect(paths.map(({ path }) => path)).toContain('.claude/a');
});

it.each([
	[{ command: 'rm -r a' }, ['rm -r a']],
	[{ params: { shell_script: 'rm' } }, ['rm']],
	[{ command: 'rm', args: ['-r', 'a'] }, ['rm', 'rm -r a']],
	[{ command: ['sh', '-c', 'rm -r a'] }, ["sh -c 'rm -r a'"]],
	[{ commands: ['cd a', 'rm b'] }, ["'cd a' 'rm b'", 'cd a\nrm b']],
	[{ commands: [{ run: 'rm a' }] }, ['rm a']],
	[{ command: { exe: 'rm', args: ['a'] } }, ['rm', 'rm a']],
	[{ program: 'rm', argv: ['a;b'] }, ['rm', "rm 'a;b'"]],
	[{ exec: 'rm a' }, ['rm a']],
	[{ path: 'rm' }, []],
])('%j may run %j', (input, lines) => {
	expect(mcpCommands(input)).toEqual(lines);
});

it('a call nested deeper than functions can be is left out, but its texts are known', () => {
	let deep: unknown = '.claude/a';
	for (let level = 0; level < 200_000; level++) deep = { command: deep };
	expect(mcpPaths('mcp__x__y', deep, facts).isWhole).toBe(false);
	expect(mcpCommands(deep as object)).toEqual([]);
	expect(mcpTexts(deep)).toContain('".claude/a"');
});

it('says where arguments were left out', () => {
	const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, `v${at}`]));
	const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 'a');
	expect(mcpPaths('mcp__x__y', many, facts)).toMatchObject({ isWhole: false });
	expect(mcpPaths('mcp__x__y', deep, facts)).toEqual({ paths: [], isWhole: false });
});
