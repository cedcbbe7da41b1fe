import type { TaskLists } from '../app/record-ports.ts';
import type { TaskOptions } from './task-store.ts';

/** Tasks as `<stateDir>/tasks.json`; those that left it in `<stateDir>/history/tasks.jsonl` (D10). */
export function liveTaskLists(options: TaskOptions): TaskLists {
	const store = () => import('./task-store.ts');
	return {
		read: async (place) => (await store()).readTasks(place, options),
		update: async (place, changes) => (await store()).updateTasks(place, changes, options),
	};
}
