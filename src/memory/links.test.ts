import fc from 'fast-check';
import { expect, it } from 'vitest';
import { followLinks } from './links.ts';

/** `ba`: session b, whose parent is a. The previous session of each is `z`. */
const sessions = (...all: readonly string[]) =>
	all.map(([key = '', parent = null]) => ({ key, parent, previous: 'z' }));

it.each([
	['no parent', ['a', 'ba'], 'a', 'no_parent'],
	['a chain', ['cb', 'ba', 'a'], 'cba', 'no_parent'],
	['one that is gone', ['cb', 'bx'], 'cb', 'missing'],
	['itself', ['aa'], 'a', 'cycle'],
	['a ring', ['cb', 'ba', 'ac'], 'cba', 'cycle'],
	['a ring ahead', ['cb', 'ba', 'ab'], 'cba', 'cycle'],
	['more than asked for', ['ed', 'dc', 'cb', 'ba', 'a'], 'edcb', 'deeper'],
] as const)(
	'follows one link after the other, and says why it ends: %s',
	(...[, all, line, end]) => {
		const [start = sessions('x')[0], ...others] = sessions(...all);
		if (start === undefined) throw new Error('no session');
		const found = followLinks(start, others, { by: 'parent', depth: 4 });
		expect([found.line.map(({ key }) => key).join(''), found.end]).toEqual([line, end]);
		expect(followLinks(start, others, { by: 'previous', depth: 4 }).end).toBe('missing');
	},
);

it('ends on any graph, each session once, each named by the one before it', () => {
	const key = fc.constantFrom(...'abcdefg');
	const link = fc.record({ key, parent: fc.option(key), previous: fc.option(key) });
	const by = fc.constantFrom('parent' as const, 'previous' as const);
	const graphs = fc.array(link, { minLength: 1 });
	fc.assert(
		fc.property(graphs, by, fc.integer({ min: 1, max: 9 }), ([start, ...others], of, depth) => {
			if (start === undefined) return;
			const { line } = followLinks(start, others, { by: of, depth });
			expect(line.length).toBeLessThanOrEqual(depth);
			expect(new Set(line.map((one) => one.key)).size).toBe(line.length);
			const named = line.slice(0, -1).map((one) => one[of]);
			expect(named).toEqual(line.slice(1).map((one) => one.key));
		}),
	);
});
