import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { hashedName, slug } from './place.ts';

describe('D4: the slug of a branch', () => {
	const cases: [branch: string, slug: string][] = [
		['feature/test', 'feature-test'],
		['feature\\test', 'feature-test'],
		['Feature/Auth', 'feature-auth'],
		['fix.1_2-b', 'fix.1_2-b'],
		['größe', 'gr__e'],
		['💥', '_'],
		['@detached', '_detached'],
		['', '_'],
		['.', '_.'],
		['..', '_..'],
		['.hidden', '_.hidden'],
		['tasks', '_tasks'],
		['Sessions', '_sessions'],
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

	test('is the same for names that differ in case only, so no disk can tell them apart by accident', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[A-Za-z0-9/._-]{1,40}$/), (branch) => {
				expect(slug(branch.toUpperCase())).toBe(slug(branch.toLowerCase()));
			}),
		);
	});

	test.each([
		'archive',
		'events',
		'faults',
		'history',
		'index',
		'inherited',
		'quarantine',
		'runs',
		'sessions',
		'tasks',
	])('never names our own %s', (ours) => {
		expect(slug(ours)).not.toBe(ours);
	});
});

describe('D4: the names of a branch file', () => {
	test('a hashed name is no plain name of any branch', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), fc.stringMatching(/^[0-9a-f]{8}$/), (a, b, hash) => {
				expect(hashedName(a, () => hash)).not.toBe(slug(b));
			}),
		);
	});

	test('branches that share a slug part by hash', () => {
		const one = hashedName('feature/auth', () => '00000001');
		const two = hashedName('feature-auth', () => '00000002');
		expect(slug('feature/auth')).toBe(slug('feature-auth'));
		expect(one).toBe('feature-auth~00000001');
		expect(two).toBe('feature-auth~00000002');
	});
});
