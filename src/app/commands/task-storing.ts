import { Fault } from '../../core/fault/fault.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Project } from '../../events/projects.ts';
import { type Task, type TaskChange, tasksOf } from '../../memory/tasks.ts';
import { newerObstacle, obstacleFault } from '../../store/obstacle.ts';
import { recordFault } from '../faults.ts';
import type { Ports } from '../ports.ts';
import { remember } from './memory-of.ts';

/**
 * The tasks of a repository, oldest first.
 *
 * @throws Fault `state_newer`, `state_unreadable`
 */
export async function storedTasks(
	{ place }: Pick<Project, 'place'>,
	ports: Ports,
): Promise<Task[]> {
	const loaded = await ports.tasks.read(place);
	switch (loaded.kind) {
		case 'present':
			return tasksOf(loaded.doc);
		case 'absent':
			return [];
		case 'newer': {
			const { code, what, fix } = newerObstacle(`${place.stateDir}/tasks.json`);
			throw new Fault(code, what, { hint: fix });
		}
		case 'corrupt':
			throw new Fault('state_unreadable', `tasks.json is unreadable: ${loaded.reason}`, {
				hint: 'req doctor says what became of it',
			});
	}
}

/** What is said of a task. Without an id it is a new one. */
interface Said {
	readonly id?: string;
	readonly title?: string;
	readonly description?: string;
	readonly status?: Task['status'];
	readonly stage?: string;
	readonly flagged?: boolean;
}

/**
 * Stores what is said of a task: first in the list, which gives the id, then as a line in the session's
 * journal where there is a session.
 *
 * @returns the task as it is stored now
 * @throws Fault `state_newer`, `state_unwritable`
 */
export async function keepTask(
	memory: Pick<Project, 'place'> & { readonly session: Session | undefined },
	said: Said,
	ports: Ports,
): Promise<Task> {
	const { place, session } = memory;
	const at = new Date(ports.now()).toISOString();
	const change: TaskChange = {
		...{ op: 'put', at, branch: place.branch, source: 'req', user: ports.host.user, ...said },
		...(session === undefined ? {} : { session: session.key }),
	};
	const updated = await ports.tasks.update(place, [change]);
	const { quarantined } = updated;
	if (quarantined !== undefined) {
		const message = `tasks.json cannot be read (moved to ${quarantined})`;
		const hint = 'add the tasks again; the damaged file is in quarantine';
		await recordFault(place, ports, { code: 'state_unreadable', message, hint });
	}
	if (updated.kind === 'refused') throw obstacleFault(updated.obstacle);
	const { doc } = updated;
	const id = said.id ?? `t${doc.last}`;
	const task = tasksOf(doc).find((one) => one.id === id);
	if (task === undefined)
		throw new Fault('unknown_name', `task ${id} is gone`, { hint: 'req task list' });
	if (session !== undefined) await remember({ ...memory, session }, [lineOf(task)], ports);
	return task;
}

/** All that is known of it: the session may hear of the task for the first time. */
function lineOf({ id, title, status, stage, flagged_incomplete, branch }: Task) {
	return {
		...({ e: 'task', id, title, status, source: 'req', branch } as const),
		flagged: flagged_incomplete,
		...(stage === undefined ? {} : { stage }),
	};
}
