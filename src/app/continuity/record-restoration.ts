import type { Continuity } from '../../core/config/continuity.ts';
import type { NewEvent } from '../../core/event/event.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import type { Place } from '../../core/place/place.ts';
import { type Restoration, restoredEvents } from '../../core/restore/restoration.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { leaveEvents } from './keep-events.ts';

interface Recording {
	readonly place: Place;
	readonly continuity: Continuity;
	readonly session: Session;
	readonly restoration: Restoration;
	readonly mode: 'auto' | 'explicit';
}

/**
 * Keeps what a session was told: in its own journal, in those of its sources, which know from then on who
 * goes on with them, and as events. Nothing at a cold start. A session waits for this:
 * `foldWithSources` makes records of it, and the next `recordEvents` chains the events.
 *
 * @param more entries for the session's own journal, written in the same go
 * @param also events that come first
 */
export async function recordRestoration(
	{ place, session, restoration, mode }: Recording,
	{ more, also }: { readonly more: readonly JournalEntry[]; readonly also: readonly NewEvent[] },
	ports: Ports,
): Promise<void> {
	const entries = [...more, ...restoreEntries(restoration, mode)];
	await note(place, session, { entries, ports });
	for (const { uuid, lastActivity, isNoted } of restoration.sources) {
		const source = parseSessionId(uuid, ports.sha256);
		// Until then notes from a terminal are told; of a session there is no such end.
		const seen = isNoted === true ? { seen: lastActivity } : {};
		const continued = [{ e: 'continued' as const, by: session.key, ...seen }];
		if (source !== undefined) await note(place, source, { entries: continued, ports });
	}
	await leaveEvents(place, [...also, ...restoredEvents(restoration, session.uuid)], ports);
}

/**
 * Keeps what a session was told of those it inherits from, in its own journal and as events; theirs stay as
 * they are. Comes after `inherit`, with what `writeInherited` made of it.
 */
export async function recordInherited(
	{ place, session, restoration }: Omit<Recording, 'mode'>,
	ports: Ports,
): Promise<void> {
	// An explicit line takes the place of those before it: that of the source, who gives the pins, is the last one.
	const entries = restoreEntries(restoration, 'explicit');
	const asked = entries.filter((entry) => entry.e === 'restore' && entry.mode === 'explicit');
	const others = entries.filter((entry) => !asked.includes(entry));
	await note(place, session, { entries: [...asked.toReversed(), ...others], ports });
	await leaveEvents(place, restoredEvents(restoration, session.uuid), ports);
}

/** Notes from a terminal come by themselves beside what somebody asked for, and take the place of nothing. */
function restoreEntries(
	{ sources, insights }: Restoration,
	asked: Recording['mode'],
): JournalEntry[] {
	const notes = sources.filter(({ isNoted }) => isNoted === true);
	const sessions = sources.filter(({ isNoted }) => isNoted !== true);
	const told = insights.map(({ insight }) => insight.id);
	// What a start told need not come again with a prompt or a file.
	const lessons: JournalEntry[] = told.length === 0 ? [] : [{ e: 'lessons', told }];
	const restores = [...sessions, ...notes].map(({ key, score, pins, isNoted }) => ({
		e: 'restore' as const,
		from: key,
		score,
		mode: isNoted === true ? ('auto' as const) : asked,
		pins: pins.map(({ label, content, importance, pinned_at, origin }) => ({
			...{ label, content, importance, pinned_at },
			origin: { session: origin.session, at: origin.at },
		})),
	}));
	return [...restores, ...lessons];
}
