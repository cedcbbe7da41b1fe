import type { JournalEntry } from '../journal/entries.ts';
import { Task, type TaskChange, taskAfter } from '../journal/work.ts';
import { DAY_MS } from '../store/clock.ts';
import { type Applied, type DocumentKind, parserOf } from '../store/document.ts';
import { Fault } from '../store/fault.ts';
import { textIn } from '../store/foreign-json.ts';
import * as z from '../store/shape.ts';
import { quoted } from '../text/one-line.ts';
import { compareTexts } from '../text/strings.ts';

/** `tasks.json`. Entries are checked one by one, so that a bad one costs only itself. */
export const Tasks = z.looseObject({
	schema_version: z.literal(1),
	/** Number of the last `t…`: an id is never used twice. */
	last: z.number(),
	tasks: z.array(z.unknown()),
});
export type Tasks = z.output<typeof Tasks>;

/** How `tasks.json` is read. An entry that is no task is kept and ignored. */
export const tasksKind: DocumentKind<Tasks> = {
	parse: parserOf({ version: 1, shape: Tasks }, undefined),
	empty: () => ({ schema_version: 1, last: 0, tasks: [] }),
};

/** What a journal says of a task. */
export type TaskEntry = Extract<JournalEntry, { e: 'task' }>;

/**
 * The tasks that are well formed, oldest first: their number in here is how people name them. One
 * whose end was stored before its beginning has no title yet.
 */
export function tasksOf(doc: Tasks): Task[] {
	return wellFormed(doc)
		.filter(({ id, title }) => title !== id)
		.sort((one, other) => compareTexts(one.created_at, other.created_at));
}

function wellFormed({ tasks }: Tasks): Task[] {
	return tasks.flatMap((raw) => z.valueIn(Task, raw) ?? []);
}

/** Applies changes in order. Returns the document itself if they change nothing. */
export function applyToTasks(doc: Tasks, changes: readonly TaskChange[]): Applied<Tasks> {
	const changed = changes.reduce(applyChange, doc);
	if (changed === doc) return { doc, retired: [] };
	const retired = oldestOf(changed, Date.parse(changes.at(-1)?.at ?? ''));
	const gone = new Set<string | undefined>(retired.map(({ id }) => id));
	const tasks = changed.tasks.filter((raw) => !gone.has(textIn(raw, 'id')));
	return { doc: retired.length === 0 ? changed : { ...changed, tasks }, retired };
}

/** The document itself if a change says nothing new, or is older than what is known. */
function applyChange(doc: Tasks, change: TaskChange): Tasks {
	const last = change.id === undefined ? doc.last + 1 : doc.last;
	const id = change.id ?? `t${last}`;
	const index = doc.tasks.findIndex((raw) => textIn(raw, 'id') === id);
	const known = z.valueIn(Task, doc.tasks[index]);
	if (known !== undefined && change.at < known.last_activity) return doc;
	const task = taskAfter(known, { ...change, id });
	const unmoved = { ...task, last_activity: known?.last_activity };
	if (JSON.stringify(unmoved) === JSON.stringify(known)) return doc;
	const tasks = index < 0 ? [...doc.tasks, task] : doc.tasks.with(index, task);
	return { ...doc, last, tasks };
}

/** How many tasks stay that are over or only in a list of Claude Code, and for how long. */
const MOST_OTHERS = 300;
const OTHERS_MS = 90 * DAY_MS;

/**
 * The tasks that leave the file, so that a change of it stays cheap. What a person added and is
 * pending stays.
 *
 * @param now milliseconds since the epoch
 */
function oldestOf(doc: Tasks, now: number): Task[] {
	return wellFormed(doc)
		.filter((task) => task.source !== 'req' || !isPending(task))
		.sort((one, other) => compareTexts(other.last_activity, one.last_activity))
		.filter(({ last_activity: last }, index) => {
			return index >= MOST_OTHERS || now - Date.parse(last) > OTHERS_MS;
		})
		.reverse();
}

/**
 * Whether a task is open, in progress, or flagged as incomplete. A flag outlives `done`, nothing
 * outlives `dropped`.
 */
export function isPending(task: Pick<Task, 'status' | 'flagged_incomplete'>): boolean {
	const { status, flagged_incomplete: isFlagged } = task;
	return status !== 'dropped' && (status !== 'done' || isFlagged);
}

/** The pending tasks of a branch, oldest first: `req task list` numbers them in this order. */
export function pendingOn(branch: string, tasks: readonly Task[]): Task[] {
	return tasks.filter((task) => task.branch === branch && isPending(task));
}

/**
 * The task a reference means: an id of any branch, or a number in the list of this branch.
 *
 * @param tasks oldest first
 * @throws Fault `unknown_name`
 */
export function taskNamed(reference: string, branch: string, tasks: readonly Task[]): Task {
	const wanted = reference.trim().toLowerCase();
	const task = /^[1-9]\d{0,5}$/.test(wanted)
		? pendingOn(branch, tasks)[Number(wanted) - 1]
		: tasks.find(({ id }) => id.toLowerCase() === wanted);
	if (task !== undefined) return task;
	throw new Fault('unknown_name', `there is no task ${quoted(reference)} here`, {
		hint: 'req task list --all',
	});
}

/** Words by which a pin says that something is not done. */
const UNFINISHED = /\b(?:todo|incomplete|unfinished|not done|in[- ]progress|wip)\b/i;
const TASK_ID = /\b(?:t\d{1,6}|[0-9a-f]{8,12}-\d{1,6})\b/g;

/** The ids of tasks that a text calls unfinished. */
export function unfinishedTasks(text: string): string[] {
	return UNFINISHED.test(text) ? [...new Set(text.match(TASK_ID) ?? [])] : [];
}
