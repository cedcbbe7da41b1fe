import { type JournalLine, type LineOf, ofKind } from '../journal/line.ts';
import { isPending, isWorkingStage } from '../task/pending.ts';
import type { TaskChange } from '../task/schema.ts';
import type { SessionRecord, TaskSnapshot } from './schema.ts';

type TaskParts = Pick<SessionRecord, 'pending_tasks' | 'settled_tasks'>;

/** A pin that says that something is not done, and the tasks it can mean. */
const UNDONE = /\b(?:todo|incomplete|unfinished|not done|in[- ]progress|wip)\b/i;
const TASK_ID = /\b(?:t\d{1,6}|[0-9a-f]{8,12}-\d{1,6})\b/g;

/** The tasks that a pin calls unfinished: it counts as a flag on them. */
export function undoneTasks({ label, content }: LineOf<'pin'>): readonly string[] {
	const text = `${label} ${content}`;
	return UNDONE.test(text) ? [...new Set(text.match(TASK_ID) ?? [])] : [];
}

type TaskLine = Omit<LineOf<'task'>, 'source'> & { readonly source?: string };

/** A line that is older than what is known of its task changes nothing. */
export function taskAfter(task: TaskSnapshot | undefined, line: TaskLine): TaskSnapshot {
	const known = task ?? newTask(line);
	if (line.at < known.last_activity) return known;
	const { at, status, stage, flagged } = line;
	return {
		...known,
		...saidOf(line),
		status: status ?? (isWorkingStage(stage) ? 'in_progress' : known.status),
		flagged_incomplete: flagged ?? (isOver(line) ? false : known.flagged_incomplete),
		last_activity: at,
	};
}

function newTask({ id, at }: TaskLine): TaskSnapshot {
	return { id, title: id, status: 'open', flagged_incomplete: false, last_activity: at };
}

/** What is not said stays as it is known. */
function saidOf({ title, stage, source, branch }: TaskLine): Partial<TaskSnapshot> {
	return {
		...(title === undefined ? {} : { title }),
		...(stage === undefined ? {} : { stage }),
		...(source === undefined ? {} : { source }),
		...(branch === undefined ? {} : { branch }),
	};
}

function isOver({ status }: TaskLine): boolean {
	return status === 'done' || status === 'dropped';
}

/** Pending and settled tasks apart: touched last, named last. */
export function taskParts(all: Iterable<TaskSnapshot>): TaskParts {
	const rank = ({ last_activity, id }: TaskSnapshot) => `${last_activity} ${id}`;
	const tasks = [...all].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
	return {
		pending_tasks: tasks.filter(isPending),
		settled_tasks: tasks.filter((task) => !isPending(task)),
	};
}

/**
 * What a session's lines change in `tasks.json`: the client's own tasks; `req task` writes its own there itself.
 * A line that names a task and says no more of it may follow those that did: its status is what the record knows.
 */
export function taskChangesOf(
	{ key, branch, user, pending_tasks, settled_tasks }: SessionRecord,
	lines: readonly JournalLine[],
): TaskChange[] {
	const known = new Map(
		[...(settled_tasks ?? []), ...pending_tasks].map((task) => [task.id, task]),
	);
	const statusOf = ({ id, title, status, stage }: LineOf<'task'>) =>
		title === undefined || stage !== undefined ? status : (status ?? known.get(id)?.status);
	return ofKind(lines, 'task')
		.filter(({ source }) => source !== 'req')
		.map((line) => ({ ...line, status: statusOf(line) }))
		.map(({ at, id, title, status, stage, flagged, source, branch: own }) => ({
			op: 'put',
			at,
			id,
			...(title === undefined ? {} : { title }),
			...(status === undefined ? {} : { status }),
			...(stage === undefined ? {} : { stage }),
			...(flagged === undefined ? {} : { flagged }),
			branch: own ?? branch,
			...{ session: key, user },
			source,
		}));
}
