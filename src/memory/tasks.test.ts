import { describe, expect, it } from 'vitest';
import type { TaskChange } from '../journal/work.ts';
import { applyToTasks, pendingOn, type Tasks, taskNamed, tasksKind, tasksOf } from './tasks.ts';

const at = (minute: number) => new Date(minute * 60_000).toISOString();

function put(minute: number, change: Partial<TaskChange>): TaskChange {
	return { at: at(minute), branch: 'main', source: 'req', ...change };
}

function listed(...changes: readonly TaskChange[]): Tasks {
	return applyToTasks(tasksKind.empty(), changes).doc;
}

describe('a change of tasks.json', () => {
	it.each<[string, Partial<TaskChange>[], object]>([
		['a title makes a task', [{ title: 'a' }], { id: 't1', status: 'open', branch: 'main' }],
		['a working stage is work', [{ title: 'a', stage: 'build' }], { status: 'in_progress' }],
		[
			'on a task that was done, too',
			[
				{ title: 'a', status: 'done' },
				{ id: 't1', stage: 'verify' },
			],
			{ status: 'in_progress' },
		],
		['any other stage says nothing', [{ title: 'a' }, { id: 't1', stage: 'plan' }], { status: 'open', stage: 'plan' }],
		[
			'a flag outlives done',
			[
				{ title: 'a', status: 'done' },
				{ id: 't1', flagged: true },
			],
			{ status: 'done', flagged_incomplete: true },
		],
		[
			'done takes the flag away',
			[
				{ title: 'a', flagged: true },
				{ id: 't1', status: 'done' },
			],
			{ flagged_incomplete: false },
		],
		[
			'what is not said stays',
			[
				{ title: 'a', description: 'd' },
				{ id: 't1', status: 'in_progress' },
			],
			{ title: 'a', description: 'd', last_activity: at(1) },
		],
		[
			'the session that touched it last',
			[
				{ title: 'a', session: 'x' },
				{ id: 't1', session: 'y', title: 'b' },
			],
			{ session: 'y', title: 'b' },
		],
	])('%s', (_, changes, expected) => {
		const doc = listed(...changes.map((change, minute) => put(minute, change)));
		expect(tasksOf(doc)).toMatchObject([expected]);
	});

	it('never gives an id twice, and keeps that of the client', () => {
		const doc = listed(
			put(0, { title: 'a' }),
			put(1, { title: 'b', id: '1a2b3c4d-1', source: 'client' }),
			put(2, { title: 'c' }),
		);
		expect(tasksOf(doc).map(({ id }) => id)).toEqual(['t1', '1a2b3c4d-1', 't2']);
		expect(doc.last).toBe(2);
	});

	it.each<[string, TaskChange]>([
		['one that says what is known', put(5, { id: 't1', title: 'a', status: 'done' })],
		['one that is older than what is known', put(1, { id: 't1', status: 'open' })],
	])('%s changes nothing', (_, change) => {
		const doc = listed(put(2, { title: 'a' }), put(3, { id: 't1', status: 'done' }));
		expect(applyToTasks(doc, [change]).doc).toBe(doc);
	});

	it('knows a title that comes after the end', () => {
		const ended = put(1, { id: 'x-1', status: 'done', source: 'client' });
		expect(tasksOf(listed(ended))).toEqual([]);
		expect(tasksOf(listed(ended, put(2, { id: 'x-1', title: 'a' })))).toMatchObject([
			{ title: 'a', status: 'done', source: 'client' },
		]);
	});

	it('keeps what is no task of ours, and lets a task take the id of a broken one', () => {
		const foreign: Tasks = { schema_version: 1, last: 3, tasks: [null, 7, { id: 't1' }] };
		const changed = applyToTasks(foreign, [put(1, { id: 't1', title: 'a' })]).doc;
		expect(changed.tasks).toMatchObject([null, 7, { id: 't1', title: 'a' }]);
		expect(tasksOf(foreign)).toEqual([]);
	});

	it('lets the oldest go of too many, and whatever is older than three months', () => {
		const day = 24 * 60;
		const client = (n: number) => put(100 * day + n, { id: `c${n}`, title: 'x', source: 'client' });
		const many = Array.from({ length: 310 }, (_, n) => client(n));
		const old = put(0, { id: 'old', title: 'x', source: 'client' });
		const kept = [put(0, { title: 'by hand' }), put(0, { title: 'over', status: 'done' })];
		const { doc, retired } = applyToTasks(tasksKind.empty(), [...kept, old, ...many]);
		expect(retired).toHaveLength(12);
		expect(retired[0]).toMatchObject({ last_activity: at(0) });
		const titles = tasksOf(doc).map(({ id, title }) => (title === 'x' ? id : title));
		expect(titles).toContain('by hand');
		for (const gone of ['over', 'old', 'c9']) expect(titles).not.toContain(gone);
	});
});

describe('the file', () => {
	it.each<[string, unknown, string]>([
		['of ours', { schema_version: 1, last: 0, tasks: [] }, 'present'],
		['of a newer req', { schema_version: 2 }, 'newer'],
		['without a list', { schema_version: 1, last: 0 }, 'corrupt'],
		['that is none', [], 'corrupt'],
		['of null', null, 'corrupt'],
	])('%s', (_, json, kind) => {
		expect(tasksKind.parse(json).kind).toBe(kind);
	});
});

describe('a reference', () => {
	const tasks = tasksOf(
		listed(
			put(0, { title: 'elsewhere', branch: 'other' }),
			put(1, { title: 'first' }),
			put(2, { title: 'over', status: 'done' }),
			put(3, { title: 'third' }),
		),
	);

	it.each<[reference: string, title: string | undefined]>([
		['t2', 'first'],
		[' T2 ', 'first'],
		['t1', 'elsewhere'],
		['1', 'first'],
		['2', 'third'],
		['3', undefined],
		['0', undefined],
		['', undefined],
		['__proto__', undefined],
	])('%j means %j', (reference, title) => {
		const found = () => taskNamed(reference, 'main', tasks).title;
		if (title === undefined) expect(found).toThrow('there is no task');
		else expect(found()).toBe(title);
	});

	it('counts in the list of the branch', () => {
		expect(pendingOn('main', tasks).map(({ id }) => id)).toEqual(['t2', 't4']);
	});
});
