import type { Task } from './schema.ts';

/** Pipeline stages in which a task is being worked on. */
const WORKING_STAGES: readonly string[] = ['build', 'verify', 'validate'];

/** Whether a stage says that somebody works on the task. */
export function isWorkingStage(stage: string | undefined): boolean {
	return stage !== undefined && WORKING_STAGES.includes(stage.toLowerCase());
}

/**
 * Whether a task still waits for somebody: open, in progress, or flagged as incomplete. A flag outlives `done`, nothing outlives `dropped`.
 */
export function isPending({
	status,
	flagged_incomplete,
}: Pick<Task, 'status' | 'flagged_incomplete'>): boolean {
	if (status === 'dropped') return false;
	return status !== 'done' || flagged_incomplete;
}

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
