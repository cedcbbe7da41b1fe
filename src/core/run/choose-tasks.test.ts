import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Task } from '../task/tasks.ts';
import { type Continuing, chooseTasks, orderNamed } from './choose-tasks.ts';

const AT = '2026-11-20T10:00:00.000Z';

const tasks = fc
	.array(
		fc.record({
			status: fc.constantFrom('open', 'in_progress', 'done', 'dropped'),
			branch: fc.constantFrom('main', 'other'),
			source: fc.constantFrom('req', 'client', 'todo'),
		}),
	)
	.map((all): Task[] =>
		all.map((one, index) => ({
			...{ ...one, id: `t${index + 1}`, title: 'a', flagged_incomplete: false },
			...{ created_at: AT, last_activity: AT },
		})),
	);
const continuing = fc.constantFrom<Continuing[]>('leave', 'resume', 'fresh');
const max = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });

function place(all: readonly Task[], task: Task): number {
	return (task.status === 'in_progress' ? 0 : all.length) + all.indexOf(task);
}

describe('chooseTasks', () => {
	it('takes what waits here, oldest first, after what is in progress where that goes on', () => {
		fc.assert(
			fc.property(tasks, continuing, max, (all, how, most) => {
				const chosen = chooseTasks(all, { branch: 'main', continuing: how, max: most });
				const right = all.filter(
					({ status, branch, source }) =>
						branch === 'main' &&
						source === 'req' &&
						(status === 'open' || (status === 'in_progress' && how !== 'leave')),
				);
				expect(chosen).toHaveLength(Math.min(right.length, most ?? right.length));
				expect(chosen.every((task) => right.includes(task))).toBe(true);
				const places = chosen.map((task) => place(all, task));
				expect(places).toEqual(places.toSorted((one, other) => one - other));
			}),
		);
	});
});

describe('orderNamed', () => {
	it('keeps the order of the names, each once; what goes on comes first', () => {
		fc.assert(
			fc.property(tasks, continuing, (named, how) => {
				const twice = [...named, ...named];
				const ordered = orderNamed(twice, { continuing: how, max: undefined });
				const places = ordered.map((task) =>
					how === 'leave' ? named.indexOf(task) : place(named, task),
				);
				expect(places).toEqual(places.toSorted((one, other) => one - other));
				expect(new Set(ordered).size).toBe(named.length);
				expect(orderNamed(twice, { continuing: how, max: 1 })).toEqual(ordered.slice(0, 1));
			}),
		);
	});
});
