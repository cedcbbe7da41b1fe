import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearSessions } from './near-sessions.ts';

const session = (name: string | undefined, n: number) => ({
	key: `${n}f6a7b8c`,
	uuid: `${n}f6a7b8c-0000-4000-8000-00000000000${n}`,
	name,
	at: `2026-11-0${n}T10:00:00.000Z`,
});
const KNOWN = [
	session('auth-v1', 1),
	session('auth-v2', 2),
	session('payments', 3),
	session(undefined, 4),
];

describe('nearSessions', () => {
	it.each<[reference: string, names: string[]]>([
		['auth', ['auth-v2', 'auth-v1']],
		['auth-v9', ['auth-v2', 'auth-v1']],
		['AUTH-V1-old', ['auth-v1']],
		['paymets', ['payments']],
		['4f6a7b8d', ['4f6a7b8c']],
		['3f6a7b8c-0000-4000-8000-000000000009', ['payments']],
		['1f6', ['auth-v1']],
	])('%s is near %j', (reference, names) => {
		const { isNear, names: found } = nearSessions(reference, KNOWN);
		expect(isNear).toBe(true);
		expect(found.slice(0, names.length)).toEqual(names);
	});

	it.each(['nobody', '', 'x', '-', '\u001b[31m'])('the newest where nothing is like %j', (word) => {
		expect(nearSessions(word, KNOWN)).toEqual({
			isNear: false,
			names: ['4f6a7b8c', 'payments', 'auth-v2', 'auth-v1'],
		});
	});

	it('at most ten, each once, and only what there is', () => {
		fc.assert(
			fc.property(fc.string(), fc.array(fc.string(), { maxLength: 30 }), (word, names) => {
				const found = nearSessions(
					word,
					names.map((name, n) => ({ ...session(name, 1), at: String(n) })),
				).names;
				expect(found.length).toBeLessThanOrEqual(10);
				expect(new Set(found).size).toBe(found.length);
				expect(found.every((name) => names.includes(name))).toBe(true);
				expect(found.length > 0).toBe(names.length > 0);
			}),
		);
	});
});
