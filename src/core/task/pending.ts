import type { Task } from './schema.ts';

/** Pipeline stages in which a task is being worked on (S2-052). */
const WORKING_STAGES: readonly string[] = ['build', 'verify', 'validate'];

/** Whether a stage says that somebody works on the task (S2-052). */
export function isWorkingStage(stage: string | undefined): boolean {
	return stage !== undefined && WORKING_STAGES.includes(stage.toLowerCase());
}

/**
 * Whether a task still waits for somebody: open, in progress, or flagged as incomplete (S2-007, S2-052,
 * S2-054). A flag outlives `done`, nothing outlives `dropped`.
 */
export function isPending({
	status,
	flagged_incomplete,
}: Pick<Task, 'status' | 'flagged_incomplete'>): boolean {
	if (status === 'dropped') return false;
	return status !== 'done' || flagged_incomplete;
}
