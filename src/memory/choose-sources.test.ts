import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTINUITY } from '../../tests/support/some-continuity.ts';
import { someRecord } from '../../tests/support/some-record.ts';
import { insight, pin, task } from '../../tests/support/some-source.ts';
import { type ChoiceFacts, chooseSources } from './choose-sources.ts';
import type { SessionRecord } from './record.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

const facts: ChoiceFacts = {
	...{ now: NOW, branch: 'feature/x', self: 'self', user: 'ana', channel: 'cli' },
	noted: new Set(),
	live: new Set(['live']),
	current: new Set(['ft991a', 'meter']),
	pending: new Set(['t1', 't2', 't3', 't4', 't5']),
	continuity: DEFAULT_CONTINUITY,
};

interface Different {
	readonly hours?: number;
	readonly uuid?: string;
	readonly user?: string;
	readonly channel?: SessionRecord['channel'];
	readonly status?: SessionRecord['status'];
	readonly branch?: string;
	readonly closed?: boolean;
	/** ISO time. */
	readonly last?: string;
	readonly topics?: readonly string[];
	readonly tasks?: readonly string[];
	readonly pins?: Readonly<Record<'standard' | 'critical', number>>;
	readonly insights?: number;
	readonly hasWork?: boolean;
}

/** A session that worked, by its key. */
function some(key: string, { hours = 1, hasWork = true, ...more }: Different = {}): SessionRecord {
	const { uuid = key, last, closed, topics = [], tasks = [] } = more;
	const { user = 'ana', channel = 'cli', status = 'complete', branch = 'feature/x' } = more;
	const { pins = { standard: 0, critical: 0 }, insights = 0 } = more;
	const at = last ?? new Date(NOW - hours * HOUR).toISOString();
	const origin = { session: 'earlier', at };
	const learned = Array.from({ length: insights }, (_, n) => insight(`i${n}`));
	const pinsOf = (importance: 'standard' | 'critical') =>
		Array.from({ length: pins[importance] }, (_, n) =>
			pin(`${importance}-${n}`, { importance, ...(hasWork ? {} : { origin }) }),
		);
	return someRecord('ab000001-0000-4000-8000-000000000000', {
		...{ key, uuid, user, channel, status, branch, closed, last_activity: at },
		started_at: new Date(NOW - (hours + 1) * HOUR).toISOString(),
		hot_topics: [...topics],
		pending_tasks: tasks.map((id) => task(id)),
		pins: [...pinsOf('standard'), ...pinsOf('critical')],
		insights: learned,
		recent_learnings: learned.map(({ id }) => id),
		activity: {
			turns: hasWork ? 1 : 0,
			files: hasWork ? [{ path: 'a.ts', edits: 1, last: at }] : [],
		},
	});
}

const other = { branch: 'main' };
const pinned = { pins: { standard: 1, critical: 0 } };
const critical = { pins: { standard: 0, critical: 1 } };
const choose = (...records: SessionRecord[]) => chooseSources(records, facts);
const chosen = (...records: SessionRecord[]) =>
	choose(...records)
		.filter(({ context, pins }) => context !== 'none' || pins !== 'none')
		.sort((one, other) => one.hours - other.hours)
		.map(({ record: { key }, context, pins }) => {
			return `${key}${{ all: '+', lessons: '~', none: '' }[context]}${pins}`;
		});

describe('the choice of sources', () => {
	it.each<[string, Different, string | undefined]>([
		['a session of the branch', {}, undefined],
		['D25: a live one', { uuid: 'live' }, 'live'],
		['the session itself', { uuid: 'self' }, 'self'],
		['of another user', { user: 'bert' }, 'other_user'],
		['of a nested Claude Code', { channel: 'nested' }, 'other_channel'],
		['a week old', { hours: 168 }, undefined],
		['older than a week', { hours: 169 }, 'too_old'],
		['without a time', { last: '?' }, 'too_old'],
		['one that did nothing', { hasWork: false }, 'no_work'],
		['a crashed one', { status: 'crashed' }, undefined],
		['a completed one', { closed: true }, 'no_work'],
		['a completed one that learnt something', { closed: true, insights: 1 }, undefined],
		['one that only took pins over', { hasWork: false, ...pinned }, undefined],
		['of another branch, 0.2499', { ...other, hours: 63.05 }, 'below_threshold'],
		['of another branch, 0.25', { ...other, hours: 63 }, undefined],
		['another branch, same subject', { ...other, hours: 160, topics: ['ft991a'] }, undefined],
		[
			'another branch, a subject that only has the word in it',
			{ ...other, hours: 160, topics: ['thermometer', 'ft991ab'] },
			'below_threshold',
		],
		['D21: another branch, a task', { ...other, hours: 160, tasks: ['t1'] }, undefined],
	])('%s', (_, different, refused) => {
		expect(choose(some('a', different)).map((one) => one.refused)).toEqual([refused]);
	});

	it('compares as many current terms as there are', () => {
		const many = new Set([...facts.current, ...'abcdefghij'.split('').map((one) => `task-${one}`)]);
		const near = some('a', { ...other, hours: 160, topics: ['ft991a'] });
		const [few, all] = [facts.current, many].map((current) =>
			chooseSources([near], { ...facts, current }).map(({ relevance }) => relevance),
		);
		expect(all).toEqual(few);
	});

	it('counts only tasks that are still pending', () => {
		const old = some('a', { ...other, hours: 160, tasks: ['t1'] });
		const [judged] = chooseSources([old], { ...facts, pending: new Set(['t2']) });
		expect(judged).toMatchObject({ refused: 'below_threshold', relevance: { tasks: 0 } });
	});

	it('three sessions at most, the best of five', () => {
		const five = [50, 10, 40, 20, 30].map((hours) => some(`h${hours}`, { hours }));
		expect(chosen(...five)).toEqual(['h10+none', 'h20+none', 'h30+none']);
		const refused = choose(...five).map((one) => one.refused);
		expect(refused).toEqual([undefined, undefined, undefined, 'outscored', 'outscored']);
	});

	it('those that only took pins over leave the three to those that worked', () => {
		const idle = [1, 2, 3, 4].map((hours) => some(`i${hours}`, { hours, hasWork: false, ...pinned }));
		expect(chosen(...idle, some('a', { hours: 30, ...pinned }))).toEqual(['i1all', 'a+none']);
	});

	it('of scores that hardly differ, those that learnt more', () => {
		const four = [1, 2, 3, 4].map((hours) => some(`h${hours}`, { hours, insights: hours === 4 ? 5 : 0 }));
		expect(chosen(...four)).toEqual(['h1+none', 'h2+none', 'h4+none']);
	});

	it.each<[string, SessionRecord[], string[]]>([
		['only critical ones of a completed one', [some('a', { closed: true, ...pinned })], []],
		['and what it learned', [some('a', { closed: true, insights: 1, ...pinned })], ['a~none']],
		[
			'which settles what was pinned before it',
			[some('a', { hours: 9, ...pinned }), some('b', { closed: true, pins: { standard: 1, critical: 1 } })],
			['bcritical', 'a+none'],
		],
		['of the branch', [some('a', pinned)], ['a+all']],
		[
			'D23: of the most recent that has some',
			[some('a', { hours: 3, ...pinned }), some('b', { hours: 2, ...pinned }), some('c')],
			['c+none', 'b+all', 'a+none'],
		],
		[
			'D23: beside the three best ones',
			[
				...[some('a', { hours: 9, ...pinned }), some('b', { hours: 2 })],
				...[some('c', { hours: 3 }), some('d', { hours: 4 })],
			],
			['b+none', 'c+none', 'd+none', 'aall'],
		],
		['above 0.4', [some('a', { hours: 147, ...pinned })], ['a+all']],
		['not below', [some('a', { hours: 148, ...pinned })], ['a+none']],
		['D20: no ordinary one of another branch', [some('a', { ...other, ...pinned })], ['a+none']],
		['a critical one of another branch', [some('a', { ...other, ...critical })], ['a+critical']],
		[
			'a critical one at any score, but nothing else of its session',
			[some('a', { ...other, hours: 167, ...critical })],
			['acritical'],
		],
		['none after a week', [some('a', { ...other, hours: 169, ...critical })], []],
		['D25: none of a live session', [some('a', { uuid: 'live', ...critical })], []],
	])('pins, %s', (_, records, expected) => {
		expect(chosen(...records)).toEqual(expected);
	});

	it('takes the same whatever the order, and never more than three with context', () => {
		const any = fc.record({
			hours: fc.integer({ min: 0, max: 200 }),
			branch: fc.constantFrom('feature/x', 'main'),
			uuid: fc.constantFrom('live', 'self', 'a', 'b'),
			pins: fc.record({ standard: fc.nat(2), critical: fc.nat(2) }),
			tasks: fc.array(fc.constant('t1'), { maxLength: 2 }),
		});
		fc.assert(
			fc.property(fc.array(any, { maxLength: 9 }), (all) => {
				const records = all.map((one, index) => some(`k${index}`, one));
				const candidates = choose(...records);
				expect(choose(...records.toReversed())).toEqual(candidates);
				expect(candidates.filter(({ context }) => context !== 'none').length).toBeLessThanOrEqual(3);
				expect(candidates.filter(({ pins }) => pins === 'all').length).toBeLessThanOrEqual(1);
				for (const { record: one, context, pins } of candidates) {
					const isOut = ['live', 'self'].includes(one.uuid);
					expect(isOut && (context !== 'none' || pins !== 'none')).toBe(false);
				}
			}),
		);
	});
});
