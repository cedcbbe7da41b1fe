import { Fault } from '../../core/fault/fault.ts';
import { pendingOn, taskReferred } from '../../core/task/pending.ts';
import type { Task } from '../../core/task/schema.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { keptText } from './kept-text.ts';
import { memoryIfAny, onlyItsOwn, rememberingScene } from './memory-of.ts';
import { type KeptTask, keepTask, storedTasks } from './task-storing.ts';

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
