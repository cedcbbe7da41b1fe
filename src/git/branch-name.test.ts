import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBranchName, parseBranchRef } from './place.ts';

describe('D4: a branch name', () => {
	test.each(['main', 'feature/test', 'größe', 'a.b', 'x@y', '@', 'UPPER', 'a{b'])('%j', (name) => {
		expect(parseBranchName(name)).toBe(name);
	});

	test.each([
		'',
		'a b',
		'a\nb',
		'a\u0000b',
		'../../etc',
		'a..b',
		'a//b',
		'/a',
		'a/',
		'a.',
		'.a',
		'a/.b',
		'a.lock',
		'a.lock/b',
		'a~1',
		'a^',
		'a:b',
		'a?b',
		'a*b',
		'a[b',
		'a\\b',
		'a@{1}',
		'-a',
		'x'.repeat(1001),
	])('is refused where git refuses it: %j', (name) => {
		expect(parseBranchName(name)).toBeUndefined();
	});

	test('never leads out of the directory it is put into', () => {
		const part = fc.constantFrom('a', '.', '..', '/', '\\', '\u0000', '\n');
		fc.assert(
			fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
				const name = parseBranchName(parts.join(''));
				const dots = name?.split('/').filter((piece) => piece === '' || piece.startsWith('.'));
				expect(dots ?? []).toEqual([]);
			}),
		);
	});

	test('of a reference is what follows refs/heads/', () => {
		expect(parseBranchRef('refs/heads/feature/test')).toBe('feature/test');
		expect(parseBranchRef('refs/tags/v1')).toBeUndefined();
		expect(parseBranchRef('detached HEAD')).toBeUndefined();
	});
});
