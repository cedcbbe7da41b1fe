import { describe, expect, it } from 'vitest';
import { type Different, someRecord } from '../../../tests/support/some-record.ts';
import { stepId } from '../inject/codes.ts';
import type { Task } from '../task/tasks.ts';
import { leftOpen, taskStanding } from './open-tasks.ts';

const TIMES = ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000Z'] as const;

function textsOf(more: Different): string[] {
	const record = someRecord('5e6f7a8b-0000-4000-8000-000000000002', more);
	return leftOpen(record).map(({ text }) => text);
}

const step = { next_actions: ['oil the hinges'], next_actions_at: [TIMES[0]] };
const task = (source: string) => ({
	...{ id: 't1', title: 'oil the hinges', status: 'open' as const, source },
	...{ flagged_incomplete: false, last_activity: TIMES[0] },
});
const done = (at: string) => ({ completed: ['commit:Oil the hinges'], completed_at: [at] });

describe('what a session leaves open', () => {
	it('are its next steps and its tasks', () => {
		const left = textsOf({ activity: step, pending_tasks: [task('todo')] });
		expect(left).toEqual(['oil the hinges', 'oil the hinges']);
	});

	it('is nothing while it is at work, and when it is complete', () => {
		expect(textsOf({ activity: step, ended_at: null })).toEqual([]);
		expect(textsOf({ activity: step, closed: true })).toEqual([]);
	});

	it('is not what it did since, unless somebody added it to the list by hand', () => {
		expect(textsOf({ activity: { ...step, ...done(TIMES[1]) } })).toEqual([]);
		expect(textsOf({ activity: { ...step, ...done(TIMES[0]) } })).toHaveLength(1);
		const activity = done(TIMES[1]);
		expect(textsOf({ activity, pending_tasks: [task('client')] })).toEqual([]);
		expect(textsOf({ activity, pending_tasks: [task('req')] })).toHaveLength(1);
	});
});

it('a next step has the id of its code', () => {
	expect(stepId('Oil the hinges')).toBe(stepId('next:Oil-the-hinges'));
});

it.each<[string, Partial<Task> | undefined, string]>([
	['as the list has it', {}, 'open'],
	['of the client', { source: 'client' }, 'unless done'],
	['done', { status: 'done' }, 'over'],
	['dropped', { status: 'dropped' }, 'over'],
	['done and flagged', { status: 'done', flagged_incomplete: true }, 'open'],
	['that another session touched since', { session: '0a0a0a0a' }, 'over'],
	['that is no longer there', undefined, 'over'],
])('a task %s', (_, more, standing) => {
	const known: Task = {
		...{ id: 't1', title: 'oil the hinges', status: 'open', branch: 'main', source: 'req' },
		...{ flagged_incomplete: false, created_at: TIMES[0], last_activity: TIMES[0] },
		session: '5e6f7a8b',
	};
	const tasks = more === undefined ? [] : [{ ...known, ...more }];
	expect(taskStanding({ id: '5e6f7a8b/t1' }, tasks)).toBe(standing);
	expect(taskStanding({ id: `5e6f7a8b/${stepId('x')}` }, tasks)).toBe('unless done');
});
