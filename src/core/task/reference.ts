import { isPending } from './pending.ts';
import type { Task } from './schema.ts';

const NUMBER = /^[1-9]\d{0,5}$/;

/** The pending tasks of a branch, oldest first: `req task list` numbers them in this order. */
export function pendingOn(branch: string, tasks: readonly Task[]): Task[] {
	return tasks.filter((task) => task.branch === branch && isPending(task));
}

/**
 * The task a reference means: an id of any branch, or a number in the list of this branch (interface).
 *
 * @param tasks in the order of `tasksOf`
 */
export function taskReferred(
	reference: string,
	branch: string,
	tasks: readonly Task[],
): Task | undefined {
	const wanted = reference.trim().toLowerCase();
	if (NUMBER.test(wanted)) return pendingOn(branch, tasks)[Number(wanted) - 1];
	return tasks.find(({ id }) => id.toLowerCase() === wanted);
}
