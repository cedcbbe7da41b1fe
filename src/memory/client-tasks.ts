import { flat } from '../core/text/one-line.ts';
import type { JournalEntry } from '../journal/entries.ts';
import type { TaskStatus } from '../journal/work.ts';
import { elements, member } from '../store/foreign-json.ts';

type TaskEntry = Extract<JournalEntry, { e: 'task' }>;

/** A call of one of the client's tools for tasks. */
interface TaskCall {
	readonly tool: string;
	readonly input: unknown;
	readonly response: unknown;
}

/** Whose list it is, where it works, and a digest for items without an id. */
interface TaskOwner {
	/** Session key: the client's ids begin anew in every list. */
	readonly key: string;
	readonly branch: string;
	readonly sha256: (text: string) => string;
}

/** The client's words. One it does not say here leaves the status as it was. */
const STATUS: Readonly<Record<string, TaskStatus>> = {
	pending: 'open',
	in_progress: 'in_progress',
	completed: 'done',
	deleted: 'dropped',
};

/** Tasks as the client's own list has them after a call; titles are cut when their secrets are (D30). */
export function clientTasks(call: TaskCall, owner: TaskOwner): TaskEntry[] {
	switch (call.tool) {
		case 'TaskCreate':
			return createdTask(call, owner);
		case 'TaskUpdate':
			return updatedTask(call, owner);
		case 'TodoWrite':
			return listedTasks(call, owner);
		default:
			return [];
	}
}

function createdTask({ input, response }: TaskCall, owner: TaskOwner): TaskEntry[] {
	const task = member(response, 'task');
	const id = idOf(member(task, 'id'));
	const title = textOf(member(input, 'subject') ?? member(task, 'subject'));
	if (id === undefined || title === undefined) return [];
	// Without a status: calls are noted side by side, and one that went on with the task may have come first.
	return [{ ...taskOf(id, owner), title, source: 'client' }];
}

/** A completion that a hook refuses is reported as a call that went well, with `success: false`. */
function updatedTask({ input, response }: TaskCall, owner: TaskOwner): TaskEntry[] {
	if (member(response, 'success') === false) return [];
	const id = idOf(member(input, 'taskId'));
	const title = textOf(member(input, 'subject'));
	const status = statusOf(member(input, 'status'));
	if (id === undefined || (title === undefined && status === undefined)) return [];
	return [{ ...taskOf(id, owner), title, status, source: 'client' }];
}

/** The whole list each time. Its items have no ids, so their texts tell them apart; one that is gone was dropped. */
function listedTasks({ input, response }: TaskCall, owner: TaskOwner): TaskEntry[] {
	const now = itemsIn(member(input, 'todos'));
	const kept = new Set(now.map(({ title }) => title));
	const before = itemsIn(member(response, 'oldTodos'));
	const gone = before
		.filter(({ title }) => !kept.has(title))
		.map(({ title }) => ({ title, status: 'dropped' as const }));
	return [...now, ...gone].map((item) => ({
		...taskOf(`todo-${owner.sha256(item.title).slice(0, 8)}`, owner),
		...item,
		source: 'todo',
	}));
}

function itemsIn(todos: unknown): { title: string; status: TaskStatus }[] {
	return elements(todos)
		.slice(0, MAX_ITEMS)
		.flatMap((item) => {
			const title = textOf(member(item, 'content'));
			const status = statusOf(member(item, 'status')) ?? 'open';
			return title === undefined ? [] : [{ title, status }];
		});
}

const MAX_ITEMS = 100;

function taskOf(id: string, { key, branch }: TaskOwner) {
	return { e: 'task' as const, id: `${key}-${id}`, branch };
}

/** The client's ids are short; anything else is none. */
function idOf(value: unknown): string | undefined {
	const id = typeof value === 'number' ? String(value) : value;
	return typeof id === 'string' && /^[\w-]{1,40}$/.test(id) ? id : undefined;
}

function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' ? flat(value) : '';
	return text === '' ? undefined : text;
}

function statusOf(value: unknown): TaskStatus | undefined {
	return typeof value === 'string' && Object.hasOwn(STATUS, value) ? STATUS[value] : undefined;
}
