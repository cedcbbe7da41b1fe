import { join } from 'node:path';
import type { TaskLists } from '../app/record-ports.ts';
import { tasksKind } from '../core/task/tasks.ts';
import type { Place } from '../git/place.ts';
import { documentStore } from '../store/document-store.ts';
import type { WriterWorld } from '../store/lock.ts';
import { stateFolder } from '../store/state-folders.ts';

/** Tasks as `<stateDir>/tasks.json`; those that left it in `<stateDir>/history/tasks.jsonl` (D10). */
export function liveTaskLists(world: WriterWorld): TaskLists {
	const storeAt = ({ stateDir }: Place) =>
		documentStore({
			...world,
			path: join(stateDir, 'tasks.json'),
			kind: tasksKind,
			quarantineDir: stateFolder(stateDir, 'quarantine'),
			historyPath: join(stateFolder(stateDir, 'history'), 'tasks.jsonl'),
		});
	return {
		read: (place) => storeAt(place).read(),
		update: (place, changes) => storeAt(place).update(changes),
	};
}
