import { TASK_TOOLS } from '../host/tools.ts';
import type { TaskStatus } from '../journal/work.ts';
import { member, textIn } from '../store/foreign-json.ts';
import { flat } from '../text/one-line.ts';
import type { TaskEntry } from './tasks.ts';

/** A call of one of Claude Code's tools for tasks. */
interface TaskCall {
	readonly tool: string;
	readonly input: unknown;
	readonly response: unknown;
}

/** Claude Code's words. One that is not here leaves the status as it was. */
const STATUS = new Map<unknown, TaskStatus>([
	['pending', 'open'],
	['in_progress', 'in_progress'],
	['completed', 'done'],
	['deleted', 'dropped'],
]);

/**
 * The task that a call of TaskCreate or TaskUpdate changed, not redacted yet. Claude Code's ids begin again in every list, so
 * they carry the session's key. A completion that a hook blocks is reported as a call that succeeded, with `success: false`.
 */
export function clientTasks({ tool, input, response }: TaskCall, key: string, branch: string): TaskEntry[] {
	const created = member(response, 'task');
	const id = String(member(created, 'id') ?? member(input, 'taskId') ?? '');
	const subject = textIn(input, 'subject') ?? textIn(created, 'subject') ?? '';
	const title = flat(subject) || undefined;
	const status = STATUS.get(member(input, 'status'));
	const isChange = TASK_TOOLS.includes(tool) && member(response, 'success') !== false;
	// Claude Code's ids are short.
	if (!isChange || !/^[\w-]{1,40}$/.test(id) || (title ?? status) === undefined) return [];
	return [{ e: 'task', id: `${key}-${id}`, title, status, source: 'client', branch }];
}
