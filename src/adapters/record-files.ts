import type { Records } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';

/** Session records as `<stateDir>/sessions/<key>.json`. */
export function liveRecords(): Records {
	return {
		read: async () => ({ kind: 'absent' }),
		fold: async () => {
			throw new Fault('unexpected', 'records are not folded yet');
		},
		summaries: async () => [],
		all: async () => [],
		unfolded: async () => [],
		archive: async () => [],
	};
}
