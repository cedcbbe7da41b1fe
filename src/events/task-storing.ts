import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import { updateTasks } from '../memory/task-list.ts';
import { type Task, type TaskChange, tasksOf } from '../memory/tasks.ts';
import { recordFault } from '../state/faults.ts';
import { Fault } from '../store/fault.ts';
import { obstacleFault } from '../store/obstacle.ts';
import { remember } from './memory-of.ts';

/**
 * Stores what is said of a task: first in the list, which gives a new one its id, then as a line in
 * the session's journal if there is a session.
 *
 * @param said without an id it is a new task
 * @returns the task as it is stored now
 * @throws Fault `unknown_name`, `state_newer`, `state_unwritable`
 */
export async function keepTask(
	{ place, session }: { readonly place: Place; readonly session: Session | undefined },
	said: Partial<TaskChange>,
	context: Context,
): Promise<Task> {
	const at = new Date(context.now()).toISOString();
	const owner = {
		at,
		branch: place.branch,
		user: environmentOf(context).user,
		session: session?.key,
	};
	const change = { ...said, ...owner, source: 'req' as const };
	const updated = await updateTasks(place, [change], context);
	const { quarantined } = updated;
	if (quarantined !== undefined) {
		const message = `tasks.json cannot be read (moved to ${quarantined})`;
		const hint = 'add the tasks again; the damaged file is in quarantine';
		recordFault(place, context, { code: 'state_unreadable', message, hint });
	}
	if (updated.kind === 'refused') throw obstacleFault(updated.obstacle);
	const id = said.id ?? `t${updated.doc.last}`;
	const task = tasksOf(updated.doc).find((one) => one.id === id);
	if (task === undefined)
		throw new Fault('unknown_name', `task ${id} is gone`, { hint: 'req task list' });
	// All that is known of it: the session may hear of the task for the first time.
	const { title, status, stage, flagged_incomplete: flagged, branch, source } = task;
	const line = { e: 'task' as const, id, title, status, stage, flagged, branch, source };
	if (session !== undefined) await remember({ place, session }, [line], context);
	return task;
}
