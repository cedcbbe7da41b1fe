import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Task } from '../../memory/tasks.ts';
import { chooseTasks, orderNamed } from './choose-tasks.ts';

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
const resume = fc.boolean();

function place(all: readonly Task[], task: Task): number {
	return (task.status === 'in_progress' ? 0 : all.length) + all.indexOf(task);
}

describe('chooseTasks', () => {
	it('takes what waits here, oldest first, after what is in progress where that goes on', () => {
		fc.assert(
			fc.property(tasks, resume, (all, how) => {
				const chosen = chooseTasks(all, { branch: 'main', resume: how });
				const right = all.filter(
					({ status, branch, source }) =>
						branch === 'main' &&
						source === 'req' &&
						(status === 'open' || (status === 'in_progress' && how)),
				);
				expect(chosen).toHaveLength(right.length);
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
			fc.property(tasks, resume, (named, how) => {
				const twice = [...named, ...named];
				const ordered = orderNamed(twice, how);
				const places = ordered.map((task) => (how ? place(named, task) : named.indexOf(task)));
				expect(places).toEqual(places.toSorted((one, other) => one - other));
				expect(new Set(ordered).size).toBe(named.length);
			}),
		);
	});
});
