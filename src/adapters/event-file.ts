import type { Events } from '../app/record-ports.ts';
import type { EventOptions } from './event-store.ts';

/** Events as `<stateDir>/events.jsonl`, each chained to the one before (D42). Loaded by whoever writes or reads one. */
export function liveEvents(options: EventOptions): Events {
	const store = () => import('./event-store.ts');
	return {
		append: async (place, events) => (await store()).appendEvents(place, events, options),
		leave: async (place, events) => (await store()).leaveEvents(place, events, options),
		read: async (place) => (await store()).eventsAt(place, options),
	};
}
