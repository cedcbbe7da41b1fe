import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inRanks } from './in-ranks.ts';

it('gives what sorting gives, a group for each rank', () => {
	const items = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 5 }), name: fc.string() }));
	fc.assert(
		fc.property(items, (given) => {
			const groups = inRanks(given, ({ rank }) => rank);
			expect(groups.flat()).toEqual([...given].sort((one, other) => other.rank - one.rank));
			expect(groups).toHaveLength(new Set(given.map(({ rank }) => rank)).size);
		}),
	);
});
