import type { Config } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import { branchText } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import { begunIn, type Continuing, chooseTasks, orderNamed } from '../../core/run/choose-tasks.ts';
import type { ClientOptions } from '../../core/run/client-args.ts';
import type { PriorSession } from '../../core/run/prior-session.ts';
import { taskReferred } from '../../core/task/reference.ts';
import type { Task } from '../../core/task/schema.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Caller } from '../commands/caller.ts';
import { rememberingScene } from '../commands/memory-of.ts';
import { sessionNamed } from '../commands/session-choice.ts';
import { storedTasks } from '../commands/task-storing.ts';
import type { DeskPorts } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import type { RunListing } from '../run-ports.ts';
import { priorSession } from './prior-sessions.ts';

/** What `req run` was asked. */
export interface RunRequest {
	readonly caller: Caller;
	/** Task references; none: the tasks that wait. */
	readonly names: readonly string[];
	readonly continuing: Continuing;
	/** A task whose session cannot go on has failed (AC-4). */
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
	const request = await settled(asked, { place, config }, ports);
	const stored = await storedTasks({ place }, ports);
	const { branch } = place;
	const { continuing, max, names } = request;
	const chosen =
		names.length === 0
			? chooseTasks(stored, { branch, continuing, max })
			: orderNamed(
					names.map((name) => taskNamed(name, branch, stored)),
					{ continuing, max },
				);
	const goesOn = ({ status }: Task) => continuing !== 'leave' && status === 'in_progress';
	const begun = chosen.filter(goesOn).map(({ id }) => id);
	const listing = await ports.runs.naming(place, begun);
	const tasks: PlannedTask[] = [];
	for (const task of chosen) {
		const prior = goesOn(task) ? await priorSession(task, { place, listing }, ports) : undefined;
		tasks.push({ task, prior });
	}
	const left = leavesAlone(request) ? begunIn(stored, branch).length : 0;
	return { place, config, request, tasks, left, unreadable: listing.unreadable };
}

function leavesAlone({ continuing, names }: RunRequest): boolean {
	return continuing === 'leave' && names.length === 0;
}

/**
 * The request with what the config and the sessions of the repository say of it.
 *
 * @throws Fault `unknown_session`
 */
async function settled(
	asked: RunRequest,
	{ place, config }: Pick<RunPlan, 'place' | 'config'>,
	ports: DeskPorts,
): Promise<RunRequest> {
	const strict = asked.strict || (asked.continuing === 'resume' && config.strictResume);
	if (asked.inherit === undefined) return { ...asked, strict };
	const registry = await readRegistry(place, ports);
	const { uuid } = await sessionNamed(asked.inherit, { place, registry }, ports);
	return { ...asked, strict, inherit: uuid };
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
