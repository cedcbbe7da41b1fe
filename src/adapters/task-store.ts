import { join } from 'node:path';
import type { Loaded, Updated } from '../core/document/document.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Place } from '../core/place/place.ts';
import type { TaskChange, Tasks } from '../core/task/schema.ts';
import { tasksKind } from '../core/task/tasks.ts';
import type { DocumentTarget } from './document-target.ts';
import type { LockWorld } from './lock-owner.ts';
import { readDocument } from './read-document.ts';
import { quarantineIfCorrupt, updateDocument } from './update-document.ts';

/** What a writer needs. `waitMs`: patience for the lock (D8). */
export interface TaskOptions extends LockWorld {
	readonly waitMs: number;
	readonly now: () => number;
}

/** What `TaskLists.read` tells. */
export async function readTasks(place: Place, options: TaskOptions): Promise<Loaded<Tasks>> {
	const target = targetAt(place, options);
	const loaded = readDocument(target.path, tasksKind);
	if (loaded.kind !== 'corrupt') return loaded;
	const movedTo = await quarantineIfCorrupt(target);
	if (movedTo === undefined) return readDocument(target.path, tasksKind);
	return { kind: 'corrupt', reason: `${loaded.reason}; moved to ${movedTo}` };
}

/** What `TaskLists.update` does. */
export async function updateTasks(
	place: Place,
	changes: readonly TaskChange[],
	options: TaskOptions,
): Promise<Updated<Tasks>> {
	const updated = await updateDocument(targetAt(place, options), changes);
	if (updated.kind !== 'moved') return updated;
	throw new Fault('unexpected', 'a project has one list of tasks, it cannot be elsewhere');
}

function targetAt({ stateDir }: Place, options: TaskOptions): DocumentTarget<Tasks, TaskChange> {
	return {
		...options,
		path: join(stateDir, 'tasks.json'),
		kind: tasksKind,
		quarantineDir: join(stateDir, 'quarantine'),
		historyPath: join(stateDir, 'history', 'tasks.jsonl'),
		now: options.now(),
		isMine: () => true,
	};
}
