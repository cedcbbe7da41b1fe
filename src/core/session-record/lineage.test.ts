import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineageOf } from './lineage.ts';

const session = (key: string, parent: string | null) => ({ key, parent });
const graph = (parents: Readonly<Record<string, string | null>>) =>
	Object.entries(parents).map(([key, parent]) => session(key, parent));

describe('lineageOf', () => {
	it.each<[what: string, parents: Record<string, string | null>, line: string, end: string]>([
		['no parent', { a: null, b: 'a' }, 'a', 'no_parent'],
		['a chain', { c: 'b', b: 'a', a: null }, 'c b a', 'no_parent'],
		['one that is gone', { c: 'b', b: 'x' }, 'c b', 'missing'],
		['itself', { a: 'a' }, 'a', 'cycle'],
		['a ring', { c: 'b', b: 'a', a: 'c' }, 'c b a', 'cycle'],
		['a ring ahead', { c: 'b', b: 'a', a: 'b' }, 'c b a', 'cycle'],
		['more than asked for', { e: 'd', d: 'c', c: 'b', b: 'a', a: null }, 'e d c b', 'deeper'],
	])('S0-055: %s', (...[, parents, line, end]) => {
		const [start = session('', null), ...others] = graph(parents);
		const found = lineageOf(start, others, 4);
		expect(found.line.map(({ key }) => key).join(' ')).toBe(line);
		expect(found.end).toBe(end);
	});

	it('S0-013: ends on any graph, each session once', () => {
		const key = fc.constantFrom(...'abcdefg');
		const edge = fc.record({ key, parent: fc.option(key) });
		fc.assert(
			fc.property(
				fc.array(edge, { minLength: 1 }),
				fc.integer({ min: 1, max: 9 }),
				(all, depth) => {
					const [start = session('', null)] = all;
					const { line } = lineageOf(start, all, depth);
					expect(line.length).toBeLessThanOrEqual(depth);
					expect(new Set(line.map((one) => one.key)).size).toBe(line.length);
				},
			),
		);
	});
});
