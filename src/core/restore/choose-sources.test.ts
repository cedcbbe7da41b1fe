import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTINUITY } from '../../../tests/support/some-continuity.ts';
import type { RecordSummary } from '../session-record/record-summary.ts';
import { type ChoiceFacts, chooseSources, sourcesOf } from './choose-sources.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

const facts: ChoiceFacts = {
	...{ now: NOW, branch: 'feature/x', self: 'self', user: 'ana', channel: 'cli' },
	live: new Set(['live']),
	current: new Set(['ft991a', 'meter']),
	pending: undefined,
	continuity: DEFAULT_CONTINUITY,
};

interface Different extends Partial<RecordSummary> {
	readonly hours?: number;
}

const summary = (key: string, { hours = 1, ...more }: Different = {}): RecordSummary => ({
	...{ key, uuid: key, name: undefined, user: 'ana', channel: 'cli', branch: 'feature/x' },
	status: 'complete',
	startedAt: new Date(NOW - (hours + 1) * HOUR).toISOString(),
	lastActivity: new Date(NOW - hours * HOUR).toISOString(),
	...{ closed: false, endedAt: undefined, continuedBy: undefined, unpinned: undefined },
	...{ topics: '', terms: '', pendingTasks: [], pins: { standard: 0, critical: 0 } },
	...{ insights: 0, hasWork: true, expiresAt: new Date(NOW).toISOString(), isBehind: false },
	...more,
});

const other = { branch: 'main' };
const pinned = { pins: { standard: 1, critical: 0 } };
const critical = { pins: { standard: 0, critical: 1 } };
const choose = (...summaries: RecordSummary[]) => chooseSources(summaries, facts);
const chosen = (...summaries: RecordSummary[]) =>
	sourcesOf(choose(...summaries)).map(
		({ summary: { key }, context, pins }) => `${key}${context ? '+' : ''}${pins}`,
	);

describe('the choice of sources', () => {
	it.each<[string, Different, string | undefined]>([
		['a session of the branch', {}, undefined],
		['D25: a live one', { uuid: 'live' }, 'live'],
		['the session itself', { uuid: 'self' }, 'self'],
		['of another user', { user: 'bert' }, 'other_user'],
		['of a nested client', { channel: 'nested' }, 'other_channel'],
		['an archived one', { status: 'archived' }, 'archived'],
		['a week old', { hours: 168 }, undefined],
		['older than a week', { hours: 169 }, 'too_old'],
		['without a time', { lastActivity: '?' }, 'too_old'],
		['one that did nothing', { hasWork: false }, 'no_work'],
		['a crashed one', { status: 'crashed' }, undefined],
		['a completed one', { closed: true }, 'no_work'],
		['a completed one that learnt something', { closed: true, insights: 1 }, undefined],
		['one that only took pins over', { hasWork: false, ...pinned }, undefined],
		['of another branch, 0.2499', { ...other, hours: 63.05 }, 'below_threshold'],
		['of another branch, 0.25', { ...other, hours: 63 }, undefined],
		['another branch, same subject', { ...other, hours: 160, topics: 'ft991a' }, undefined],
		[
			'another branch, a subject that only has the word in it',
			{ ...other, hours: 160, topics: 'thermometer\nft991ab' },
			'below_threshold',
		],
		['D21: another branch, a task', { ...other, hours: 160, pendingTasks: ['t1'] }, undefined],
	])('%s', (_, different, refused) => {
		expect(choose(summary('a', different)).map((one) => one.refused)).toEqual([refused]);
	});

	it('compares as many current terms as there are', () => {
		const many = new Set([...facts.current, ...'abcdefghij'.split('').map((one) => `task-${one}`)]);
		const near = summary('a', { ...other, hours: 160, topics: 'ft991a' });
		const [few, all] = [facts.current, many].map((current) =>
			chooseSources([near], { ...facts, current }).map(({ relevance }) => relevance),
		);
		expect(all).toEqual(few);
	});

	it('counts only tasks that are still pending', () => {
		const old = summary('a', { ...other, hours: 160, pendingTasks: ['t1'] });
		const [judged] = chooseSources([old], { ...facts, pending: new Set(['t2']) });
		expect(judged).toMatchObject({ refused: 'below_threshold', relevance: { tasks: 0 } });
	});

	it('three sessions at most, the best of five', () => {
		const five = [50, 10, 40, 20, 30].map((hours) => summary(`h${hours}`, { hours }));
		expect(chosen(...five)).toEqual(['h10+none', 'h20+none', 'h30+none']);
		const refused = choose(...five).map((one) => one.refused);
		expect(refused).toEqual([undefined, undefined, undefined, 'outscored', 'outscored']);
	});

	it('those that only took pins over leave the three to those that worked', () => {
		const idle = [1, 2, 3, 4].map((hours) =>
			summary(`i${hours}`, { hours, hasWork: false, ...pinned }),
		);
		expect(chosen(...idle, summary('a', { hours: 30, ...pinned }))).toEqual(['i1all', 'a+none']);
	});

	it('of scores that hardly differ, those that learnt more', () => {
		const four = [1, 2, 3, 4].map((hours) =>
			summary(`h${hours}`, { hours, insights: hours === 4 ? 5 : 0 }),
		);
		expect(chosen(...four)).toEqual(['h1+none', 'h2+none', 'h4+none']);
	});

	it.each<[string, RecordSummary[], string[]]>([
		['only critical ones of a completed one', [summary('a', { closed: true, ...pinned })], []],
		[
			'which settles what was pinned before it',
			[
				summary('a', { hours: 9, ...pinned }),
				summary('b', { closed: true, pins: { standard: 1, critical: 1 } }),
			],
			['bcritical', 'a+none'],
		],
		['of the branch', [summary('a', pinned)], ['a+all']],
		[
			'D23: of the most recent that has some',
			[summary('a', { hours: 3, ...pinned }), summary('b', { hours: 2, ...pinned }), summary('c')],
			['c+none', 'b+all', 'a+none'],
		],
		[
			'D23: which has its seat among the three',
			[
				...[summary('a', { hours: 9, ...pinned }), summary('b', { hours: 2 })],
				...[summary('c', { hours: 3 }), summary('d', { hours: 4 })],
			],
			['b+none', 'c+none', 'a+all'],
		],
		['above 0.4', [summary('a', { hours: 147, ...pinned })], ['a+all']],
		['not below', [summary('a', { hours: 148, ...pinned })], ['a+none']],
		['D20: no ordinary one of another branch', [summary('a', { ...other, ...pinned })], ['a+none']],
		['a critical one of another branch', [summary('a', { ...other, ...critical })], ['a+critical']],
		[
			'a critical one at any score, but nothing else of its session',
			[summary('a', { ...other, hours: 167, ...critical })],
			['acritical'],
		],
		['none after a week', [summary('a', { ...other, hours: 169, ...critical })], []],
		['D25: none of a live session', [summary('a', { uuid: 'live', ...critical })], []],
	])('pins, %s', (_, summaries, expected) => {
		expect(chosen(...summaries)).toEqual(expected);
	});

	it('D23: a critical pin is passed on by the last session that carries it', () => {
		const first = { ...other, ...critical, hours: 100, continuedBy: 'b' };
		const next = summary('b', { ...other, hours: 90, ...critical });
		expect(chosen(summary('a', first), next)).toEqual(['bcritical']);
		expect(chosen(summary('a', first), { ...next, uuid: 'live' })).toEqual(['acritical']);
		expect(chosen(summary('a', first))).toEqual(['acritical']);
		const resumed = summary('a', { ...first, hours: 80 });
		expect(chosen(resumed, next)).toEqual(['acritical', 'bcritical']);
	});

	it('takes the same whatever the order, and never more than three with context', () => {
		const any = fc.record({
			hours: fc.integer({ min: 0, max: 200 }),
			branch: fc.constantFrom('feature/x', 'main'),
			uuid: fc.constantFrom('live', 'self', 'a', 'b'),
			pins: fc.record({ standard: fc.nat(2), critical: fc.nat(2) }),
			pendingTasks: fc.array(fc.constant('t1'), { maxLength: 2 }),
		});
		fc.assert(
			fc.property(fc.array(any, { maxLength: 9 }), (all) => {
				const summaries = all.map((one, index) => summary(`k${index}`, one));
				const candidates = choose(...summaries);
				expect(choose(...summaries.toReversed())).toEqual(candidates);
				expect(candidates.filter(({ context }) => context).length).toBeLessThanOrEqual(3);
				expect(candidates.filter(({ pins }) => pins === 'all').length).toBeLessThanOrEqual(1);
				for (const { summary: one, context, pins } of candidates) {
					const isOut = ['live', 'self'].includes(one.uuid);
					expect(isOut && (context || pins !== 'none')).toBe(false);
				}
			}),
		);
	});
});
