import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Task } from '../memory/tasks.ts';
import { inOrder, waitingTasks } from './tasks.ts';

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

describe('the tasks of a run', () => {
	it('wait on its branch, and somebody added them', () => {
		fc.assert(
			fc.property(tasks, (all) => {
				const right = all.filter(
					({ status, branch, source }) =>
						branch === 'main' && source === 'req' && /^(?:open|in_progress)$/.test(status),
				);
				expect(waitingTasks(all, 'main')).toEqual(right);
			}),
		);
	});

	it('are taken in their order, each once; those in progress come first in a run that goes on', () => {
		fc.assert(
			fc.property(tasks, fc.boolean(), (all, resume) => {
				const isFirst = ({ status }: Task) => resume && status === 'in_progress';
				const rest = all.filter((task) => !isFirst(task));
				expect(inOrder([...all, ...all], resume)).toEqual([...all.filter(isFirst), ...rest]);
			}),
		);
	});
});
