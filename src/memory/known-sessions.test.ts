import { describe, expect, it } from 'vitest';
import { nearSessions } from './known-sessions.ts';

const session = (name: string | undefined, n: number) => ({
	key: `${n}f6a7b8c`,
	uuid: `${n}f6a7b8c-0000-4000-8000-00000000000${n}`,
	name,
});
const KNOWN = [session(undefined, 4), session('payments', 3), session('auth-v2', 2), session('auth-v1', 1)];

describe('nearSessions', () => {
	it.each<[reference: string, names: string]>([
		['auth', 'auth-v2, auth-v1'],
		['auth-v9', 'auth-v2, auth-v1'],
		['AUTH-V1-old', 'auth-v1'],
		['paymets', 'payments'],
		['4f6a7b8d', '4f6a7b8c'],
		['3f6a7b8c-0000-4000-8000-000000000009', 'payments'],
		['1f6', 'auth-v1'],
	])('%s is near %j', (reference, names) => {
		expect(nearSessions(reference, KNOWN)).toMatch(new RegExp(`^near: ${names}(?:,|$)`));
	});

	it.each(['nobody', '', 'x', '-', '\u001b[31m'])('the newest if nothing is like %j', (word) => {
		expect(nearSessions(word, KNOWN)).toBe('newest: 4f6a7b8c, payments, auth-v2, auth-v1');
	});

	it('at most ten, each once, and nothing if there is none', () => {
		const many = Array.from({ length: 30 }, (_, n) => session(`auth-${n % 15}`, n));
		const names = nearSessions('auth', many).replace('near: ', '').split(', ');
		expect([names.length, new Set(names).size]).toEqual([10, 10]);
		expect(nearSessions('auth', [])).toBe('');
	});
});
