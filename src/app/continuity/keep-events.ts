import type { NewEvent } from '../../core/event/event.ts';
import type { Place } from '../../core/place/place.ts';
import { recordFault } from '../faults.ts';
import type { Ports } from '../ports.ts';

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

/**
 * Notes that the disk would not take something. A disk that stays full is one fault, not one for every turn.
 *
 * @param what could not be kept, without numbers: `events`
 */
export async function recordUnkept(place: Place, what: string, ports: Ports): Promise<void> {
	const code = 'state_unwritable' as const;
	const message = `could not be kept: ${what}`;
	const last = (await ports.faults.read(place)).at(-1);
	if (last?.code === code && last.message === message) return;
	const hint = 'free the disk or make the folder writable';
	await recordFault(place, ports, { code, message, hint });
}
