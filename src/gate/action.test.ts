import { describe, expect, it } from 'vitest';
import { requirements } from '../../tests/support/some-requirement.ts';
import { editedPath } from '../host/tools.ts';
import { matchesCommand } from '../shell/match.ts';
import { parseCommand } from '../shell/read-line.ts';
import { type Action, EDITS_ONLY } from './triggers.ts';
import { matching } from './verdict.ts';

const NOTHING: Action = { ...EDITS_ONLY, tool: 'Read', edits: [] };
const edit = (path: string): Action => ({ ...NOTHING, tool: 'Edit', edits: [path] });
const bash = (source: string): Action => {
	const command = parseCommand(source);
	return { ...NOTHING, tool: 'Bash', command, runs: (one) => matchesCommand(command, one) };
};
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
		['NotebookEdit', { notebook_path: '/a' }, '/a'],
		['NotebookEdit', { file_path: '/a' }, undefined],
		['Read', { file_path: '/a' }, undefined],
		['Edit', { file_path: 7 }, undefined],
		['constructor', { file_path: '/a' }, undefined],
	])('%s %j: %s', (name, input, path) => {
		expect(editedPath(name, input)).toBe(path);
	});
});
