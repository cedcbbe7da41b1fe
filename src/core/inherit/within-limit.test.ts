import { describe, expect, it } from 'vitest';
import { bundle, note } from '../../../tests/support/bundled.ts';
import { DEFAULT_CONTINUITY } from '../../../tests/support/some-continuity.ts';
import { hoursAgo, insight, record } from '../../../tests/support/some-source.ts';
import { bundleFileText } from './bundle.ts';
import { LISTS } from './selection.ts';

describe('S0-006, S0-063: what finds no room', () => {
	const long = (kind: string) => `${kind} ${'y'.repeat(200)}`;
	const full = record('a', {
		insights: (['warning', 'decision', 'learning', 'pattern'] as const).flatMap((kind) =>
			Array.from({ length: 30 }, (_, i) =>
				insight(`${kind}${i}`, { kind, text: `${long(kind)} ${i}`, created_at: hoursAgo(99 - i) }),
			),
		),
		notes: [note('z'.repeat(9_000))],
	});
	const within = (tokens: number) => {
		const budget = { ...DEFAULT_CONTINUITY.budget, bundleTokens: tokens };
		const select = ['learnings', 'patterns', 'warnings', 'decisions', 'progress'] as const;
		const made = bundle([full], { select, continuity: { ...DEFAULT_CONTINUITY, budget } });
		expect(bundleFileText(made).length).toBeLessThanOrEqual(tokens * 4);
		return made;
	};
	const sizes = (tokens: number) => {
		const made = within(tokens);
		const [warnings, decisions, learnings, patterns] = LISTS.map((list) => made[list].length);
		return { progress: made.progress_summary.length, patterns, learnings, decisions, warnings };
	};

	it('nothing, where all finds room', () => {
		expect(within(12_000).truncated).toBe(false);
		expect(sizes(12_000)).toMatchObject({ progress: 9_000, patterns: 30 });
	});

	it.each<[number, (size: ReturnType<typeof sizes>) => boolean]>([
		[9_500, ({ progress, patterns }) => progress > 2_000 && progress < 9_000 && patterns === 30],
		[8_000, ({ progress, patterns }) => progress === 2_000 && (patterns ?? 0) < 30],
		[6_000, ({ patterns, learnings }) => patterns === 0 && (learnings ?? 0) < 30],
		[4_000, ({ learnings, decisions }) => learnings === 0 && (decisions ?? 0) < 30],
		[2_000, ({ decisions, warnings }) => decisions === 0 && (warnings ?? 0) < 30],
		[500, ({ warnings, progress }) => warnings === 0 && progress > 0 && progress < 2_000],
	])('within %d tokens, the least important first', (tokens, holds) => {
		const size = sizes(tokens);
		expect(holds(size), JSON.stringify(size)).toBe(true);
		expect(within(tokens).truncated).toBe(true);
	});

	it('of a list the oldest', () => {
		const { learnings } = within(5_000);
		expect(learnings.length).toBeLessThan(30);
		expect(learnings.at(-1)).toBe(`${long('learning')} 29`);
		expect(learnings[0]).toBe(`${long('learning')} ${30 - learnings.length}`);
	});
});
