import type { CommandContext } from '../context.ts';
import { keepTask, rememberingProject } from '../events/session-memory.ts';
import { placeIfReadable } from '../git/find-place.ts';
import { branchText, type Place } from '../git/place.ts';
import type { Task } from '../journal/work.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { storedTasks } from '../memory/task-list.ts';
import { taskNamed } from '../memory/tasks.ts';
import { liveNow } from '../state/registry.ts';
import { Fault } from '../store/fault.ts';
import { pathExists } from '../store/paths.ts';
import {
	clientProgram,
	failed,
	hasTranscript,
	NO_PRIOR_SESSION,
	type Outcome,
	RESUMPTION_FAILED,
	troubleOf,
} from './client.ts';
import { type ActiveRun, type RunOptions, type Source, workInSession } from './loop.ts';
import { taskPrompt } from './prompts.ts';
import { newItem, newRun, priorItem, type RunItem, readRuns, unreadableRuns } from './run-file.ts';

/** What `req run` was asked. */
export interface TaskOptions extends RunOptions {
	/** Task references; none: the tasks that wait. */
	readonly names: readonly string[];
	/** A task in progress whose session cannot be resumed fails. */
	readonly strict: boolean;
	readonly verbose: boolean;
}

/** A task, and how its session begins. */
export interface PlannedTask {
	readonly task: Task;
	/** It is in progress, and the run goes on with it. */
	readonly goesOn: boolean;
	/** What the last run that had a session for it says; `undefined`: there is none to resume. */
	readonly prior: RunItem | undefined;
}

/** What a run is going to do. */
export interface TaskPlan {
	readonly place: Place;
	readonly options: TaskOptions;
	readonly tasks: readonly PlannedTask[];
	/** How many tasks in progress it leaves alone. */
	readonly left: number;
	readonly warnings: readonly string[];
}

/**
 * Chooses the tasks of a run and finds the sessions that worked on them. Writes nothing.
 *
 * @throws Fault `not_configured`, `unknown_name`, `unknown_session`, `usage`
 */
export async function planTasks(options: TaskOptions, context: CommandContext): Promise<TaskPlan> {
	const { caller, names, resume, inherit: reference } = options;
	const { place, config } = await rememberingProject(caller, context);
	const strict = options.strict || (resume && config.run.strictResume);
	const inherit = reference && sessionNamed(reference, place, context).uuid;
	const stored = await storedTasks(place, context);
	const own = stored.filter(({ branch, source }) => branch === place.branch && source === 'req');
	const begun = own.filter(isBegun);
	const waiting = [...(resume ? begun : []), ...own.filter(isOpen)];
	const asked = names.map((name) => taskToDo(name, place.branch, stored));
	// Each once; what is in progress comes first in a run that goes on (D38).
	const first = resume ? asked.filter(isBegun) : [];
	const chosen = names.length > 0 ? [...new Set([...first, ...asked])] : waiting;
	// Once for all tasks: months of runs are many files.
	const { runs, unreadable } = resume ? readRuns(place) : { runs: [], unreadable: [] };
	const tasks = chosen.map((task) => {
		const goesOn = resume && isBegun(task);
		return { task, goesOn, prior: goesOn ? priorItem(runs, task.id) : undefined };
	});
	const left = resume || names.length > 0 ? 0 : begun.length;
	const warnings = unreadableRuns(unreadable);
	return { place, options: { ...options, strict, inherit }, tasks, left, warnings };
}

function isOpen({ status }: Task): boolean {
	return status === 'open';
}

function isBegun({ status }: Task): boolean {
	return status === 'in_progress';
}

/** @throws Fault `unknown_name`; `usage` if it is of another branch, or over */
function taskToDo(reference: string, branch: string, tasks: readonly Task[]): Task {
	const task = taskNamed(reference, branch, tasks);
	if (task.branch !== branch) {
		throw new Fault('usage', `task ${task.id} is of ${branchText(task.branch)}`, {
			hint: 'check that out first',
		});
	}
	if (isOpen(task) || isBegun(task)) return task;
	throw new Fault('usage', `task ${task.id} is ${task.status}`, {
		hint: `req task start ${task.id} opens it again`,
	});
}

/**
 * The tasks of a plan, one after the other; a session that fails costs its own task only.
 *
 * @throws Fault `refused` if there is no client to start
 */
export function taskSource(plan: TaskPlan, context: CommandContext): Source {
	const { place, options, tasks, warnings } = plan;
	const { names, resume, strict, timeout, inherit = null, more } = options;
	const config = {
		tasks: names,
		resume,
		strict,
		inherit,
		timeout_ms: timeout,
		claude_args: more.join(' '),
	};
	const items = tasks.map(({ task: { id, title } }) => [id, newItem(title, place.root)]);
	const run = newRun({ kind: 'run', config, items: Object.fromEntries(items) }, place, context);
	return {
		place,
		options,
		program: clientProgram(context.env),
		run,
		warnings,
		next: ({ items: now }) => {
			const at = tasks.findIndex(({ task }) => now[task.id]?.status === 'waiting');
			const planned = tasks[at];
			if (planned === undefined) return undefined;
			const { id: key, title } = planned.task;
			const perform = (active: ActiveRun) => workOnTask(planned, options, active);
			return { key, title, number: at + 1, of: tasks.length, perform };
		},
	};
}

/** Resumes the task's session if it is to and can; if the session is gone, one fresh start, or with `--strict` none. */
async function workOnTask(planned: PlannedTask, { strict, verbose }: TaskOptions, active: ActiveRun): Promise<Outcome> {
	const { task, goesOn, prior } = planned;
	const status = await statusOf(task, active);
	// Another session ended it while those before it were worked on.
	if (status === 'done') return { status: 'success' };
	if (!['open', 'in_progress'].includes(status)) return failed(`the task was ${status} meanwhile`);
	const fresh = { ...planned, goesOn: false };
	if (!goesOn) return workInOne(fresh, active);
	if (prior === undefined) return strict ? failed(NO_PRIOR_SESSION) : workInOne(fresh, active);
	const { session_uuid: uuid } = prior;
	const obstacle = obstacleTo(prior, active);
	if (obstacle === undefined && verbose) active.report.say(`Resuming session ${uuid}`);
	const { isStale, ...tried } = obstacle ?? (await workInOne(planned, active));
	if (isStale !== true) return tried;
	if (strict) return failed(`${RESUMPTION_FAILED}${tried.error}`);
	const why = `session ${uuid} cannot be resumed (${tried.error})`;
	active.report.warn(`${why}: a fresh one takes its place`);
	return workInOne(fresh, active);
}

/** Why a session cannot be resumed, as far as that is known before it is tried. */
function obstacleTo({ session_uuid: uuid, cwd }: RunItem, { place, context }: ActiveRun): Outcome | undefined {
	const id = uuid ?? '';
	// Two clients in one conversation lose messages.
	if (liveNow(context).has(id)) return failed(`session ${id} is active elsewhere`);
	if (!pathExists(cwd)) return failed('its directory is gone', true);
	const isHere = placeIfReadable(cwd, context)?.stateDir === place.stateDir;
	if (!isHere) return failed('its directory is of another repository', true);
	if (!hasTranscript(id, context.configDir)) return failed('its transcript is gone', true);
	return undefined;
}

/** One session for the task: its own one if that goes on, else a fresh one that knows the last words of that one. */
async function workInOne({ task, goesOn, prior }: PlannedTask, active: ActiveRun): Promise<Outcome> {
	const { place, context, options } = active;
	const { id } = task;
	const { inherit } = options;
	const isNew = inherit !== undefined && !goesOn;
	// What a run works on is in progress, whatever becomes of the run.
	await keepTask({ place, session: undefined }, { id, status: 'in_progress' }, context);
	const session = {
		prompt: taskPrompt(task, { isResumed: goesOn, findings: prior?.last_findings ?? '' }),
		cwd: (goesOn ? prior?.cwd : undefined) ?? place.root,
		args: [],
		env: isNew ? { REQ_INHERIT_FROM: inherit } : {},
		resume: (goesOn ? prior?.session_uuid : undefined) ?? undefined,
	};
	const end = await workInSession(id, session, active);
	if ((await statusOf(task, active)) === 'done') return { status: 'success' };
	return troubleOf(end, goesOn) ?? failed('the session ended without marking it done');
}

async function statusOf({ id }: Task, { place, context }: ActiveRun): Promise<string> {
	const tasks = await storedTasks(place, context);
	return tasks.find((task) => task.id === id)?.status ?? 'removed';
}
