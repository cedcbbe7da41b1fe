import { expect, it } from 'vitest';
import { mcpWrites } from './mcp-writes.ts';

it.each([
	['mcp__fs__write_file', { path: '/p/a', content: 'x' }, ['/p/a']],
	['mcp__fs__edit_file', { path: 'a', edits: [{ oldText: 'a', newText: 'b' }] }, ['a']],
	['mcp__fs__move_file', { source: 'a', destination: 'b' }, ['a', 'b']],
	['mcp__fs__write_file__v2', { path: 'a' }, ['a']],
	['mcp__x__apply_diff', { path: 'a' }, ['a']],
	['mcp__fs__copy_file', { source: 'a', destination: 'b' }, ['b']],
	['mcp__ide__createFile', { filePath: 'a' }, ['a']],
	['mcp__ide__replace-in-file', { file_path: 'a' }, ['a']],
	['mcp__x__write_files', { files: [{ path: 'a', content: 'x' }, { path: 'b' }] }, ['a', 'b']],
	['mcp__x__delete_files', { paths: ['a', 'b'] }, ['a', 'b']],
	['mcp__x__write', { uri: 'file:///p/a%20b' }, ['/p/a b']],
	['mcp__plugin_a__b__update_symbol', { relative_path: 'a' }, ['a']],
])('%s with %j changes %j', (tool, input, files) => {
	expect(mcpWrites(tool, input)).toEqual(files);
});

it.each([
	['mcp__fs__read_file', { path: 'a' }],
	['mcp__fs__list_directory', { path: 'a' }],
	['mcp__writer__show', { path: 'a' }],
	['mcp__web__update', { url: 'https://a', uri: 'https://a' }],
	['mcp__fs__write_file', { path: '' }],
	['mcp__fs__write_file', { path: 7, content: 'path: a' }],
	['mcp__fs__write_file', { file: 'line one\nline two' }],
	['mcp__git__create_issue', { title: 'a' }],
	['Write', { path: 'a' }],
])('%s with %j changes none that we know of', (tool, input) => {
	expect(mcpWrites(tool, input)).toEqual([]);
});
