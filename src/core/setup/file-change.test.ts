import { describe, expect, it } from 'vitest';
import { readJsonLayout } from '../../adapters/json-layouts.ts';
import { teamKeys, teamSource } from './marketplace.ts';
import {
	createFile,
	type FileChange,
	recorded,
	settingsChange,
	undoChange,
	withLinesAtEnd,
} from './setup-file.ts';

/** Stands for a digest: what matters is which texts are the same. */
const sha256 = (text: string) => `of ${text}`;
const tools = { sha256, readJson: readJsonLayout };

function undo(change: FileChange, text: string | undefined) {
	return undoChange(recorded(change, sha256), text, tools);
}

const created = createFile({ file: 'project_config', path: '/p/c', text: undefined }, 'new', 'why');
const excluded = withLinesAtEnd({ file: 'exclude', path: '/p/e', text: 'a\nb' }, ['/c'], 'why');
const team = (text: string | undefined) =>
	settingsChange(
		{ file: 'team_settings', path: '/p/s', text },
		{ keys: teamKeys(teamSource(undefined, '/clone')), why: 'why' },
		readJsonLayout,
	);

describe('taking a change back', () => {
	it.each([
		['a created file goes', created, 'new', { kind: 'restored', text: undefined }],
		['a created file that was edited stays', created, 'newer', { kind: 'stays' }],
		['a file that is not there is no trouble', created, undefined, { kind: 'gone' }],
		['added lines go, to the byte', excluded, 'a\nb\n/c\n', { kind: 'restored', text: 'a\nb' }],
		['a file that is as it was is no trouble', excluded, 'a\nb', { kind: 'gone' }],
		[
			'added lines go from among others',
			excluded,
			'x\na\nb\n/c\ny\n',
			{ kind: 'cleaned', text: 'x\na\nb\ny\n', left: [] },
		],
		['lines that are gone are no trouble', excluded, 'x\n', { kind: 'gone' }],
	] as [string, FileChange, string | undefined, object][])('%s', (...row) => {
		const [, change, text, expected] = row;
		expect(undo(change, text)).toEqual(expected);
	});

	it('settings are as they were, to the byte', () => {
		const text = '{\n  "a": 1 // why\n}';
		const change = team(text);
		expect(change.after).not.toBe(text);
		expect(undo(change, change.after)).toEqual({ kind: 'restored', text });
	});

	it('settings that were made for us go, also when somebody has only moved them about', () => {
		const change = team(undefined);
		const moved = JSON.stringify(JSON.parse(change.after));
		expect(undo(change, moved)).toEqual({ kind: 'cleaned', text: undefined, left: [] });
	});

	it('settings somebody added to lose ours and no object of theirs', () => {
		const change = team('{ "enabledPlugins": {} }');
		const edited = change.after.replace('{ ', '{ "mine": {}, ');
		expect(undo(change, edited)).toEqual({
			kind: 'cleaned',
			text: expect.stringMatching(/^\{ "mine": \{\},\s*"enabledPlugins": \{\s*\}\s*\}$/),
			left: [],
		});
	});

	it('a key that holds something else by now is left and named', () => {
		const change = team('{}');
		const edited = change.after.replace('true', 'false');
		expect(undo(change, edited)).toMatchObject({
			kind: 'cleaned',
			left: ['enabledPlugins.req@claude-req'],
		});
	});

	it('settings that do not parse stay', () => {
		expect(undo(team('{}'), '{ "enabledPlugins": ')).toEqual({ kind: 'stays' });
	});

	it('a record whose way back leads elsewhere is not believed', () => {
		const change = { ...recorded(excluded, sha256), undo: [{ offset: 0, length: 1, text: 'x' }] };
		expect(undoChange(change, excluded.after, tools)).toEqual({
			kind: 'cleaned',
			text: 'a\nb\n',
			left: [],
		});
	});
});
