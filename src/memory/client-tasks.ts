import { flat } from '../core/text/one-line.ts';
import { fnv1a } from '../core/text/strings.ts';
import type { TaskStatus } from '../journal/work.ts';
import { elements, member } from '../store/foreign-json.ts';
import type { TaskEntry } from './tasks.ts';

/** A call of one of Claude Code's tools for tasks. */
interface TaskCall {
	readonly tool: string;
	readonly input: unknown;
	readonly response: unknown;
}

type Told = Pick<TaskEntry, 'id' | 'title' | 'status'>;

/** Claude Code's words. One that is not here leaves the status as it was. */
const STATUS = new Map<unknown, TaskStatus>([
	['pending', 'open'],
	['in_progress', 'in_progress'],
	['completed', 'done'],
	['deleted', 'dropped'],
]);

/** What each tool tells of tasks. */
const TOLD: Readonly<Record<string, (call: TaskCall) => Told[]>> = {
	TaskCreate: ({ input, response }) => {
		const task = member(response, 'task');
		const id = idOf(member(task, 'id'));
		const title = textOf(member(input, 'subject') ?? member(task, 'subject'));
		return id === '' || title === undefined ? [] : [{ id, title }];
	},
	// A completion that a hook blocks is reported as a call that succeeded, with `success: false`.
	TaskUpdate: ({ input, response }) => {
		const id = idOf(member(input, 'taskId'));
		const title = textOf(member(input, 'subject'));
		const status = STATUS.get(member(input, 'status'));
		const isKept = member(response, 'success') !== false && id !== '';
		return isKept && (title ?? status) !== undefined ? [{ id, title, status }] : [];
	},
	// The whole list each time. Its items have no ids, so their texts tell them apart.
	TodoWrite: ({ input, response }) => {
		const now = todosIn(member(input, 'todos'));
		const kept = new Set(now.map(({ id }) => id));
		const gone = todosIn(member(response, 'oldTodos')).filter(({ id }) => !kept.has(id));
		return [...now, ...gone.map((one) => ({ ...one, status: 'dropped' as const }))];
	},
};

const MAX_TODOS = 100;

/**
 * Tasks as Claude Code's own list has them after a call, not redacted yet. Its ids begin again in every list, so they carry the
 * session's key.
 */
export function clientTasks(call: TaskCall, key: string, branch: string): TaskEntry[] {
	const source = call.tool === 'TodoWrite' ? 'todo' : 'client';
	const told = Object.hasOwn(TOLD, call.tool) ? TOLD[call.tool]?.(call) : undefined;
	return (told ?? []).map((task) => ({
		e: 'task',
		...task,
		id: `${key}-${task.id}`,
		source,
		branch,
	}));
}

function todosIn(todos: unknown): Told[] {
	return elements(todos)
		.slice(0, MAX_TODOS)
		.flatMap((item) => {
			const title = textOf(member(item, 'content'));
			const status = STATUS.get(member(item, 'status')) ?? 'open';
			return title === undefined ? [] : [{ id: `todo-${fnv1a(title)}`, title, status }];
		});
}

/** Claude Code's ids are short; anything else is none. */
function idOf(value: unknown): string {
	const id = typeof value === 'number' ? String(value) : value;
	return typeof id === 'string' && /^[\w-]{1,40}$/.test(id) ? id : '';
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? flat(value) || undefined : undefined;
}
