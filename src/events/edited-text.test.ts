import { expect, it } from 'vitest';
import { editedText } from './edited-text.ts';

it.each([
	['a b a', { content: 'c' }, 'c'],
	['a b a', { old_string: 'a', new_string: '$&' }, '$& b a'],
	['a b a', { old_string: 'a', new_string: 'x', replace_all: true }, 'x b x'],
	['a', { old_string: 'z', new_string: 'x' }, 'a'],
	['', { old_string: '', new_string: 'new' }, 'new'],
	[
		'a',
		{
			edits: [
				{ old_string: 'a', new_string: 'b' },
				{ old_string: 'b', new_string: 'c' },
			],
		},
		'c',
	],
	['a', { new_source: 'x' }, undefined],
	['a', { edits: [null] }, undefined],
])('%j after %j is %j', (before, input, after) => {
	expect(editedText(before, input)).toBe(after);
});
