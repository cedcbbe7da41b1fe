import { join } from 'node:path';
import type { TaskLists } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Place } from '../core/place/place.ts';
import { tasksKind } from '../core/task/kind.ts';
import type { TaskChange, Tasks } from '../core/task/schema.ts';
import type { DocumentTarget } from './document-target.ts';
import type { LockWorld } from './lock-owner.ts';
import { readDocument } from './read-document.ts';

/** What a writer needs. `waitMs`: patience for the lock (D8). */
export interface TaskOptions extends LockWorld {
	readonly waitMs: number;
	readonly now: () => number;
}

/** Tasks as `<stateDir>/tasks.json`; those that left it in `<stateDir>/history/tasks.jsonl` (D10). */
export function liveTaskLists(options: TaskOptions): TaskLists {
	return {
		read: async (place) => {
			const { path, ...target } = targetAt(place, options);
			const loaded = readDocument(path, tasksKind);
			if (loaded.kind !== 'corrupt') return loaded;
			const { quarantineIfCorrupt } = await import('./update-document.ts');
			const movedTo = await quarantineIfCorrupt({ path, ...target });
			if (movedTo === undefined) return readDocument(path, tasksKind);
			return { kind: 'corrupt', reason: `${loaded.reason}; moved to ${movedTo}` };
		},
		update: async (place, changes) => {
			const { updateDocument } = await import('./update-document.ts');
			const updated = await updateDocument(targetAt(place, options), changes);
			if (updated.kind !== 'moved') return updated;
			throw new Fault('unexpected', 'a project has one list of tasks, it cannot be elsewhere');
		},
	};
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
