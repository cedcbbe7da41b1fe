import { TASK_TOOLS } from '../host/tools.ts';
import type { TaskStatus } from '../journal/work.ts';
import { elements, member } from '../store/foreign-json.ts';
import { flat } from '../text/one-line.ts';
import { fnv1a } from '../text/strings.ts';
import type { TaskEntry } from './tasks.ts';

/** A call of one of Claude Code's tools for tasks. */
interface TaskCall {
	readonly tool: string;
	readonly input: unknown;
	readonly response: unknown;
}

/** A task as a list of Claude Code has it. */
type ListedTask = Pick<TaskEntry, 'id' | 'title' | 'status'>;

/** Claude Code's words. One that is not here leaves the status as it was. */
const STATUS = new Map<unknown, TaskStatus>([
	['pending', 'open'],
	['in_progress', 'in_progress'],
	['completed', 'done'],
	['deleted', 'dropped'],
]);
const MAX_TODOS = 100;

/**
 * Tasks as Claude Code's own list has them after a call, not redacted yet. Its ids begin again in
 * every list, so they carry the session's key.
 */
export function clientTasks(call: TaskCall, key: string, branch: string): TaskEntry[] {
	if (!TASK_TOOLS.includes(call.tool)) return [];
	const isTodo = call.tool === 'TodoWrite';
	const source = isTodo ? 'todo' : 'client';
	const listed = isTodo ? writtenTodos(call) : changedTask(call);
	return listed.map((task) => ({ e: 'task', ...task, id: `${key}-${task.id}`, source, branch }));
}

/**
 * The task of TaskCreate or TaskUpdate. A completion that a hook blocks is reported as a call that
 * succeeded, with `success: false`.
 */
function changedTask({ input, response }: TaskCall): ListedTask[] {
	const created = member(response, 'task');
	const id = String(member(created, 'id') ?? member(input, 'taskId') ?? '');
	const title = textOf(member(input, 'subject') ?? member(created, 'subject'));
	const status = STATUS.get(member(input, 'status'));
	// Claude Code's ids are short.
	const isChanged = member(response, 'success') !== false && /^[\w-]{1,40}$/.test(id);
	return isChanged && (title ?? status) !== undefined ? [{ id, title, status }] : [];
}

/** The whole list. Its items have no ids, so their texts are theirs; a missing one was dropped. */
function writtenTodos({ input, response }: TaskCall): ListedTask[] {
	const now = todosIn(member(input, 'todos'));
	const kept = new Set(now.map(({ id }) => id));
	const gone = todosIn(member(response, 'oldTodos')).filter(({ id }) => !kept.has(id));
	return [...now, ...gone.map((one) => ({ ...one, status: 'dropped' as const }))];
}

function todosIn(todos: unknown): ListedTask[] {
	return elements(todos)
		.slice(0, MAX_TODOS)
		.flatMap((item) => {
			const title = textOf(member(item, 'content'));
			const status = STATUS.get(member(item, 'status')) ?? 'open';
			return title === undefined ? [] : [{ id: `todo-${fnv1a(title)}`, title, status }];
		});
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? flat(value) || undefined : undefined;
}
