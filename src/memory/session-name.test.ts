import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { isSameName, isSessionName, whyNoName } from './session-name.ts';

describe('the name of a session (D15)', () => {
	it.each(['auth-v1', 'auth rewrite', 'größe', 'v1.2', 'cafe', 'x'.repeat(64)])('%j is one', (name) => {
		expect([whyNoName(name), isSessionName(name)]).toEqual([undefined, true]);
	});

	it.each([
		['nothing', ''],
		['blanks', '  '],
		['too long a one', 'x'.repeat(65)],
		['an option', '-x'],
		['a list', 'a,b'],
		['a path', 'a/b'],
		['a path of Windows', 'a\\b'],
		['the way out', 'a..b'],
		['two lines', 'a\nb'],
		['an escape', 'a\u001b[31mb'],
		['two blanks in a row', 'a  b'],
		['a mark of direction', 'a\u202eb'],
		['a key', '1a2b3c4d'],
		['a long key', '1A2B3C4D5E6F'],
		['an id', '1a2b3c4d-0000-4000-8000-000000000001'],
		['an id without dashes', '1a2b3c4d000040008000000000000001'],
	])('%s is none', (_, name) => {
		expect(whyNoName(name)).toEqual(expect.any(String));
		expect(isSessionName(name)).toBe(false);
	});

	it('never holds what a path or a list is made of', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (raw) => {
				const name = raw.trim();
				if (whyNoName(name) !== undefined) return;
				expect(isSessionName(name)).toBe(true);
				expect(isSessionName(raw)).toBe(raw === name);
				expect(name).not.toMatch(/[,/\\\p{Cc}]|\.\.|^-/u);
			}),
		);
	});

	it('is the same in capitals', () => {
		expect(isSameName('Auth', 'aUTH')).toBe(true);
		expect(isSameName('auth', 'auth2')).toBe(false);
	});
});
