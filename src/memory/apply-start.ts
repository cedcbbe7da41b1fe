import { selectionText } from '../config/selection.ts';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note } from '../journal/journal.ts';
import type { StartDecision } from './decide-start.ts';
import { type NewEvent, recordEvents } from './events.ts';
import type { Restoration } from './restoration.ts';
import { reviveSession } from './sessions.ts';
import { type InheritRequest, isByName, type Occasion } from './start-facts.ts';

/** Who was shown something, and on whose word. */
interface Recipient {
	readonly place: Place;
	readonly session: Session;
	/** How a session inherits. */
	readonly request?: InheritRequest | undefined;
	/** Who named a source for a session that goes on: the user, or `agent`. */
	readonly by?: string;
}

/**
 * Stores what a session was shown: in its own journal, in those of its sources, which name from then on who continues them,
 * and as events. The sources of an inheritance stay as they are. After its compaction a session has in its journal already
 * what it was shown, except which lessons.
 */
export async function applyStart(decision: StartDecision, shown: Recipient, context: Context): Promise<void> {
	const { occasion, restoration } = decision;
	const { place, session } = shown;
	await note(place, session, { entries: entriesOf(decision, shown), context });
	if (restoration === undefined || occasion.kind === 'compact') return;
	if (occasion.bundle === undefined) await noteContinued(decision, shown, context);
	const events = [...restoredEvents(restoration, session.uuid), ...overrides(occasion, shown)];
	await recordEvents(place, events, context);
}

function entriesOf({ occasion, restoration }: StartDecision, { request }: Recipient): readonly JournalEntry[] {
	const { kind, sources, bundle } = occasion;
	const [source] = isByName(occasion) ? sources : [];
	const entries: JournalEntry[] =
		source === undefined ? [] : [{ e: 'link', previous: null, parent: source.record.key }];
	if (request !== undefined && bundle !== undefined) {
		const { door, required } = request;
		const from = parseSessionId(bundle.from_uuid)?.key ?? '';
		const select = selectionText(bundle.select);
		entries.push({ e: 'inherit', from, door, select, required });
	}
	if (restoration === undefined) return entries;
	const mode = kind === 'start' ? 'auto' : 'explicit';
	if (kind !== 'compact') entries.push(...restoreEntries(restoration, mode));
	// A lesson that a start showed need not be shown again at a prompt or a file.
	const told = restoration.insights.map(({ note: { id } }) => id);
	return told.length === 0 ? entries : [...entries, { e: 'lessons', told }];
}

/** The event that a person or Claude chose what a session knows. A `/clear` continues with the earlier choice. */
function overrides(
	{ sources, bundle }: Occasion,
	{ session, request, by = request?.by }: Recipient,
): readonly NewEvent[] {
	if (by === undefined || request?.door === 'clear') return [];
	const command = request === undefined ? 'session continue' : 'inherit';
	const data = { command, ref: bundle?.from_uuid ?? sources[0]?.record.uuid, by };
	return [{ name: 'session_override', session: session.uuid, data }];
}

function restoreEntries({ sources }: Restoration, mode: 'auto' | 'explicit'): JournalEntry[] {
	// An explicit line replaces those before it: that of the nearest, whose pins are taken, is the last one.
	const ordered = mode === 'auto' ? sources : sources.toReversed();
	return ordered.map(({ key: from, score, pins }) => {
		return { e: 'restore' as const, from, score, mode, pins: [...pins] };
	});
}

/**
 * Names the session in the journals of its sources, unless a start did so before. A new line there makes the next start
 * compute the source's record again, which costs time.
 */
async function noteContinued(
	{ occasion: { kind, sources }, restoration }: StartDecision,
	{ place, session }: Recipient,
	context: Context,
): Promise<void> {
	const given = new Set(restoration?.sources.map(({ uuid }) => uuid));
	for (const { record } of sources) {
		const source = parseSessionId(record.uuid);
		const isNamed = kind === 'start' && record.continued_by !== null;
		if (source === undefined || isNamed || !given.has(record.uuid)) continue;
		reviveSession(place, source, context);
		await note(place, source, { entries: [{ e: 'continued', by: session.key }], context });
	}
}

/** One start has no more to say of each: the events must not grow with the lists. */
const MOST_EVENTS = 25;

/**
 * What a start that showed a restoration did, as events.
 *
 * @param session full id of the session that starts
 */
export function restoredEvents(restoration: Restoration, session: string): readonly NewEvent[] {
	const { sources, pins } = restoration;
	const restored = {
		from_session_ids: sources.map(({ uuid }) => uuid),
		pins_inherited: pins.length,
		relevance_scores: sources.map(({ score }) => score),
	};
	const faded = restoration.insights.flatMap(({ note, confidence, hours }): NewEvent[] => {
		if (hours === undefined) return [];
		const scores = { original_score: note.confidence, decayed_score: confidence };
		const data = { memory_id: note.id, ...scores, hours_elapsed: hours };
		return [{ name: 'confidence_decay_applied', session, data }];
	});
	const surfaced = restoration.tasks.map(({ id, days }): NewEvent => {
		return { name: 'pending_task_surfaced', session, data: { task_id: id, days_pending: days } };
	});
	return [
		...sources.slice(0, 1).map((): NewEvent => ({ name: 'session_restored', session, data: restored })),
		...faded.slice(0, MOST_EVENTS),
		...surfaced.slice(0, MOST_EVENTS),
	];
}
