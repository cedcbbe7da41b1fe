import { describe, expect, it } from 'vitest';
import { facts, hoursAgo, record, source, start, task } from '../../tests/support/some-source.ts';
import type { Task } from '../journal/work.ts';
import { restore } from './restoration.ts';
import type { StartFacts } from './start-facts.ts';

describe('pending tasks', () => {
	const live = {
		...{ uuid: 'llllllll', cwd: '/repo', common_dir: '/repo/.git', branch: 'feature/x' },
		...{ started_at: hoursAgo(1), last_activity: hoursAgo(1) },
	};
	const snapshot = (id: string) => ({ ...task(id) });
	const ids = (tasks: readonly Task[], more: Partial<StartFacts> = {}) =>
		restore(start(source(record('a', { pending_tasks: [snapshot('t1'), snapshot('t2')] }))), {
			...facts,
			...more,
			tasks,
		}).tasks.map(({ id }) => id);

	it('have id, title, stage and the days since they were last worked on', () => {
		const from = record('a', { hours: 1, pending_tasks: [snapshot('t1')] });
		const { tasks } = restore(start(source(from)), { ...facts, tasks: [task('t1')] });
		expect(tasks).toMatchObject([{ id: 't1', title: 'Do t1', status: 'in_progress', stage: 'build', days: 2 }]);
	});

	it('are told at any age of a session the user named, else old ones only count', () => {
		const old = task('t1', { last_activity: hoursAgo(900) });
		const from = start(source(record('a', { pending_tasks: [task('t1')] })));
		const restored = (kind: 'start' | 'named') => restore({ ...from, kind }, { ...facts, tasks: [old] });
		expect(restored('start')).toMatchObject({
			tasks: [],
			dropped: [{ what: 'task t1', why: 'old' }],
		});
		expect(restored('named')).toMatchObject({ tasks: [{ id: 't1' }], dropped: [] });
	});

	it.each<[string, readonly Task[], string[]]>([
		['not those that vanished', [task('t2')], ['t2']],
		['not those that were ended meanwhile', [task('t1', { status: 'done' }), task('t2')], ['t2']],
		['also one that is done and flagged', [task('t1', { status: 'done', flagged_incomplete: true })], ['t1']],
		['others of the branch', [task('t3')], ['t3']],
		['one of the branch that is old only counts', [task('t3', { last_activity: hoursAgo(900) })], []],
		['none of another user', [task('t3', { user: 'bert' })], []],
		['one of the user', [task('t3', { user: 'ana' })], ['t3']],
		['one of another user that the source worked on', [task('t1', { user: 'bert' })], ['t1']],
		['not what an old session left on its list', [task('t3', { last_activity: hoursAgo(169), source: 'client' })], []],
		[
			'what a session of this week left on its list',
			[task('t3', { last_activity: hoursAgo(167), source: 'client' })],
			['t3'],
		],
		['none of other branches', [task('t3', { branch: 'main' })], []],
		['one of the source on another branch', [task('t1', { branch: 'main' })], ['t1']],
		['none that a live session works on', [task('t1', { session: 'llllllll' })], []],
		['the last touched first', [task('t1'), task('t2', { last_activity: hoursAgo(2) })], ['t2', 't1']],
	])('are told: %s', (_, tasks, expected) => {
		expect(ids(tasks, { live: new Map([['llllllll', live]]) })).toEqual(expected);
	});
});
