import type { ListedTask, TaskFilter, TaskTable } from '../../app/commands/tasks.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import type { Task } from '../../core/task/schema.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';
import { elsewhereText } from './elsewhere.ts';

const HEAD = ['NR', 'ID', 'STATUS', 'STAGE', 'ACTIVE', 'BY', 'TITLE'];

/** One task and where it stands. */
export function taskText(task: Task): string {
	return `task ${oneLine(task.id)} is ${statusText(task)}: ${quoted(task.title)}`;
}

/** Tasks as a table; with those of other branches, the branch is named. */
export function taskListText(
	{ branch, tasks, elsewhere }: TaskTable,
	{ all, done }: TaskFilter,
	{ width, when }: Layout,
): string {
	if (tasks.length === 0) {
		const where = all ? 'in this repository' : onBranchText(branch);
		return `no task ${done ? 'is kept' : 'waits'} ${where}${elsewhereText(elsewhere)}`;
	}
	const rows = tasks.map(({ task, number }) => [
		number === undefined ? '' : `${number}`,
		oneLine(task.id),
		statusText(task),
		oneLine(task.stage ?? '-'),
		when(task.last_activity),
		oneLine(authorOf(task)),
		`${oneLine(task.title)}${task.branch === branch ? '' : ` (${onBranchText(task.branch)})`}`,
	]);
	return columns([HEAD, ...rows], width).join('\n');
}

/** The fixed keys of `req task list --json`; absent values are null (D37, interface). */
export function taskListJson(tasks: readonly ListedTask[]): object[] {
	return tasks.map(({ task, number }) => ({ ...taskJson(task), number: number ?? null }));
}

/** One of them, without its number in a list. */
export function taskJson(task: Task): object {
	return {
		id: task.id,
		title: task.title,
		status: task.status,
		stage: task.stage ?? null,
		branch: task.branch,
		last_activity: task.last_activity,
		description: task.description ?? null,
		flagged_incomplete: task.flagged_incomplete,
		created_at: task.created_at,
		session: task.session ?? null,
		user: task.user ?? null,
		source: task.source,
	};
}

/** The user who added it by a command, else who keeps the list it came from: `client` and `todo` are the model's. */
function authorOf({ source, user }: Task): string {
	if (source !== 'req') return 'model';
	return user ?? '-';
}

function statusText({ status, flagged_incomplete }: Task): string {
	const words = status.replace('_', ' ');
	return flagged_incomplete ? `${words}, flagged` : words;
}
