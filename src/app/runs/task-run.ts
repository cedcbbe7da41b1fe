import type { Config } from '../../config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import { begunIn, chooseTasks, orderNamed } from '../../core/run/choose-tasks.ts';
import { taskPrompt } from '../../core/run/headless-client.ts';
import {
	NO_PRIOR_SESSION,
	type Outcome,
	outcomeOf,
	RESUMPTION_FAILED,
} from '../../core/run/outcome.ts';
import { lookupPriorSession, newItem, type PriorSession } from '../../core/run/run-record.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import { isUuid } from '../../core/session/session-id.ts';
import { placeIfReadable } from '../../git/find-place.ts';
import { branchText, type Place } from '../../git/place.ts';
import { everySession } from '../../journal/files.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import { readSession } from '../../memory/sessions.ts';
import { storedTasks } from '../../memory/task-list.ts';
import { type Task, taskNamed } from '../../memory/tasks.ts';
import { liveNow } from '../../state/registry.ts';
import { attempt } from '../../store/errors.ts';
import { pathExists } from '../../store/paths.ts';
import type { Caller } from '../commands/caller.ts';
import { rememberingProject } from '../commands/memory-of.ts';
import { keepTask } from '../commands/task-storing.ts';
import type { AllPorts, Ports } from '../ports.ts';
import type { RunListing } from '../run-ports.ts';
import { needClient, type Progress, type RunAtWork, workInSession, workThrough } from './run.ts';
import { newRun } from './run-ledger.ts';

/** What `req run` was asked. */
export interface RunRequest {
	readonly caller: Caller;
	/** Task references; none: the tasks that wait. */
	readonly names: readonly string[];
	/** Goes on with tasks in progress, in their own sessions. */
	readonly resume: boolean;
	/** A task whose session cannot go on has failed. */
	readonly strict: boolean;
	/** Milliseconds per session. */
	readonly timeout: number;
	/** A session reference that every new session inherits from. */
	readonly inherit: string | undefined;
	/** What goes to the client untouched. */
	readonly more: readonly string[];
}

/** A task and the session that may go on with it. */
export interface PlannedTask {
	readonly task: Task;
	readonly prior: PriorSession | undefined;
}

/** What a run is going to do. */
export interface RunPlan {
	readonly place: Place;
	readonly config: Config;
	readonly request: RunRequest;
	readonly tasks: readonly PlannedTask[];
	/** How many tasks in progress it leaves alone. */
	readonly left: number;
	/** Files among the runs that hold none. */
	readonly unreadable: RunListing['unreadable'];
}

/**
 * Chooses the tasks of a run and finds the sessions that worked on them. Writes nothing (`--dry-run`).
 *
 * @throws Fault `not_configured`, `unknown_name`, `unknown_session`, `usage`
 */
export async function planRun(asked: RunRequest, ports: AllPorts): Promise<RunPlan> {
	const { place, config } = await rememberingProject(asked.caller, ports);
	const { branch } = place;
	const { resume, names } = asked;
	const strict = asked.strict || (resume && config.run.strictResume);
	const inherit = await uuidOf(asked.inherit, place, ports);
	const stored = await storedTasks(place, ports.context);
	const chosen =
		names.length === 0
			? chooseTasks(stored, { branch, resume })
			: orderNamed(
					names.map((name) => taskHere(name, branch, stored)),
					resume,
				);
	const goesOn = ({ status }: Task) => resume && status === 'in_progress';
	const begun = chosen.filter(goesOn).map(({ id }) => id);
	// Read once for all tasks: months of runs are many files.
	const { runs, unreadable } = await ports.runs.naming(place, begun);
	const tasks: PlannedTask[] = [];
	for (const task of chosen) {
		const known = goesOn(task) ? lookupPriorSession(runs, task.id) : undefined;
		const prior = known ?? (goesOn(task) ? await lastSession(task, place, ports) : undefined);
		tasks.push({ task, prior });
	}
	const leaves = !resume && names.length === 0;
	const left = leaves ? begunIn(stored, branch).length : 0;
	return { place, config, request: { ...asked, strict, inherit }, tasks, left, unreadable };
}

/** @throws Fault `unknown_session` */
async function uuidOf(reference: string | undefined, place: Place, ports: AllPorts) {
	if (reference === undefined) return undefined;
	return sessionNamed(reference, place, ports).uuid;
}

/** The session that touched a task last: where no run has one for it. */
async function lastSession(
	task: Task,
	place: Place,
	ports: Ports,
): Promise<PriorSession | undefined> {
	const { session: key } = task;
	const session = everySession(place).find((one) => one.key === key || one.uuid === key);
	const record = readSession(place, session, ports);
	if (record === undefined || !isUuid(record.uuid)) return undefined;
	const { uuid, cwd, notes } = record;
	return { uuid, cwd, findings: notes.at(-1)?.text };
}

/** @throws Fault `unknown_name`, `usage` */
function taskHere(reference: string, branch: string, tasks: readonly Task[]): Task {
	const task = taskNamed(reference, branch, tasks);
	if (task.branch !== branch) {
		throw new Fault('usage', `task ${task.id} is of ${branchText(task.branch)}`, {
			hint: 'check that out first',
		});
	}
	if (task.status === 'open' || task.status === 'in_progress') return task;
	throw new Fault('usage', `task ${task.id} is ${task.status}`, {
		hint: `req task start ${task.id} opens it again`,
	});
}

/**
 * Works through the tasks of a plan, one session at a time, oldest first; what goes wrong with one task is that
 * task's alone.
 *
 * @throws Fault `refused` where there is no client to start, or another run is at work on the branch,
 * `state_unwritable`
 */
export async function runTasks(
	plan: RunPlan,
	tell: (progress: Progress) => void,
	ports: AllPorts,
): Promise<RunRecord> {
	needClient(ports);
	const { place, config, request, tasks } = plan;
	const items = Object.fromEntries(
		tasks.map(({ task: { id, title } }) => [id, newItem(title, place.root)]),
	);
	const { names, resume, strict, timeout, inherit, more, caller } = request;
	const settings = {
		...{ tasks: names, resume, strict, timeout_ms: timeout },
		...{ inherit: inherit ?? null, claude_args: more.join(' ') },
	};
	const works = tasks.map((planned, index) => ({
		...{ id: planned.task.id, title: planned.task.title, number: index + 1, of: tasks.length },
		perform: (at: RunAtWork) => workOn(planned, plan, at),
	}));
	const source = {
		...{ place, config },
		begun: newRun({ place, caller, kind: 'run', config: settings, items }, ports),
		warnings: [],
		next: async () => works.shift(),
		endsAtFailure: false,
		end: () => ({}),
	};
	return workThrough(source, tell, ports);
}

/** @throws Fault `state_unwritable`: of what cannot be kept the next run would know nothing */
async function workOn(planned: PlannedTask, plan: RunPlan, at: RunAtWork): Promise<Outcome> {
	const worked = await attempt(() => resumeOrNot(planned, plan, at));
	if (worked.kind === 'done') return worked.value;
	const { error } = worked;
	if (error instanceof Fault && error.code !== 'state_unwritable') return failed(error.message);
	throw error;
}

/**
 * Goes on with the task's session where it is to and can, else in a fresh one; where the session turns out to be gone,
 * one fresh start, or with `--strict` none.
 */
async function resumeOrNot(
	{ task, prior }: PlannedTask,
	plan: RunPlan,
	at: RunAtWork,
): Promise<Outcome> {
	const { resume, strict } = plan.request;
	const over = await endedMeanwhile(task, at);
	if (over !== undefined) return over;
	const fresh = { task, resume: undefined, findings: prior?.findings };
	const resumes = resume && task.status === 'in_progress';
	if (!resumes) return tryOnce(fresh, plan, at);
	if (prior === undefined) return strict ? failed(NO_PRIOR_SESSION) : tryOnce(fresh, plan, at);
	const tried =
		(await obstacleTo(prior, at)) ?? (await tryOnce({ ...fresh, resume: prior }, plan, at));
	if (tried.status !== 'stale') return tried;
	if (strict) return failed(`${RESUMPTION_FAILED}${tried.error}`);
	const text = `session ${prior.uuid} cannot be resumed (${tried.error}): a fresh one takes its place`;
	at.tell({ kind: 'warning', text });
	return tryOnce(fresh, plan, at);
}

/** A task may be done, or dropped, while those before it are worked on: then no session starts for it. */
async function endedMeanwhile({ id }: Task, at: RunAtWork): Promise<Outcome | undefined> {
	const status = (await storedTasks(at.place, at.ports.context)).find(
		(task) => task.id === id,
	)?.status;
	if (status === 'open' || status === 'in_progress') return undefined;
	if (status === 'done') return { status: 'success', error: undefined };
	return failed(status === undefined ? 'the task is gone' : `the task was ${status} meanwhile`);
}

function failed(error: string): Outcome {
	return { status: 'failed', error };
}

function stale(error: string): Outcome {
	return { status: 'stale', error };
}

/**
 * What resuming a session comes to, as far as it can be told before it is tried; `undefined`: nothing stands against it.
 * One that is at work has the task in its hands; a fresh one may take the place of any other.
 */
async function obstacleTo(
	{ uuid, cwd }: PriorSession,
	{ place, ports }: RunAtWork,
): Promise<Outcome | undefined> {
	if (liveNow(ports.context).has(uuid)) return failed(`session ${uuid} is at work elsewhere`);
	if (!pathExists(cwd)) return stale('its directory is gone');
	if (placeIfReadable(cwd, ports.context)?.stateDir !== place.stateDir)
		return stale('its directory is of another repository');
	return ports.clients.hasTranscript(uuid) ? undefined : stale('its transcript is gone');
}

interface Try {
	readonly task: Task;
	/** The session that goes on; `undefined`: a fresh one. */
	readonly resume: PriorSession | undefined;
	/** What an earlier session said last of the task. */
	readonly findings: string | undefined;
}

/** One session for the task. */
async function tryOnce(
	{ task, resume, findings }: Try,
	{ place, config, request }: RunPlan,
	at: RunAtWork,
): Promise<Outcome> {
	const { ports, tell } = at;
	const { more, timeout, inherit } = request;
	// What a run works on is in progress, whatever becomes of the run.
	const project = { place, config, problems: [], session: undefined };
	await keepTask(project, { id: task.id, status: 'in_progress' }, ports);
	if (resume !== undefined) tell({ kind: 'resuming', text: `Resuming session ${resume.uuid}` });
	const inherits =
		inherit === undefined || resume !== undefined ? {} : { REQ_INHERIT_FROM: inherit };
	const isResumed = resume !== undefined;
	const session = {
		prompt: taskPrompt({ task, findings, isResumed }),
		...{ cwd: resume?.cwd ?? place.root, options: { more }, args: [], env: inherits },
		...{ timeout, resume: resume?.uuid },
	};
	const end = await workInSession(task.id, session, at);
	const hasStarted = end.unstarted === undefined;
	const tasks = hasStarted ? await storedTasks(place, ports.context) : [];
	const isDone = tasks.some(({ id, status }) => id === task.id && status === 'done');
	return outcomeOf(end, { isDone, wasResumed: isResumed });
}
