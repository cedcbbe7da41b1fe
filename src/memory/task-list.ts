import { join } from 'node:path';
import { branchNow } from '../git/former-names.ts';
import type { Place } from '../git/place.ts';
import type { Loaded, Updated } from '../store/document.ts';
import { readOrSetAside, updateDocument } from '../store/document-file.ts';
import { Fault } from '../store/fault.ts';
import { textIn } from '../store/foreign-json.ts';
import type { Writer } from '../store/lock.ts';
import { newerObstacle } from '../store/obstacle.ts';
import {
	applyToTasks,
	type Task,
	type TaskChange,
	type Tasks,
	tasksKind,
	tasksOf,
} from './tasks.ts';

function fileOf({ stateDir }: Place) {
	return {
		path: join(stateDir, 'tasks.json'),
		kind: tasksKind,
		quarantineDir: join(stateDir, 'quarantine'),
		historyPath: join(stateDir, 'history', 'tasks.jsonl'),
	};
}

/** Reads `tasks.json`, under the names that branches have now; a damaged one is moved to quarantine. */
export async function loadTasks(place: Place, context: Writer): Promise<Loaded<Tasks>> {
	const loaded = await readOrSetAside(fileOf(place), context);
	if (loaded.kind !== 'present') return loaded;
	const tasks = loaded.doc.tasks.map((task) => {
		const branch = textIn(task, 'branch');
		const now = branch === undefined ? undefined : branchNow(place, branch);
		return now === branch ? task : { ...(task as object), branch: now };
	});
	return { ...loaded, doc: { ...loaded.doc, tasks } };
}

/**
 * The tasks of a repository, oldest first.
 *
 * @throws Fault `state_newer`, `state_unreadable`
 */
export async function storedTasks(place: Place, context: Writer): Promise<Task[]> {
	const loaded = await loadTasks(place, context);
	if (loaded.kind === 'newer') {
		const { code, what, fix: hint } = newerObstacle(fileOf(place).path);
		throw new Fault(code, what, { hint });
	}
	if (loaded.kind === 'corrupt') {
		const what = `tasks.json is unreadable: ${loaded.reason}`;
		throw new Fault('state_unreadable', what, { hint: 'req doctor' });
	}
	return loaded.kind === 'present' ? tasksOf(loaded.doc) : [];
}

/** Stores what is known of tasks. Tasks that leave the file go to `history/tasks.jsonl` (D10). */
export async function updateTasks(
	place: Place,
	changes: readonly TaskChange[],
	context: Writer,
): Promise<Updated<Tasks>> {
	return updateDocument(fileOf(place), (doc) => applyToTasks(doc, changes), context);
}
