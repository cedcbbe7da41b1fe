import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPatternCheck, patternMatcher } from '../../src/adapters/re2-patterns.ts';

async function matches(pattern: string, text: string): Promise<boolean> {
	const matcher = await patternMatcher([pattern]);
	return matcher(pattern, text);
}

describe('patterns', () => {
	it.each([
		['mcp__fs__write.*', 'mcp__fs__write_file', true],
		['mcp__fs__write', 'mcp__fs__write_file', false],
		['fs__write', 'mcp__fs__write', false],
		['Edit|Write', 'Write', true],
		['Edit|Write', 'WriteX', false],
		['(?i)edit', 'EDIT', true],
		['edit', 'Edit', false],
		['', '', true],
	])('%s against %s: %s, always the whole text', async (pattern, text, expected) => {
		expect(await matches(pattern, text)).toBe(expected);
	});

	it.each(['(', '[a', 'a{1001}', '(?=x)', '\\1', '*'])('%s matches nothing', async (pattern) => {
		const isPattern = await loadPatternCheck();
		expect(isPattern(pattern)).toBe(false);
		expect(await matches(pattern, pattern)).toBe(false);
	});

	it('no pattern makes it backtrack (the test would not end)', async () => {
		const text = 'a'.repeat(10_000);
		for (const pattern of ['(a+)+b', '(a*)*b', '(a|a)*b', '(.*a){20}b', '(x+x+)+y']) {
			expect(await matches(pattern, text)).toBe(false);
		}
	});

	it('refuses patterns that would compile to a huge program', async () => {
		const isPattern = await loadPatternCheck();
		expect(isPattern('((a{30}){30}){30}')).toBe(false);
		expect(isPattern('(a{1000}){1000}')).toBe(false);
	});

	it('looks at the first 10,000 characters only', async () => {
		expect(await matches('a*', `${'a'.repeat(10_000)}b`)).toBe(true);
		expect(await matches('a*', `${'a'.repeat(9_999)}b`)).toBe(false);
	});

	it('answers for names it was not told about; anything else matches nothing then', async () => {
		const matcher = await patternMatcher(['a']);
		expect(matcher('b', 'b')).toBe(true);
		expect(matcher('b+', 'b')).toBe(false);
		expect(matcher('b+', 'b+')).toBe(false);
	});

	it('answers for names without RE2 what RE2 answers', async () => {
		const part = fc.tuple(fc.stringMatching(/^[a-b_0-]{0,2}$/), fc.constantFrom('', '.*'));
		const pattern = fc.array(
			part.map(([name, rest]) => name + rest),
			{ minLength: 1, maxLength: 3 },
		);
		const text = fc.string({ unit: fc.constantFrom('a', 'b', '_', '0', '-', '\n'), maxLength: 4 });
		const property = fc.asyncProperty(pattern, text, async (parts, one) => {
			const plain = parts.join('|');
			expect(await matches(plain, one)).toBe(await matches(`(?:${plain})`, one));
		});
		await fc.assert(property, { numRuns: 500 });
	});
});
