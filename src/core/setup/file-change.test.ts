import { expect, it } from 'vitest';
import { readJsonLayout } from '../../adapters/json-layouts.ts';
import { settingsChange, undoChange, withLinesAtEnd } from './setup-file.ts';

const created = { file: 'project_config', path: '/p/c', before: null, after: 'new' } as const;
const changed = { file: 'exclude', path: '/p/e', before: 'a\nb', after: 'a\nb\n/c\n' } as const;

it.each([
	['a created file is removed', created, 'new', { kind: 'restored', text: undefined }],
	['a created file that was edited stays', created, 'newer', { kind: 'edited', wrote: 'new' }],
	['a deleted file needs nothing', created, undefined, { kind: 'gone' }],
	['a changed file is put back', changed, 'a\nb\n/c\n', { kind: 'restored', text: 'a\nb' }],
	['a file that init never wrote needs nothing', changed, 'a\nb', { kind: 'gone' }],
	['a changed file that was edited stays', changed, '', { kind: 'edited', wrote: changed.after }],
] as const)('undo: %s', (_, change, text, expected) => {
	expect(undoChange(change, text)).toEqual(expected);
});

it('adds lines at the end of a file', () => {
	const { before, after } = withLinesAtEnd(
		{ file: 'exclude', path: '/p/e', text: 'a\nb' },
		['/c'],
		'why',
	);
	expect({ before, after }).toEqual({ before: 'a\nb', after: 'a\nb\n/c\n' });
});

it('sets one key after the other, and leaves what does not parse', () => {
	const keys = ['a', 'b'].map((key) => ({ path: [key], value: 1 }));
	const settings = (text: string | undefined) =>
		settingsChange(
			{ file: 'team_settings', path: '/p/s', text },
			{ keys, why: 'why' },
			readJsonLayout,
		).after;
	expect(settings(undefined)).toBe('{\n  "a": 1,\n  "b": 1\n}\n');
	expect(settings('{')).toBe('{');
});
