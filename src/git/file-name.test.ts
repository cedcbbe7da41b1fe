import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { hashedName } from './find-place.ts';
import { slug } from './place.ts';

describe('D4: the slug of a branch', () => {
	const cases: [branch: string, slug: string][] = [
		['feature/test', 'feature-test'],
		['feature\\test', 'feature-test'],
		['Feature/Auth', 'feature-auth'],
		['größe', 'gr__e'],
		['@detached', '_detached'],
		['', '_'],
		['..', '_..'],
		['.hidden', '_.hidden'],
		['tasks', '_tasks'],
		['x'.repeat(250), 'x'.repeat(100)],
	];
	test.each(cases)('%j → %j', (branch, expected) => {
		expect(slug(branch)).toBe(expected);
	});

	test('is always a portable file name that is not hidden, at most 100 characters long', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (branch) => {
				expect(slug(branch)).toMatch(/^[a-z0-9_-][a-z0-9._-]{0,99}$/);
			}),
		);
	});

	test.each(['faults', 'sessions', 'tasks'])('never names our own %s', (ours) => {
		expect(slug(ours)).not.toBe(ours);
	});
});

describe('D4: the names of a branch file', () => {
	test('branches that share a slug part by hash', () => {
		const one = hashedName('feature/auth');
		const two = hashedName('feature-auth');
		expect(slug('feature/auth')).toBe(slug('feature-auth'));
		expect(one).toMatch(/^feature-auth~[\da-f]{8}$/);
		expect(two).not.toBe(one);
	});
});
