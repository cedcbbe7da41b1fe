import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	budget,
	CODES,
	compile,
	FULL,
	insight,
	pin,
	source,
} from '../../tests/support/some-restoration.ts';
import { compileInjection } from './compile-injection.ts';
import type { Restoration, RestoredInsight } from './restoration.ts';

describe('its room', () => {
	const insights = (count: number, size: number, kind: 'learning' | 'warning' = 'learning') =>
		Array.from({ length: count }, (_, index) =>
			insight(`i${index}`, `${index} `.padEnd(size, 'x'), kind),
		);

	it('D17: what finds none is named in one line, and by name in the preview', () => {
		const { text, dropped, chars } = compile({
			restoration: { ...FULL, insights: insights(100, 200) },
		});
		expect(chars).toBeLessThanOrEqual(9_500);
		expect(chars).toBeGreaterThan(9_000);
		const named = /^No room for (\d+) learnings: `req search` finds them\.$/m.exec(text);
		expect(dropped).toHaveLength(Number(named?.[1]));
		expect(dropped[0]).toEqual({ what: expect.stringMatching(/^learning i\d+$/), why: 'room' });
	});

	it('codes keep a share beside many insights, and stay below their own', () => {
		const files = Array.from({ length: 900 }, (_, index) => `impl:file-${index}.ts`);
		const { codes, text } = compile({
			restoration: { ...FULL, insights: insights(80, 150), codes: { ...FULL.codes, files } },
		});
		expect(codes.length).toBeGreaterThan(500);
		expect(codes.length).toBeLessThanOrEqual(6_000);
		expect(text).toMatch(/^impl: .*file-899\.ts/m);
		expect(text).toContain('next: retry');
		expect(text).toMatch(/^No room for \d+ learnings, \d+ codes/m);
	});

	it('lets the least important go first', () => {
		const restoration = {
			...FULL,
			insights: [...insights(40, 290, 'warning'), insight('last', 'the last of all')],
		};
		const { dropped, text } = compile({ restoration });
		expect(dropped.map(({ what }) => what)).toContain('warning i39');
		expect(dropped.map(({ what }) => what)).not.toContain('warning i0');
		expect(text).toContain('[t1] Log the contacts');
		expect(text).toContain('CRITICAL baud');
	});

	it('the gates are never cut, whatever is left for the rest', () => {
		for (const size of [9_000, 9_300, 9_499, 9_500, 12_000]) {
			const { text } = compile({ gates: 'g'.repeat(size) });
			expect(text.startsWith('g'.repeat(size))).toBe(true);
			expect(text.length).toBeLessThanOrEqual(Math.max(size, 9_500));
		}
	});

	it('is kept for a thousand items of each kind', () => {
		const many = Array.from({ length: 1_000 }, (_, index) => `${index} ${'💥'.repeat(150)}`);
		const { text, dropped } = compile({
			restoration: {
				...FULL,
				pins: many.map((one) => pin(one, one)),
				topics: many,
				insights: many.map((one, index) => insight(`i${index}`, `learnt ${one}`)),
				codes: { ...CODES, files: many.map((one) => `impl:${one}`) },
			},
		});
		expect(text.length).toBeLessThanOrEqual(9_500);
		expect(dropped.length).toBeGreaterThan(2_900);
	});

	const anyText = fc.string({ unit: 'grapheme-composite', maxLength: 700 });
	const anyKind = fc.constantFrom('learning' as const, 'warning' as const);
	const anyRestoration: fc.Arbitrary<Restoration> = fc.record({
		sources: fc.array(anyText.map(source), { maxLength: 3 }),
		pins: fc.array(fc.tuple(anyText, anyText).map(([label, content]) => pin(label, content))),
		insights: fc.array(
			fc.tuple(anyText, anyText, anyKind).map((told): RestoredInsight => insight(...told)),
			{ maxLength: 40 },
		),
		tasks: fc.array(fc.record({ id: anyText, title: anyText, stage: anyText, days: fc.nat(999) })),
		projects: fc.array(anyText),
		topics: fc.array(anyText),
		olderTasks: fc.nat(9),
		lastSession: fc.option(
			fc.record({
				...{ commits: fc.array(anyText), tests: fc.array(anyText), failed: fc.array(anyText) },
				...{ unmet: fc.array(anyText), uncommitted: fc.array(anyText) },
				...{ asked: fc.array(anyText, { maxLength: 2 }), tried: fc.array(anyText) },
				note: fc.option(anyText, { nil: undefined }),
			}),
			{ nil: undefined },
		),
		codes: fc.record({
			...{ meta: fc.array(anyText), files: fc.array(anyText), functions: fc.array(anyText) },
			...{ decisions: fc.array(anyText), blockers: fc.array(anyText), next: fc.array(anyText) },
		}),
		dropped: fc.constant([]),
	});

	const anyInheritance = fc.record({
		...{ from: anyText, progress: fc.array(anyText), isAsked: fc.boolean() },
		file: fc.option(anyText, { nil: undefined }),
	});

	it('is kept whatever there is, with no control characters, no line twice, and the same text again', () => {
		const anyFacts = fc.record({
			gates: anyText,
			restoration: fc.option(anyRestoration, { nil: undefined }),
			occasion: fc.constantFrom('start' as const, 'compact' as const),
			notes: fc.array(anyText, { maxLength: 3 }),
			inherited: fc.option(anyInheritance, { nil: undefined }),
			budget: fc.constantFrom(budget, { ...budget, injectChars: 2_000 }),
		});
		fc.assert(
			fc.property(anyFacts, (facts) => {
				const { text, chars, codes } = compileInjection(facts);
				expect(chars).toBe(text.length);
				expect(chars).toBeLessThanOrEqual(facts.budget.injectChars);
				const own = text.slice(facts.gates.length);
				expect(own.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
				for (const block of own.split('\n\n')) {
					const items = block.split('\n').filter((line) => line.startsWith('- '));
					expect(new Set(items).size).toBe(items.length);
				}
				expect(new Set(codes.split('\n')).size).toBe(codes.split('\n').length);
				expect(compileInjection(structuredClone(facts)).text).toBe(text);
			}),
		);
	});
});
