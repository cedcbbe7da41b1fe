import { describe, expect, it } from 'vitest';
import { requirements } from '../../tests/support/some-requirement.ts';
import { editedPath } from '../host/tools.ts';
import { matchesCommand } from '../shell/match.ts';
import { parseCommand } from '../shell/read-line.ts';
import { type Action, EDITS_ONLY, matchOf, type Trigger } from './triggers.ts';
import { matching } from './verdict.ts';

const NOTHING: Action = { ...EDITS_ONLY, tool: 'Read', edits: [] };
const edit = (path: string): Action => ({ ...NOTHING, tool: 'Edit', edits: [path] });
const bash = (source: string): Action => {
	const command = parseCommand(source);
	return { ...NOTHING, tool: 'Bash', command, runs: (one) => matchesCommand(command, one) };
};
const tool = (name: string): Action => ({
	...NOTHING,
	tool: name,
	fitsTool: (one) => one === name,
});

describe('a trigger', () => {
	const any: Trigger = { on: 'edit', pattern: '' };
	const src: Trigger = { on: 'edit', pattern: 'src/**' };
	const commit: Trigger = { on: 'command', pattern: 'git commit' };
	const fits: Trigger = { on: 'tool', pattern: 'mcp__fs__write' };
	const cases: [what: string, trigger: Trigger, then: { action: Action; fits: boolean }][] = [
		['any edit', any, { action: edit('a.ts'), fits: true }],
		['no edit', any, { action: bash('ls'), fits: false }],
		['an edit below its glob', src, { action: edit('src/a/b.ts'), fits: true }],
		['an edit elsewhere', src, { action: edit('docs/a.md'), fits: false }],
		['one of several files', src, { action: { ...NOTHING, edits: ['a', 'src/b'] }, fits: true }],
		['its command', commit, { action: bash('cd x && git commit -m y'), fits: true }],
		['words only', commit, { action: bash('echo git commit'), fits: false }],
		['a call without a command', commit, { action: edit('a.ts'), fits: false }],
		['its tool', fits, { action: tool('mcp__fs__write'), fits: true }],
		['another tool', fits, { action: tool('mcp__fs__read'), fits: false }],
	];
	it.each(cases)('%s', (_, trigger, { action, fits: expected }) => {
		expect(matchOf(trigger, action) !== undefined).toBe(expected);
	});
});

it('requirements are found by the list that speaks of the call', () => {
	const all = requirements({
		review: {
			triggers: ['edit'],
			blocks: [{ command: 'git commit' }],
			stale_after: [{ edit: 'src/**' }],
		},
		plan: {},
	});
	const found = (list: 'triggers' | 'blocks' | 'staleAfter', action: Action) =>
		matching(all, list, action).map(({ name }) => name);
	expect(found('triggers', edit('a.md'))).toEqual(['review', 'plan']);
	expect(found('blocks', edit('a.md'))).toEqual(['plan']);
	expect(found('blocks', bash('git commit'))).toEqual(['review']);
	expect(found('staleAfter', edit('a.md'))).toEqual([]);
	expect(found('staleAfter', edit('src/a.ts'))).toEqual(['review']);
	expect(found('triggers', NOTHING)).toEqual([]);
});

describe('the file a tool edits', () => {
	it.each([
		['Edit', { file_path: '/a' }, '/a'],
		['Write', { file_path: '/a' }, '/a'],
		['MultiEdit', { file_path: '/a' }, '/a'],
		['NotebookEdit', { notebook_path: '/a' }, '/a'],
		['NotebookEdit', { file_path: '/a' }, undefined],
		['Read', { file_path: '/a' }, undefined],
		['Edit', {}, undefined],
		['Edit', { file_path: 7 }, undefined],
		['constructor', { file_path: '/a' }, undefined],
	])('%s %j: %s', (name, input, path) => {
		expect(editedPath(name, input)).toBe(path);
	});
});
