import { compareTexts } from '../core/text/strings.ts';
import { isWorkingStage, TaskStatus } from '../journal/work.ts';
import { type Applied, type DocumentKind, parserOf } from '../store/document.ts';
import { textIn } from '../store/foreign-json.ts';
import * as z from '../store/shape.ts';
import { valueIn } from '../store/shape.ts';

/** A task that outlives its session. */
export const Task = z.looseObject({
	/** `t1`, `t2`, … for those of `req task add`; `<session key>-<id>` for the client's own. */
	id: z.string(),
	title: z.string(),
	description: z.optional(z.string()),
	status: TaskStatus,
	/** Pipeline stage; build, verify and validate are pending. */
	stage: z.optional(z.string()),
	branch: z.string(),
	flagged_incomplete: z.boolean(),
	created_at: z.string(),
	last_activity: z.string(),
	/** Key of the session that touched it last. */
	session: z.optional(z.string()),
	/** Whose it is; nobody's in particular where it is not said. */
	user: z.optional(z.string()),
	source: z.enum(['client', 'todo', 'req']),
});
export type Task = z.output<typeof Task>;

/** `tasks.json`. Entries are checked one by one, so that a bad one costs only itself. */
export const Tasks = z.looseObject({
	schema_version: z.literal(1),
	/** Number of the last `t…`: an id is never used twice. */
	last: z.number(),
	tasks: z.array(z.unknown()),
});
export type Tasks = z.output<typeof Tasks>;

/** A change of `tasks.json`: what is known of one task; absent fields stay. Without `id` it is a new task. */
export interface TaskChange {
	readonly op: 'put';
	readonly at: string;
	readonly id?: string | undefined;
	readonly title?: string | undefined;
	readonly description?: string | undefined;
	readonly status?: Task['status'] | undefined;
	readonly stage?: string | undefined;
	readonly flagged?: boolean | undefined;
	readonly branch: string;
	readonly session?: string | undefined;
	readonly user?: string | undefined;
	readonly source: Task['source'];
}

/**
 * How much one file holds, so that a change of it stays cheap: limits of storage, no thresholds of behaviour, so no
 * config has them. Of more tasks that are over than anybody asks for, the oldest go first.
 */
const MAX_SETTLED = 300;
/** As many that wait in the client's own lists; those that somebody added by hand always stay. */
const MAX_FOREIGN = 300;
/** What is left of a client's list after this time is nobody's any more. */
const FOREIGN_MS = 90 * 86_400_000;

/** The tasks that are well formed, oldest first: their number in here is how people name them. */
export function tasksOf(doc: Tasks): Task[] {
	return doc.tasks
		.flatMap((raw) => valueIn(Task, raw) ?? [])
		.sort((one, other) => compareTexts(one.created_at, other.created_at));
}

/**
 * What is known of a task after a change. A change that is older than what is known changes nothing,
 * so that a late line brings nothing back. Returns `doc` itself when nothing changed.
 */
function applyTaskChange(doc: Tasks, change: TaskChange): Tasks {
	const { id } = change;
	if (id === undefined) return added(doc, change);
	const index = doc.tasks.findIndex((raw) => textIn(raw, 'id') === id);
	const known = valueIn(Task, doc.tasks[index]);
	if (known === undefined) {
		const task = newTask(id, change);
		if (task === undefined) return doc;
		const others = doc.tasks.filter((_, at) => at !== index);
		return { ...doc, tasks: [...others, task] };
	}
	const next = changed(known, change);
	return next === known ? doc : { ...doc, tasks: doc.tasks.with(index, next) };
}

/**
 * The document without the oldest of too many tasks that are over or wait in a client's list, and those. What
 * waits there longer than anybody looks back goes, too.
 *
 * @param at ISO time of the last change
 */
function withoutOldest(doc: Tasks, at: string): { doc: Tasks; retired: readonly Task[] } {
	const oldestFirst = tasksOf(doc).sort((one, other) =>
		compareTexts(one.last_activity, other.last_activity),
	);
	const settled = oldestFirst.filter(isSettled);
	const foreign = oldestFirst.filter((task) => !isSettled(task) && task.source !== 'req');
	const since = Date.parse(at) - FOREIGN_MS;
	const retired = [
		...settled.slice(0, Math.max(0, settled.length - MAX_SETTLED)),
		...foreign.filter(
			({ last_activity: last }, index) =>
				index < foreign.length - MAX_FOREIGN || Date.parse(last) < since,
		),
	];
	if (retired.length === 0) return { doc, retired };
	const gone = new Set<string | undefined>(retired.map(({ id }) => id));
	return {
		doc: { ...doc, tasks: doc.tasks.filter((raw) => !gone.has(textIn(raw, 'id'))) },
		retired,
	};
}

function isSettled({ status, flagged_incomplete }: Task): boolean {
	return status === 'dropped' || (status === 'done' && !flagged_incomplete);
}

function added(doc: Tasks, change: TaskChange): Tasks {
	const last = doc.last + 1;
	const task = newTask(`t${last}`, change);
	return task === undefined ? doc : { ...doc, last, tasks: [...doc.tasks, task] };
}

/** A task nobody has heard of needs a title. */
function newTask(id: string, change: TaskChange): Task | undefined {
	const { at, title, user } = change;
	if (title === undefined) return undefined;
	return {
		id,
		title,
		...said(change),
		status: statusAfter(change) ?? 'open',
		branch: change.branch,
		flagged_incomplete: change.flagged ?? false,
		created_at: at,
		last_activity: at,
		...(user === undefined ? {} : { user }),
		source: change.source,
	};
}

function changed(known: Task, change: TaskChange): Task {
	if (change.at < known.last_activity) return known;
	const status = statusAfter(change) ?? known.status;
	// Who brings a task to its end takes its flag away.
	const isOver = change.status === 'done' || change.status === 'dropped';
	const flagged = change.flagged ?? (isOver ? false : known.flagged_incomplete);
	const next: Task = { ...known, ...said(change), status, flagged_incomplete: flagged };
	const isSame = JSON.stringify(next) === JSON.stringify(known);
	return isSame ? known : { ...next, last_activity: change.at };
}

function statusAfter({ status, stage }: TaskChange): Task['status'] | undefined {
	return status ?? (isWorkingStage(stage) ? 'in_progress' : undefined);
}

/** The texts that a change gives a task; absent ones stay as they are. */
function said(change: TaskChange): Partial<Task> {
	const { title, description, stage, session } = change;
	const given = Object.entries({ title, description, stage, session });
	return Object.fromEntries(given.filter(([, text]) => text !== undefined));
}

/** How `tasks.json` is read. An entry that is no task of ours is kept and ignored. */
export const tasksKind: DocumentKind<Tasks> = {
	parse: parserOf({ version: 1, shape: Tasks }, undefined),
	empty: () => ({ schema_version: 1, last: 0, tasks: [] }),
};

/** Applies changes in order. Returns the document itself if they change nothing. */
export function applyToTasks(doc: Tasks, changes: readonly TaskChange[]): Applied<Tasks> {
	const changed = changes.reduce(applyTaskChange, doc);
	const at = changes.at(-1)?.at ?? '';
	return changed === doc ? { doc, retired: [] } : withoutOldest(changed, at);
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
