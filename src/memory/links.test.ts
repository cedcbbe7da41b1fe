import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeIn } from '../../tests/support/place-in.ts';
import { session } from '../../tests/support/some-session.ts';
import { hoursAgo, record } from '../../tests/support/some-source.ts';
import { followLinks, linkOf } from './links.ts';

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
] as const)('follows one link after the other, and says why it ends: %s', (...[, all, line, end]) => {
	const [start = sessions('x')[0], ...others] = sessions(...all);
	if (start === undefined) throw new Error('no session');
	const find = (key: string) => others.find((one) => one.key === key);
	const found = followLinks(start, find, { by: 'parent', depth: 4 });
	expect([found.line.map(({ key }) => key).join(''), found.end]).toEqual([line, end]);
	expect(followLinks(start, find, { by: 'previous', depth: 4 }).end).toBe('missing');
});

it('ends on any graph, each session once, each named by the one before it', () => {
	const key = fc.constantFrom(...'abcdefg');
	const link = fc.record({ key, parent: fc.option(key), previous: fc.option(key) });
	const by = fc.constantFrom('parent' as const, 'previous' as const);
	const graphs = fc.array(link, { minLength: 1 });
	fc.assert(
		fc.property(graphs, by, fc.integer({ min: 1, max: 9 }), ([start, ...others], of, depth) => {
			if (start === undefined) return;
			const find = (wanted: string) => others.find((one) => one.key === wanted);
			const { line } = followLinks(start, find, { by: of, depth });
			expect(line.length).toBeLessThanOrEqual(depth);
			expect(new Set(line.map((one) => one.key)).size).toBe(line.length);
			const named = line.map((one) => one[of]).slice(0, -1);
			expect(named).toEqual(line.map((one) => one.key).slice(1));
		}),
	);
});

it('S2-011: the previous session is the last one of the branch, not one that scores more or is of another branch', () => {
	const records = [
		record('a', { started_at: hoursAgo(30), hours: 1, hot_topics: ['auth'], branch: 'feature/x' }),
		record('b', { started_at: hoursAgo(20), hours: 19, branch: 'feature/x' }),
		record('c', { started_at: hoursAgo(2), hours: 1, branch: 'feature/y' }),
		record('d', { started_at: hoursAgo(2), hours: 1, branch: 'feature/x', user: 'ben' }),
		record('e', { started_at: hoursAgo(2), hours: 1, branch: 'feature/x', channel: 'nested' }),
	];
	const place = placeIn('/state', 'feature/x');
	const child = {
		place,
		session: session('99999999-0000-4000-8000-000000000009'),
		cleared: undefined,
	};
	const link = linkOf(child, records, { env: { USER: 'ana' }, parentPid: 1 });
	expect(link).toEqual({ e: 'link', previous: 'bbbbbbbb', parent: null });
});
