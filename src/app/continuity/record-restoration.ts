import type { Continuity } from '../../core/config/continuity.ts';
import type { NewEvent } from '../../core/event/event.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import type { Place } from '../../core/place/place.ts';
import type { Restoration } from '../../core/restore/restoration.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { leaveEvents } from './keep-events.ts';

/** Who was given what. */
interface Recording {
	readonly place: Place;
	readonly continuity: Continuity;
	readonly session: Session;
	readonly restoration: Restoration;
	readonly mode: 'auto' | 'explicit';
}

/**
 * Keeps what a session was told: in its own journal, in those of its sources, which know from then on who
 * goes on with them (S2-058), and as events (FR-013). Nothing at a cold start (S2-135). A session waits for this:
 * `foldWithSources` makes records of it, and the next `recordEvents` chains the events.
 *
 * @param more entries for the session's own journal, written in the same go
 * @param also events that come first
 */
export async function recordRestoration(
	recording: Recording,
	{ more, also }: { readonly more: readonly JournalEntry[]; readonly also: readonly NewEvent[] },
	ports: Ports,
): Promise<void> {
	const { place, session, restoration } = recording;
	const entries = [...more, ...restoreEntries(recording)];
	await note(place, session, { entries, ports });
	for (const { uuid } of restoration.sources) await continued(uuid, recording, ports);
	await leaveEvents(place, [...also, ...eventsOf(recording)], ports);
}

/**
 * Keeps what a session was told of those it inherits from (seed 000), in its own journal and as events; theirs stay as
 * they are. Comes after `inherit`, with what `writeInherited` made of it.
 */
export async function recordInherited(
	inherited: Omit<Recording, 'mode'>,
	ports: Ports,
): Promise<void> {
	const { place, session } = inherited;
	const recording = { ...inherited, mode: 'explicit' as const };
	// An explicit line takes the place of those before it: that of the source, who gives the pins, is the last one.
	const entries = restoreEntries(recording).toReversed();
	await note(place, session, { entries, ports });
	await leaveEvents(place, eventsOf(recording), ports);
}

function restoreEntries({ restoration, mode }: Recording): JournalEntry[] {
	return restoration.sources.map(({ key, score, pins }) => ({
		e: 'restore',
		from: key,
		score,
		mode,
		pins: pins.map(({ label, content, importance, pinned_at, origin }) => ({
			...{ label, content, importance, pinned_at },
			origin: { session: origin.session, at: origin.at },
		})),
	}));
}

/** The earlier session learns who goes on with it. */
async function continued(uuid: string, { place, session }: Recording, ports: Ports): Promise<void> {
	const source = parseSessionId(uuid, ports.sha256);
	if (source === undefined) return;
	await note(place, source, { entries: [{ e: 'continued', by: session.key }], ports });
}

function eventsOf({ session, restoration }: Recording): NewEvent[] {
	const { sources, decays, surfaced } = restoration;
	const about = { session: session.uuid };
	const restored: NewEvent[] =
		sources.length === 0
			? []
			: [
					{
						name: 'session_restored',
						...about,
						data: {
							from_session_ids: sources.map(({ uuid }) => uuid),
							pins_inherited: sources.reduce((sum, { pins }) => sum + pins.length, 0),
							relevance_scores: sources.map(({ score }) => score),
						},
					},
				];
	return [
		...restored,
		...decays.map((data): NewEvent => ({ name: 'confidence_decay_applied', ...about, data })),
		...surfaced.map((data): NewEvent => ({ name: 'pending_task_surfaced', ...about, data })),
	];
}
