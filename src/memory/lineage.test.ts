import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ChainLink, lineageOf, sessionChain } from './lineage.ts';

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
	])('%s', (...[, parents, line, end]) => {
		const [start = session('', null), ...others] = graph(parents);
		const found = lineageOf(start, others, 4);
		expect(found.line.map(({ key }) => key).join(' ')).toBe(line);
		expect(found.end).toBe(end);
	});

	it('ends on any graph, each session once', () => {
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

const keys = (chain: readonly ChainLink[]) => chain.map(({ key }) => key).join('');

/** `ba` is session b, whose previous one is a. */
const links = (...all: string[]): ChainLink[] =>
	all.map(([key = '', previous]) => ({ key, previous: previous ?? null }));

describe('the chain of a session', () => {
	test.each([
		['oldest first', links('a', 'ba', 'cb'), 'c', 5, 'abc'],
		['in whatever order they are given', links('cb', 'a', 'ba'), 'c', 5, 'abc'],
		['ends at the session asked for', links('a', 'ba', 'cb'), 'b', 5, 'ab'],
		['the newest of it', links('a', 'ba', 'cb', 'dc', 'ed', 'fe'), 'f', 5, 'bcdef'],
		['a missing link ends it', links('ba', 'cb'), 'c', 5, 'bc'],
		['a cycle ends it', links('ac', 'ba', 'cb'), 'c', 9, 'abc'],
		['itself', links('aa'), 'a', 5, 'a'],
		['nobody', links('a'), 'x', 5, ''],
		['nothing asked', links('a'), 'a', 0, ''],
	])('%s', (...[, sessions, key, depth, expected]) => {
		expect(keys(sessionChain(sessions, key, depth))).toBe(expected);
	});

	it('each link names the one before it, none twice, the asked one last', () => {
		const letters = 'abcdefgh'.split('');
		const anyLinks = fc.array(
			fc.record({
				key: fc.constantFrom(...letters),
				previous: fc.option(fc.constantFrom(...letters)),
			}),
		);
		fc.assert(
			fc.property(anyLinks, fc.constantFrom(...letters), fc.nat(9), (sessions, key, depth) => {
				const chain = sessionChain(sessions, key, depth);
				expect(chain.length).toBeLessThanOrEqual(depth);
				expect(new Set(chain.map((one) => one.key)).size).toBe(chain.length);
				const named = chain.slice(1).map(({ previous }) => previous);
				expect(named).toEqual(chain.slice(0, -1).map((one) => one.key));
				const isThere = depth > 0 && sessions.some((one) => one.key === key);
				expect(chain.at(-1)?.key).toBe(isThere ? key : undefined);
			}),
		);
	});
});
