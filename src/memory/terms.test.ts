import { describe, expect, it } from 'vitest';
import { termsOf, weighWord } from './terms.ts';

it.each([
	...['commit', 'tests', 'became', 'tries', 'tried', 'trying', 'stopping', 'fixes', 'goes'],
	...['wrapped', 'absolutely', 'folders'],
])('%s says little of a subject', (word) => {
	expect(weighWord(word)).toBe('general');
});

it.each(['cookie', 'press', 'ring', 'spring', 'plugged', 'process', 'assembly', 'family', '429'])(
	'%s says something',
	(word) => {
		expect(weighWord(word)).toBe('word');
	},
);

it.each(['the', 'not', 'x', '42', '123456'])('nothing is found by %s', (word) => {
	expect(weighWord(word)).toBeUndefined();
});

describe('the terms of a text', () => {
	it.each([
		['Cookies are stripped', 'the cookie strips'],
		['sign in', 'sign-in'],
		['readFile', 'read the file'],
		['src\\auth\\login.ts', 'login.ts'],
		['пользователь', 'Пользователь'],
	])('%s and %s have one in common', (one, other) => {
		const terms = termsOf(other);
		expect([...termsOf(one).keys()].some((term) => terms.has(term))).toBe(true);
	});

	it('know what is a part of what', () => {
		expect([...termsOf('e-mail')]).toEqual([
			['email', { kind: 'word', wholes: [] }],
			['mail', { kind: 'word', wholes: ['email'] }],
		]);
		expect(termsOf('e-mail the mail').get('mail')?.wholes).toEqual([]);
	});

	it('are bounded, whatever the text', () => {
		expect(termsOf('x1_y2.z3 '.repeat(100_000)).size).toBeLessThanOrEqual(80);
		expect(termsOf('a'.repeat(1_000_000)).size).toBe(0);
	});
});
