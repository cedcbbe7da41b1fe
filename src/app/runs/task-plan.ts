import type { Config } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import { branchText } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import { begunIn, type Continuing, chooseTasks, orderNamed } from '../../core/run/choose-tasks.ts';
import type { ClientOptions } from '../../core/run/headless-client.ts';
import { lookupPriorSession, type PriorSession } from '../../core/run/run-record.ts';
import { isUuid, parseSessionId } from '../../core/session/session-id.ts';
import { taskReferred } from '../../core/task/pending.ts';
import type { Task } from '../../core/task/schema.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Caller } from '../commands/caller.ts';
import { rememberingScene } from '../commands/memory-of.ts';
import { sessionNamed } from '../commands/session-choice.ts';
import { storedTasks } from '../commands/task-storing.ts';
import type { DeskPorts, Ports } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import type { RunListing } from '../run-ports.ts';

/** What `req run` was asked. */
export interface RunRequest {
	readonly caller: Caller;
	/** Task references; none: the tasks that wait. */
	readonly names: readonly string[];
	readonly continuing: Continuing;
	/** A task whose session cannot go on has failed. */
	readonly strict: boolean;
	readonly max: number | undefined;
	/** Milliseconds per session. */
	readonly timeout: number;
	/** A session reference that every new session inherits from. */
	readonly inherit: string | undefined;
	readonly options: ClientOptions;
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
export async function planRun(asked: RunRequest, ports: DeskPorts): Promise<RunPlan> {
	const { place, config } = await rememberingScene(asked.caller, ports);
	const { branch } = place;
	const { continuing, max, names } = asked;
	const strict = asked.strict || (continuing === 'resume' && config.strictResume);
	const inherit = await uuidOf(asked.inherit, place, ports);
	const stored = await storedTasks({ place }, ports);
	const chosen =
		names.length === 0
			? chooseTasks(stored, { branch, continuing, max })
			: orderNamed(
					names.map((name) => taskNamed(name, branch, stored)),
					{ continuing, max },
				);
	const goesOn = ({ status }: Task) => continuing !== 'leave' && status === 'in_progress';
	const begun = chosen.filter(goesOn).map(({ id }) => id);
	// Read once for all tasks: months of runs are many files.
	const { runs, unreadable } = await ports.runs.naming(place, begun);
	const tasks: PlannedTask[] = [];
	for (const task of chosen) {
		const known = goesOn(task) ? lookupPriorSession(runs, task.id) : undefined;
		const prior = known ?? (goesOn(task) ? await lastSession(task, place, ports) : undefined);
		tasks.push({ task, prior });
	}
	const leaves = continuing === 'leave' && names.length === 0;
	const left = leaves ? begunIn(stored, branch).length : 0;
	return { place, config, request: { ...asked, strict, inherit }, tasks, left, unreadable };
}

/** @throws Fault `unknown_session` */
async function uuidOf(reference: string | undefined, place: Place, ports: DeskPorts) {
	if (reference === undefined) return undefined;
	const registry = await readRegistry(place, ports);
	return (await sessionNamed(reference, { place, registry }, ports)).uuid;
}

/** The session that touched a task last: where no run has one for it. */
async function lastSession(
	task: Task,
	place: Place,
	ports: Ports,
): Promise<PriorSession | undefined> {
	const session = parseSessionId(task.session, ports.sha256);
	const loaded = session && (await ports.records.read(place, session));
	if (loaded?.kind !== 'present' || !isUuid(loaded.doc.uuid)) return undefined;
	const { uuid, cwd, notes } = loaded.doc;
	return { uuid, cwd, findings: notes.at(-1)?.text };
}

/** @throws Fault `unknown_name`, `usage` */
function taskNamed(reference: string, branch: string, tasks: readonly Task[]): Task {
	const task = taskReferred(reference, branch, tasks);
	if (task === undefined) {
		throw new Fault('unknown_name', `there is no task "${oneLine(reference)}" here`, {
			hint: 'req task list',
		});
	}
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
