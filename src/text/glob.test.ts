import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlob, matchesGlob } from './glob.ts';

describe('matchesGlob', () => {
	it.each([
		['src/**', 'src/a.ts'],
		['src/**', 'src/a/b/c.ts'],
		['src/', 'src/a/b.ts'],
		['src/*.ts', './src/a.ts'],
		['**/*.ts', 'a.ts'],
		['src/**/test/*.ts', 'src/test/a.ts'],
		['src/**/test/*.ts', 'src/x/y/test/a.ts'],
		['a**b', 'a/x/b'],
		['*', '.hidden'],
		['*.{ts,tsx}', 'a.tsx'],
		['{src,lib}/**/*.{js,ts}', 'lib/x/a.js'],
		['a{b{c,d},e}', 'abd'],
		['[a-c]x', 'bx'],
		['[^a]x', 'bx'],
		['[a', '[a'],
		['{a,b', '{a,b'],
		['\\*', '*'],
		['a\\{b,c\\}', 'a{b,c}'],
		['💥?', '💥💥'],
	])('%s matches %s', (glob, path) => {
		expect(matchesGlob(glob, path)).toBe(true);
	});

	it.each([
		['src/*', 'src/a/b.ts'],
		['src/**', 'srcs/a.ts'],
		['*.ts', 'src/a.ts'],
		['file?.ts', 'file/.ts'],
		['[!a]', '/'],
		['a**/b', 'axb'],
		['src/**/b', 'src/ab'],
		['\\*', 'x'],
		['main', 'maintenance/main'],
		['!src/**', 'lib/a'],
	])('%s does not match %s', (glob, path) => {
		expect(matchesGlob(glob, path)).toBe(false);
	});

	it('no glob makes it backtrack (the test would not end)', () => {
		const path = 'a'.repeat(1_000);
		const hostile = ['*a*a*a*a*b', '**a**a**a**b', `${'*a'.repeat(120)}b`, '{a,b}'.repeat(40)];
		for (const glob of hostile) expect(matchesGlob(glob, path)).toBe(false);
	});

	it('refuses globs with more alternatives than it would try', () => {
		expect(isGlob('{a,b}{c,d}{e,f}')).toBe(true);
		expect(isGlob('{a,b}'.repeat(7))).toBe(false);
		expect(isGlob('x'.repeat(257))).toBe(false);
	});

	it('agrees with the plain reading of stars and question marks', () => {
		const plain = fc.string({
			unit: fc.constantFrom('a', 'b', '/', '*', '?'),
			minLength: 1,
			maxLength: 8,
		});
		const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
		fc.assert(
			fc.property(
				plain.filter((glob) => !/\*\*|\/$/.test(glob)),
				path,
				(glob, text) => {
					const regex = glob.replaceAll('*', '[^/]*').replaceAll('?', '[^/]');
					expect(matchesGlob(glob, text)).toBe(new RegExp(`^${regex}$`).test(text));
				},
			),
			{ numRuns: 500 },
		);
	});

	it('a path longer than any of a project counts as a match, so that a gate asks', () => {
		const path = 'a/'.repeat(600);
		expect(matchesGlob('src/**/*.ts', path)).toBe(true);
		expect(matchesGlob('!src/**', path)).toBe(false);
		expect(matchesGlob('src/**/*.ts', path.slice(0, 1_000))).toBe(false);
	});
});
