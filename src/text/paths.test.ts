import { describe, expect, it } from 'vitest';
import { absolutePath, isInside, parentOf, plainPath, relativeTo } from './paths.ts';

describe('paths', () => {
	it.each([
		['/p/a', '/p', true],
		['/p/a/b', '/p/', true],
		['/p', '/p', false],
		['/pa', '/p', false],
	])('%s lies inside %s: %s', (path, directory, expected) => {
		expect(isInside(path, directory)).toBe(expected);
	});

	it.each([
		['/p', '/p/src/a.ts', 'src/a.ts'],
		['/p', '/other/a.ts', '/other/a.ts'],
		['/p', '/p', '/p'],
	])('relative to %s, %s is %s', (root, path, expected) => {
		expect(relativeTo(root, path)).toBe(expected);
	});

	it.each([
		['/p/a', '/p'],
		['/a', '/'],
		['/', '/'],
	])('the directory of %s is %s', (path, expected) => {
		expect(parentOf(path)).toBe(expected);
	});

	it.each([
		['/a', '/p', '/a'],
		['a', '/p', '/p/a'],
	])('%s seen from %s is %s', (path, cwd, expected) => {
		expect(absolutePath(path, cwd)).toBe(expected);
	});

	it.each([
		['/p/./a//b/', '/p/a/b'],
		['/p/x/../.git/y', '/p/.git/y'],
		['/../..', '/'],
	])('%s is plainly %s', (path, expected) => {
		expect(plainPath(path)).toBe(expected);
	});
});
