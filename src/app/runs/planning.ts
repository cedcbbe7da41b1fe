import type { Config } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import { type Continuing, chooseTasks, orderNamed } from '../../core/run/choose-tasks.ts';
import type { ClientOptions } from '../../core/run/client-args.ts';
import type { PriorSession } from '../../core/run/prior-session.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import { taskReferred } from '../../core/task/reference.ts';
import type { Task } from '../../core/task/schema.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Caller } from '../commands/caller.ts';
import { rememberingScene } from '../commands/memory-of.ts';
import { storedTasks } from '../commands/task-storing.ts';
import type { DeskPorts } from '../ports.ts';
import { machineOf } from '../registering.ts';
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
	/** Files among the runs that hold none. */
	readonly unreadable: RunListing['unreadable'];
}

/**
 * Chooses the tasks of a run and finds the sessions that worked on them. Writes nothing (`--dry-run`).
 *
 * @throws Fault `not_configured`, `unknown_name`, `usage`, `refused` where a run is at work on the branch
 */
export async function planRun(request: RunRequest, ports: DeskPorts): Promise<RunPlan> {
	const { place, config } = await rememberingScene(request.caller, ports);
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
	const listing = await ports.runs.list(place);
	const tasks: PlannedTask[] = [];
	for (const task of chosen) {
		const isBegun = continuing !== 'leave' && task.status === 'in_progress';
		const prior = isBegun ? await priorSession(task, { place, listing }, ports) : undefined;
		tasks.push({ task, prior });
	}
	return { place, config, request, tasks, unreadable: listing.unreadable };
}

/**
 * Two runs would take each other's tasks.
 *
 * @throws Fault `refused`
 */
export async function onlyRunHere({ branch, ...place }: Place, ports: DeskPorts): Promise<void> {
	const { runs } = await ports.runs.list({ branch, ...place });
	const other = runs.find(({ record }) => record.branch === branch && isAtWork(record, ports));
	if (other === undefined) return;
	const { run_id: id, pid } = other.record;
	throw new Fault('refused', `run ${oneLine(id)} is at work on branch ${branch} (pid ${pid})`, {
		hint: `wait for it, or stop it; \`req runs show ${oneLine(id)}\` tells how far it is`,
	});
}

/** Whether the process of a run is still there: a run that was killed has no end either. */
export function isAtWork(run: RunRecord, ports: DeskPorts): boolean {
	const { completed_at: completed, pid, pid_started: started, host, started_at: at } = run;
	if (completed !== null) return false;
	return isAlive({ pid, pid_started: started, host, last_activity: at }, machineOf(ports));
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
		throw new Fault('usage', `task ${task.id} is of branch ${oneLine(task.branch)}`, {
			hint: `git switch to that branch first`,
		});
	}
	if (task.status === 'open' || task.status === 'in_progress') return task;
	throw new Fault('usage', `task ${task.id} is ${task.status}`, {
		hint: `req task start ${task.id} opens it again`,
	});
}
