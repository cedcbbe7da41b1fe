import { recordFault } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note } from '../journal/journal.ts';
import type { Obstacle } from '../store/obstacle.ts';
import type { NewEvent } from './event.ts';
import { lessonsIn, type Restoration, restoredEvents } from './restoration.ts';
import { reviveSession } from './sessions.ts';

/** What a session was told of others. */
interface Recording {
	readonly place: Place;
	readonly session: Session;
	/** `undefined`: nothing is taken from anybody. */
	readonly restoration: Restoration | undefined;
	/**
	 * `explicit`: the user named the source. `inherited`: from that one and its ancestors, whose journals stay as they are.
	 */
	readonly mode: 'auto' | 'explicit' | 'inherited';
	/** Entries for the session's own journal, written in the same go. */
	readonly more?: readonly JournalEntry[];
	/** Events that come first. */
	readonly also?: readonly NewEvent[];
}

/**
 * Stores what a session was shown: in its own journal, in those of its sources, which know from then on who
 * goes on with them, and as events. Nothing at a cold start.
 */
export async function recordRestoration(
	{ place, session, restoration, mode, more = [], also = [] }: Recording,
	ports: Ports,
): Promise<void> {
	const restored = restoration === undefined ? [] : restoreEntries(restoration, mode);
	await note(place, session, { entries: [...more, ...restored], ports });
	const sources = mode === 'inherited' ? [] : (restoration?.sources ?? []);
	for (const { uuid, isNoted } of sources) {
		const source = isNoted === true ? undefined : parseSessionId(uuid, ports.sha256);
		if (source === undefined) continue;
		reviveSession(place, source, ports);
		await note(place, source, { entries: [{ e: 'continued', by: session.key }], ports });
	}
	const events = restoration === undefined ? [] : restoredEvents(restoration, session.uuid);
	await recordEvents(place, [...also, ...events], ports);
}

/** Notes from a terminal come by themselves beside what somebody asked for, and take the place of nothing. */
function restoreEntries(restoration: Restoration, asked: Recording['mode']): JournalEntry[] {
	const { sources } = restoration;
	const notes = sources.filter(({ isNoted }) => isNoted === true);
	const sessions = sources.filter(({ isNoted }) => isNoted !== true);
	// An explicit line takes the place of those before it: that of the nearest, who gives the pins, is the last one.
	if (asked !== 'auto') sessions.reverse();
	const told = lessonsIn(restoration);
	// What a start told need not come again with a prompt or a file.
	const lessons: JournalEntry[] = told.length === 0 ? [] : [{ e: 'lessons', told: [...told] }];
	const restores = [...sessions, ...notes].map(({ key, score, pins, isNoted }) => ({
		e: 'restore' as const,
		from: key,
		score,
		mode: isNoted === true || asked === 'auto' ? ('auto' as const) : ('explicit' as const),
		pins: pins.map(({ label, content, importance, pinned_at, id, origin: { session, at } }) => {
			return { label, content, importance, pinned_at, id, origin: { session, at } };
		}),
	}));
	return [...restores, ...lessons];
}

/** Appends events. What prevents it is returned, and stored as a fault. */
export async function recordEvents(
	place: Place,
	events: readonly NewEvent[],
	ports: Ports,
): Promise<Obstacle | undefined> {
	const obstacle = (await ports.events.append(place, events))?.obstacle;
	if (obstacle !== undefined) await recordUnkept(place, 'events', ports, obstacle);
	return obstacle;
}

/** A journal does not say why it took no line. */
const UNKNOWN: Obstacle = {
	code: 'state_unwritable',
	what: '',
	fix: 'free the disk or make the folder writable',
};

/**
 * Notes that something could not be stored. A disk that stays full is one fault, not one for every turn.
 *
 * @param what was not kept, without numbers: `events`
 */
export async function recordUnkept(
	place: Place,
	what: string,
	ports: Ports,
	obstacle: Obstacle = UNKNOWN,
): Promise<void> {
	const { code, fix: hint } = obstacle;
	const reason = obstacle === UNKNOWN ? '' : ` (${obstacle.what})`;
	const message = `could not be kept: ${what}${reason}`;
	const last = (await ports.faults.read(place)).at(-1);
	if (last?.code === code && last.message === message) return;
	await recordFault(place, ports, { code, message, hint });
}
