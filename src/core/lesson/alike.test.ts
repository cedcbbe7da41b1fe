import { describe, expect, it } from 'vitest';
import { doubtsOf, isAlike } from './alike.ts';
import type { Lesson } from './lesson.ts';

describe('two lessons are alike', () => {
	it.each([
		['the tests need a running database', 'the tests need a running postgres database'],
		['the tests need a running database', 'The tests need: a running database.'],
		['never run the seed script on staging', 'run the seed script on staging'],
		['sort the imports of login.ts', 'do not sort the imports of login.ts'],
		['use pnpm to install packages here', 'use pnpm to install the packages in CI'],
	])('%j and %j', (one, other) => {
		expect(isAlike(one, other)).toBe(true);
		expect(isAlike(other, one)).toBe(true);
	});

	it.each([
		['the tests need a running database', 'the lamp in the hall hums'],
		['use pnpm', 'use npm'],
		['rotate the signing key of the mobile app', 'rotate the log files of the api server'],
	])('not %j and %j', (one, other) => {
		expect(isAlike(one, other)).toBe(false);
	});
});

describe('doubts', () => {
	const lesson = (insight: string, text: string, more: Partial<Lesson> = {}): Lesson => ({
		...{ id: `s/${insight}`, same: text, kind: 'learning', text, why: undefined },
		...{ at: '2026-01-01T00:00:00.000Z', branch: 'main', user: 'ana', files: [], near: [] },
		mends: [],
		...more,
	});

	it('are what speaks of a file that is gone, and the older of two that are alike', () => {
		const lessons = [
			lesson('i1', 'the tests need a running database'),
			lesson('i2', 'the tests need a running postgres database', {
				at: '2026-02-01T00:00:00.000Z',
			}),
			lesson('i3', 'a.ts loads first', { files: ['src/a.ts'] }),
			lesson('i4', 'b.ts loads last', { files: ['src/b.ts'] }),
			lesson('b5', 'the tests need a running mysql database', { kind: 'blocker' }),
		];
		const code = { exists: (path: string) => path === 'src/b.ts', isGone: () => false };
		expect(doubtsOf(lessons, code)).toEqual([
			{ id: 'i1', kind: 'alike', about: 'i2' },
			{ id: 'i3', kind: 'outdated', about: 'src/a.ts' },
		]);
	});
});
