import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, inverseEdits, type TextEdit } from './text-edit.ts';

/** Any text with edits that lie inside what the ones before them have left. */
const edited = fc
	.record({
		text: fc.string({ unit: 'binary' }),
		raw: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.string({ unit: 'binary', maxLength: 5 }))),
	})
	.map(({ text, raw }) => {
		let now = text;
		const edits = raw.map(([a, b, replacement]): TextEdit => {
			const offset = a % (now.length + 1);
			const edit = { offset, length: b % (now.length - offset + 1), text: replacement };
			now = applyEdits(now, [edit]);
			return edit;
		});
		return { text, edits };
	});

describe('edits', () => {
	it('each counts in what the ones before it have left', () => {
		const edits = [
			{ offset: 1, length: 1, text: 'BBB' },
			{ offset: 4, length: 1, text: '' },
		];
		expect(applyEdits('abcd', edits)).toBe('aBBBd');
	});

	it('every edit can be taken back, to the byte', () => {
		fc.assert(
			fc.property(edited, ({ text, edits }) => {
				const after = applyEdits(text, edits);
				expect(applyEdits(after, inverseEdits(text, edits))).toBe(text);
			}),
		);
	});

	it('the way back holds nothing but what was taken away', () => {
		const back = inverseEdits('secret: x', [{ offset: 8, length: 1, text: 'y' }]);
		expect(back).toEqual([{ offset: 8, length: 1, text: 'x' }]);
	});
});
