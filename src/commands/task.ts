import type { Caller } from '../app/commands/caller.ts';
import { keptText } from '../app/commands/kept-text.ts';
import { memoryIfAny, onlyItsOwn, rememberingScene } from '../app/commands/memory-of.ts';
import { type KeptTask, keepTask, storedTasks } from '../app/commands/task-storing.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { storageNotes } from '../core/inject/change-text.ts';
import { onBranchText } from '../core/place/branch-text.ts';
import { pendingOn, taskReferred } from '../core/task/pending.ts';
import type { Task } from '../core/task/schema.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import {
	type Answer,
	type Command,
	callerAt,
	command,
	JSON_CHANGED,
	SESSION,
	TABLE_OPTIONS,
} from './command.ts';
import { elsewhereText, type Layout, layoutOf, redactedNotes, table } from './layout.ts';

/** `req task`: tasks outlive their sessions. */
export const task: Command = {
	about:
		'Keeps the tasks of a branch; what is left of them is told to the next sessions. A task is named by its id, or by its number in the list.',
	examples: ['req task add "cache the schema"', 'req task list'],
	commands: {
		add: command({
			about: 'Adds a task of this branch.',
			words: { '<title...>': 'one sentence' },
			options: {
				'--stage <stage>': 'where it stands; in build, verify and validate it is worked on',
				'--description <text>': 'what there is to know of it',
				...SESSION,
				...JSON_CHANGED,
			},
			examples: ['req task add "cache the schema" --stage build'],
			run: async ({ title, stage, description, session }, ports) => {
				const caller = callerAt(ports, session);
				const request = { caller, title: title.join(' '), stage, description };
				return told(await taskAdd(request, ports));
			},
		}),
		list: command({
			about: 'Lists the tasks of this branch that wait. So does `req task` alone.',
			options: {
				'--all': 'those of every branch',
				'--done': 'also those that are over',
				...SESSION,
				...TABLE_OPTIONS,
			},
			examples: ['req task list', 'req task list --all --done --json'],
			run: async ({ all = false, done = false, session, wide }, ports) => {
				const filter = { all, done };
				const listed = await taskList({ caller: callerAt(ports, session), ...filter }, ports);
				return {
					text: () => taskListText(listed, filter, layoutOf({ wide }, ports)),
					json: () => taskListJson(listed.tasks),
				};
			},
		}),
		stage: command({
			about: 'Says at which stage a task stands.',
			words: {
				'<task>': 'id, or number in the list',
				'<stage>': 'in build, verify and validate it is worked on',
			},
			options: { ...SESSION, ...JSON_CHANGED },
			examples: ['req task stage t1 verify'],
			run: async ({ task: reference, stage, session }, ports) => {
				const request = { caller: callerAt(ports, session), reference, edit: { stage } };
				return told(await taskChange(request, ports));
			},
		}),
		start: changing('start', { status: 'in_progress' }, 'Says that somebody works on a task.'),
		done: changing('done', { status: 'done' }, 'Says that a task is done.'),
		flag: changing(
			'flag',
			{ flagged: true },
			'Flags a task as incomplete, whatever else is said of it; `done` takes the flag away.',
		),
		drop: changing('drop', { status: 'dropped' }, 'Says that nobody will do a task.'),
	},
};

function changing(name: string, edit: TaskEdit, about: string): Command {
	return command({
		about,
		words: { '<task>': 'id, or number in the list' },
		options: { ...SESSION, ...JSON_CHANGED },
		examples: [`req task ${name} t1`],
		run: async ({ task: reference, session }, ports) => {
			const request = { caller: callerAt(ports, session), reference, edit };
			return told(await taskChange(request, ports));
		},
	});
}

function told({ task: it, session, stored, redacted }: ChangedTask): Answer {
	const where = session === undefined ? '' : `, in session ${session.key}`;
	return {
		text: `task ${oneLine(it.id)} is ${statusText(it)}: ${quoted(it.title)}${where}`,
		changed: { ...taskJson(it), in_session: session?.key ?? null },
		warnings: [...storageNotes(stored.kind), ...redactedNotes(redacted)],
	};
}

/** Tasks as a table; with those of other branches, the branch is named. */
function taskListText(
	{ branch, tasks, elsewhere }: TaskTable,
	{ all, done }: TaskFilter,
	layout: Layout,
): string {
	if (tasks.length === 0) {
		const where = all ? 'in this repository' : onBranchText(branch);
		return `no task ${done ? 'is kept' : 'waits'} ${where}${elsewhereText(elsewhere)}`;
	}
	const at = (one: string) => (one === branch ? '' : ` (${onBranchText(one)})`);
	const cells: Record<string, (listed: ListedTask) => string> = {
		NR: ({ number }) => (number === undefined ? '' : `${number}`),
		ID: (one) => oneLine(one.task.id),
		STATUS: (one) => statusText(one.task),
		STAGE: (one) => oneLine(one.task.stage ?? '-'),
		ACTIVE: (one) => layout.when(one.task.last_activity),
		BY: (one) => oneLine(authorOf(one.task)),
		TITLE: (one) => `${oneLine(one.task.title)}${at(one.task.branch)}`,
	};
	return table(tasks, cells, layout);
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

const TITLE = { what: 'the title', max: 200 };

const DESCRIPTION = { what: 'the description', max: 1_000 };

const STAGE = { what: 'the stage', max: 40 };

/** A task as a command left it. */
export interface ChangedTask extends KeptTask {
	readonly redacted: readonly string[];
}

interface TaskAddRequest {
	readonly caller: Caller;
	readonly title: string;
	readonly stage: string | undefined;
	readonly description: string | undefined;
}

/**
 * Adds a task of this branch. It needs no session: tasks outlive them.
 *
 * @throws Fault `usage`, `not_configured`, `state_newer`, `state_unwritable`
 */
export async function taskAdd(request: TaskAddRequest, ports: Ports): Promise<ChangedTask> {
	const { caller, stage, description } = request;
	const kept = {
		title: keptText(request.title, TITLE),
		...(stage === undefined ? {} : { stage: keptText(stage, STAGE) }),
		...(description === undefined ? {} : { description: keptText(description, DESCRIPTION) }),
	};
	const memory = await memoryIfAny(caller, ports);
	await onlyItsOwn(caller, memory.session, ports);
	const redacted = Object.values(kept).flatMap((text) => text.redacted);
	const said = Object.fromEntries(Object.entries(kept).map(([key, { text }]) => [key, text]));
	return { ...(await keepTask(memory, said, ports)), redacted };
}

/** What is said of a task that is there. */
export interface TaskEdit {
	readonly status?: 'in_progress' | 'done' | 'dropped';
	readonly stage?: string;
	readonly flagged?: boolean;
}

/**
 * Changes the task a reference means: its id, or its number in this branch's list (interface).
 *
 * @throws Fault `unknown_name`, `usage`, `not_configured`, `state_newer`, `state_unwritable`
 */
export async function taskChange(
	request: { readonly caller: Caller; readonly reference: string; readonly edit: TaskEdit },
	ports: Ports,
): Promise<ChangedTask> {
	const { caller, reference, edit } = request;
	const stage = edit.stage === undefined ? undefined : keptText(edit.stage, STAGE);
	const memory = await memoryIfAny(caller, ports);
	await onlyItsOwn(caller, memory.session, ports);
	const task = taskReferred(reference, memory.place.branch, await storedTasks(memory, ports));
	if (task === undefined) {
		throw new Fault('unknown_name', `there is no task "${oneLine(reference)}" here`, {
			hint: 'req task list --all',
		});
	}
	const said = { ...edit, ...(stage === undefined ? {} : { stage: stage.text }), id: task.id };
	return { ...(await keepTask(memory, said, ports)), redacted: stage?.redacted ?? [] };
}

/** Which tasks are asked for. */
export interface TaskFilter {
	/** Of every branch. */
	readonly all: boolean;
	/** Also those that are over. */
	readonly done: boolean;
}

/** A task in a list; `number`: what `req task done 2` calls it, where it waits on this branch. */
export interface ListedTask {
	readonly task: Task;
	readonly number: number | undefined;
}

export interface TaskTable {
	readonly branch: string;
	readonly tasks: readonly ListedTask[];
	/** How many there are of other branches where there is none here. */
	readonly elsewhere: number;
}

/** The tasks of this branch that wait, or more of them, oldest first. */
export async function taskList(
	{ caller, all, done }: TaskFilter & { readonly caller: Caller },
	ports: Ports,
): Promise<TaskTable> {
	const scene = await rememberingScene(caller, ports);
	const { branch } = scene.place;
	const tasks = await storedTasks(scene, ports);
	const waiting = new Set(tasks.flatMap((task) => pendingOn(task.branch, [task])));
	const numbers = pendingOn(branch, tasks);
	const asked = tasks.filter((task) => done || waiting.has(task));
	const chosen = asked.filter((task) => all || task.branch === branch);
	const elsewhere = chosen.length === 0 ? asked.length : 0;
	const listed = chosen.map((task) => ({ task, number: numbers.indexOf(task) + 1 || undefined }));
	return { branch, tasks: listed, elsewhere };
}
