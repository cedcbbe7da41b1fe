import type { NewEvent } from '../../core/event/event.ts';
import type { Place } from '../../core/place/place.ts';
import type { Ports } from '../ports.ts';
import { recordUnkept } from './unkept.ts';

/** Leaves events for the next `recordEvents`: a turn's end waits neither for their lock nor for their hashes. */
export async function leaveEvents(
	place: Place,
	events: readonly NewEvent[],
	ports: Ports,
): Promise<void> {
	if (events.length === 0 || (await ports.events.leave(place, events))) return;
	await recordUnkept(place, 'events', ports);
}

/** Appends events, and those that wait; one that could not be kept is a fault and nothing worse. */
export async function recordEvents(
	place: Place,
	events: readonly NewEvent[],
	ports: Ports,
): Promise<void> {
	if (!(await ports.events.append(place, events))) await recordUnkept(place, 'events', ports);
}
