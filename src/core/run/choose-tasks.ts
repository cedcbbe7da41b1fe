import type { Task } from '../../memory/tasks.ts';

interface ChoiceOfTasks {
	readonly branch: string;
	/** Whether the run goes on with what is in progress (D38). */
	readonly resume: boolean;
}

/**
 * The tasks of a run that names none: those of this branch that `req task add` made and that wait, oldest first; the
 * ones in progress come first where the run goes on with them, and are somebody else's otherwise.
 *
 * @param tasks in the order in which they were made
 */
export function chooseTasks(
	tasks: readonly Task[],
	{ branch, resume }: ChoiceOfTasks,
): readonly Task[] {
	const open = madeOn(branch, tasks).filter(({ status }) => status === 'open');
	const begun = resume ? begunIn(tasks, branch) : [];
	return orderNamed([...begun, ...open], resume);
}

/** The tasks in progress of a branch, as far as a run that goes on would take them. */
export function begunIn(tasks: readonly Task[], branch: string): readonly Task[] {
	return madeOn(branch, tasks).filter(({ status }) => status === 'in_progress');
}

function madeOn(branch: string, tasks: readonly Task[]): readonly Task[] {
	return tasks.filter((task) => task.branch === branch && task.source === 'req');
}

/** Named tasks in the order they were named, each once; what goes on comes first. */
export function orderNamed(tasks: readonly Task[], resume: boolean): readonly Task[] {
	const each = [...new Map(tasks.map((task) => [task.id, task])).values()];
	const goesOn = ({ status }: Task) => resume && status === 'in_progress';
	return [...each.filter(goesOn), ...each.filter((task) => !goesOn(task))];
}
