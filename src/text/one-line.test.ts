import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { cut, oneLine, quoted } from './one-line.ts';

describe('D18: stored text', () => {
	it.each([
		['a\r\n\tb  c ', 'a b c'],
		['\u001b[31mred\u001b[0m', 'red'],
		['\u001b]0;title\u0007text', 'text'],
		['left\u202eright', 'left right'],
		['a\u2028b\u2029c', 'a b c'],
		['a\u{e0041}b', 'a b'],
		['\ud83d alone', 'alone'],
		['', ''],
	])('%j is shown as %j', (text, shown) => {
		expect(oneLine(text)).toBe(shown);
	});

	it('is always one visible line of at most 300 characters, and the same when shown again', () => {
		const pieces = ['\n', '\u001b[', '\u001b]', '\u0007', '\u202e', '"', '\ud83d', '💥'];
		const hostile = fc.constantFrom(...pieces);
		const text = fc.array(fc.oneof(hostile, fc.string({ unit: anyCharacter })), { maxLength: 40 });
		fc.assert(
			fc.property(text, (parts) => {
				const shown = oneLine(parts.join(''));
				expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
				expect(shown.length).toBeLessThanOrEqual(300);
				expect(oneLine(shown)).toBe(shown);
				expect(quoted(parts.join('')).slice(1, -1)).not.toContain('"');
			}),
		);
	});

	it('is cut between characters', () => {
		expect(cut('a💥b', 2)).toBe('a');
		expect(cut('a💥b', 3)).toBe('a💥');
		expect(oneLine(`${'x'.repeat(298)}💥💥`)).toBe(`${'x'.repeat(298)}…`);
		expect(oneLine('x'.repeat(300))).toBe('x'.repeat(300));
	});
});
