import { join } from 'node:path';
import type { TaskLists } from '../app/record-ports.ts';
import type { Place } from '../git/place.ts';
import { applyToTasks, tasksKind } from '../memory/tasks.ts';
import { readOrSetAside, updateDocument } from '../store/document-file.ts';
import type { Writer } from '../store/lock.ts';

/** Tasks as `<stateDir>/tasks.json`; those that left it in `<stateDir>/history/tasks.jsonl` (D10). */
export function liveTaskLists(context: Writer): TaskLists {
	const fileOf = ({ stateDir }: Place) => ({
		path: join(stateDir, 'tasks.json'),
		kind: tasksKind,
		quarantineDir: join(stateDir, 'quarantine'),
		historyPath: join(stateDir, 'history', 'tasks.jsonl'),
	});
	return {
		read: (place) => readOrSetAside(fileOf(place), context),
		update: (place, changes) =>
			updateDocument(fileOf(place), (doc) => applyToTasks(doc, changes), context),
	};
}
