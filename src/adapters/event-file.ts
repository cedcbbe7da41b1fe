import type { Events } from '../app/ports.ts';

/** Events as `<stateDir>/events.jsonl`. */
export function liveEvents(): Events {
	return { append: async () => false, read: async () => [] };
}
