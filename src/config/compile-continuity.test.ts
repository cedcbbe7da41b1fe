import { describe, expect, it } from 'vitest';
import { compile } from '../../tests/support/compile-values.ts';
import { DEFAULT_CONTINUITY } from '../../tests/support/some-continuity.ts';

function continuity(...files: readonly (object | undefined)[]) {
	const [global, project, local] = files.map((one) => (one === undefined ? one : { continuity: one }));
	return compile(global, project, local).config.continuity;
}

describe('continuity in the cascade (D34)', () => {
	it('has the numbers of the seeds as defaults', () => {
		expect(continuity()).toEqual(DEFAULT_CONTINUITY);
	});

	it('merges maps and replaces lists and scalars', () => {
		const merged = continuity(
			{ lookback_days: 3, relevance: { threshold: 0.5 }, inject_on: ['startup', 'resume'] },
			{ relevance: { pin_threshold: 0.9 }, inject_on: ['clear'] },
			{ lookback_days: 2 },
		);
		expect(merged).toEqual({
			...DEFAULT_CONTINUITY,
			lookbackDays: 2,
			injectOn: ['clear'],
			relevance: { ...DEFAULT_CONTINUITY.relevance, threshold: 0.5, pinThreshold: 0.9 },
		});
	});

	it('lets no project write into the home of a user, and nobody inherit more pins than there is room', () => {
		expect(continuity(undefined, { mirror: true }).mirror).toBe(false);
		expect(continuity({ mirror: true }, { mirror: false }).mirror).toBe(true);
		expect(continuity(undefined, undefined, { mirror: true }).mirror).toBe(true);
		expect(continuity({ pins: { max: 3 } }).pins).toEqual({ max: 3, maxInherited: 3 });
	});

	it('keeps what an earlier file says where a later one is wrong, and ignores keys it does not know', () => {
		expect(continuity({ topics: 5 }, { topics: 'many' })).toMatchObject({ topics: 5 });
		expect(continuity({ topics: 5, tipocs: 7 })).toMatchObject({ topics: 5 });
	});
});
