import type { TaskLists } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';

/** Tasks as `<stateDir>/tasks.json`. */
export function liveTaskLists(): TaskLists {
	return {
		read: async () => ({ kind: 'absent' }),
		update: async () => {
			throw new Fault('unexpected', 'tasks are not stored yet');
		},
	};
}
