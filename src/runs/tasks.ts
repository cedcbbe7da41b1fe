import { rememberingProject } from '../app/commands/memory-of.ts';
import { keepTask } from '../app/commands/task-storing.ts';
import type { CommandPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { placeIfReadable } from '../git/find-place.ts';
import { branchText, type Place } from '../git/place.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { storedTasks } from '../memory/task-list.ts';
import { type Task, taskNamed } from '../memory/tasks.ts';
import { liveNow } from '../state/registry.ts';
import { pathExists } from '../store/paths.ts';
import { clientProgram, hasTranscript } from './client.ts';
import { type ActiveRun, type RunOptions, type Source, workInSession } from './loop.ts';
import { failed, NO_PRIOR_SESSION, type Outcome, RESUMPTION_FAILED, troubleOf } from './outcome.ts';
import { taskPrompt } from './prompts.ts';
import { newItem, newRun, priorItem, type RunItem, type RunList, readRuns } from './run-file.ts';

/** What `req run` was asked. */
export interface TaskOptions extends RunOptions {
	/** Task references; none: the tasks that wait. */
	readonly names: readonly string[];
	/** A task in progress whose session cannot be resumed fails. */
	readonly strict: boolean;
	/** Says which sessions are resumed. */
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
	readonly unreadable: RunList['unreadable'];
}

/**
 * Chooses the tasks of a run and finds the sessions that worked on them. Writes nothing.
 *
 * @throws Fault `not_configured`, `unknown_name`, `unknown_session`, `usage`
 */
export async function planTasks(options: TaskOptions, ports: CommandPorts): Promise<TaskPlan> {
	const { caller, names, resume, inherit: reference } = options;
	const { place, config } = await rememberingProject(caller, ports);
	const strict = options.strict || (resume && config.run.strictResume);
	const inherit = reference && sessionNamed(reference, place, ports).uuid;
	const stored = await storedTasks(place, ports.context);
	const own = stored.filter(({ branch, source }) => branch === place.branch && source === 'req');
	const begun = own.filter(isBegun);
	const waiting = [...(resume ? begun : []), ...own.filter(isOpen)];
	const asked = names.map((name) => taskToDo(name, place.branch, stored));
	// Each once; what is in progress comes first in a run that goes on (D38).
	const first = resume ? asked.filter(isBegun) : [];
	const chosen = names.length > 0 ? [...new Set([...first, ...asked])] : waiting;
	// Read once for all tasks: months of runs are many files.
	const { runs, unreadable } = resume ? readRuns(place) : { runs: [], unreadable: [] };
	const tasks = chosen.map((task) => {
		const goesOn = resume && isBegun(task);
		return { task, goesOn, prior: goesOn ? priorItem(runs, task.id) : undefined };
	});
	const left = resume || names.length > 0 ? 0 : begun.length;
	return { place, options: { ...options, strict, inherit }, tasks, left, unreadable };
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
 * The tasks of a plan, one after the other; what goes wrong with one task is that task's alone.
 *
 * @throws Fault `refused` if there is no client to start
 */
export function taskSource(plan: TaskPlan, { context }: CommandPorts): Source {
	const { place, options, tasks } = plan;
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
async function workOnTask(
	{ task, goesOn, prior }: PlannedTask,
	{ strict, verbose }: TaskOptions,
	active: ActiveRun,
): Promise<Outcome> {
	const { report } = active;
	const status = await statusOf(task, active);
	// Another session ended it while those before it were worked on.
	if (status === 'done') return { status: 'success' };
	if (status !== 'open' && status !== 'in_progress')
		return failed(`the task was ${status} meanwhile`);
	const findings = prior?.last_findings ?? '';
	const fresh = () => workInOne({ task, findings }, active);
	if (!goesOn) return fresh();
	const { session_uuid: uuid = null, cwd = '' } = prior ?? {};
	if (uuid === null) return strict ? failed(NO_PRIOR_SESSION) : fresh();
	const resume = () => {
		if (verbose) report.say(`Resuming session ${uuid}`);
		return workInOne({ task, findings, resumed: { uuid, cwd } }, active);
	};
	const tried = obstacleTo(uuid, cwd, active) ?? (await resume());
	if (tried.isStale !== true) return tried;
	if (strict) return failed(`${RESUMPTION_FAILED}${tried.error}`);
	report.warn(`session ${uuid} cannot be resumed (${tried.error}): a fresh one takes its place`);
	return fresh();
}

/** Why a session cannot be resumed, as far as that is known before it is tried. */
function obstacleTo(uuid: string, cwd: string, active: ActiveRun): Outcome | undefined {
	const { place, ports } = active;
	const { context } = ports;
	// Two clients in one conversation lose messages.
	if (liveNow(context).has(uuid)) return failed(`session ${uuid} is active elsewhere`);
	if (!pathExists(cwd)) return failed('its directory is gone', true);
	const isHere = placeIfReadable(cwd, context)?.stateDir === place.stateDir;
	if (!isHere) return failed('its directory is of another repository', true);
	return hasTranscript(uuid, context.configDir)
		? undefined
		: failed('its transcript is gone', true);
}

/** What one session for a task begins with. */
interface TaskSession {
	readonly task: Task;
	readonly findings: string;
	/** The session that is resumed; `undefined`: a fresh one. */
	readonly resumed?: { readonly uuid: string; readonly cwd: string };
}

async function workInOne(
	{ task, findings, resumed }: TaskSession,
	active: ActiveRun,
): Promise<Outcome> {
	const { place, ports, options } = active;
	const { inherit } = options;
	const isResumed = resumed !== undefined;
	// What a run works on is in progress, whatever becomes of the run.
	const change = { id: task.id, status: 'in_progress' } as const;
	await keepTask({ place, session: undefined }, change, ports);
	const session = {
		prompt: taskPrompt(task, { isResumed, findings }),
		cwd: resumed?.cwd ?? place.root,
		args: [],
		env: inherit === undefined || isResumed ? {} : { REQ_INHERIT_FROM: inherit },
		resume: resumed?.uuid,
	};
	const end = await workInSession(task.id, session, active);
	if ((await statusOf(task, active)) === 'done') return { status: 'success' };
	return troubleOf(end, isResumed) ?? failed('the session ended without marking it done');
}

async function statusOf({ id }: Task, { place, ports }: ActiveRun): Promise<string> {
	const tasks = await storedTasks(place, ports.context);
	return tasks.find((task) => task.id === id)?.status ?? 'removed';
}
