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
		'a/.b',
		'a.lock',
		'a.lock/b',
		'a~1',
		'a:b',
		'a\\b',
		'a@{1}',
		'-a',
		'x'.repeat(1001),
	])('is refused where git refuses it: %j', (name) => {
		expect(parseBranchName(name)).toBeUndefined();
	});

	test('of a reference is what follows refs/heads/', () => {
		expect(parseBranchRef('refs/heads/feature/test')).toBe('feature/test');
		expect(parseBranchRef('refs/tags/v1')).toBeUndefined();
		expect(parseBranchRef('detached HEAD')).toBeUndefined();
	});
});
