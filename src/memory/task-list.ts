import { join } from 'node:path';
import { branchNow } from '../git/former-names.ts';
import type { Place } from '../git/place.ts';
import type { Task, TaskChange } from '../journal/work.ts';
import type { Loaded, Updated } from '../store/document.ts';
import { readOrSetAside, updateDocument } from '../store/document-file.ts';
import { Fault } from '../store/fault.ts';
import type { Writer } from '../store/lock.ts';
import { newerObstacle } from '../store/obstacle.ts';
import { applyToTasks, type Tasks, tasksKind, tasksOf } from './tasks.ts';

function fileOf({ stateDir }: Place) {
	return {
		path: join(stateDir, 'tasks.json'),
		kind: tasksKind,
		quarantineDir: join(stateDir, 'quarantine'),
		historyPath: join(stateDir, 'history', 'tasks.jsonl'),
	};
}

/**
 * The tasks of a repository, oldest first, each of the branch as it is called now; none if they cannot be read. A damaged
 * file is moved to quarantine.
 */
export async function readableTasks(place: Place, context: Writer): Promise<Task[]> {
	return tasksIn(await readOrSetAside(fileOf(place), context), place);
}

function tasksIn(loaded: Loaded<Tasks>, place: Place): Task[] {
	const tasks = loaded.kind === 'present' ? tasksOf(loaded.doc) : [];
	return tasks.map((task) => ({ ...task, branch: branchNow(place, task.branch) }));
}

/**
 * The same for a command.
 *
 * @throws Fault `state_newer`, `state_unreadable`
 */
export async function storedTasks(place: Place, context: Writer): Promise<Task[]> {
	const loaded = await readOrSetAside(fileOf(place), context);
	if (loaded.kind === 'newer') {
		const { code, what, fix: hint } = newerObstacle(fileOf(place).path);
		throw new Fault(code, what, { hint });
	}
	if (loaded.kind === 'corrupt') {
		const what = `tasks.json is unreadable: ${loaded.reason}`;
		throw new Fault('state_unreadable', what, { hint: 'req doctor' });
	}
	return tasksIn(loaded, place);
}

/** Stores what is known of tasks. Tasks that leave the file go to `history/tasks.jsonl` (D10). */
export async function updateTasks(
	place: Place,
	changes: readonly TaskChange[],
	context: Writer,
): Promise<Updated<Tasks>> {
	return updateDocument(fileOf(place), (doc) => applyToTasks(doc, changes), context);
}
