import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { trace } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf } from '../journal/journal.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { BUSY } from '../store/obstacle.ts';
import { type NewEvent, recordEvents, recordUnkept } from './events.ts';
import type { SessionRecord } from './record.ts';
import { readSession, storeRecord } from './sessions.ts';

/** A configured project where sessions are remembered. */
export interface Remembered {
	readonly place: Place;
	readonly config: Pick<Config, 'continuity'>;
}

/**
 * Appends as events that a session is over (D42), then stores its record.
 *
 * @returns `undefined` if nothing says that the session started
 */
export async function recordEnd(
	{ place, config }: Remembered,
	session: Session,
	context: Context,
): Promise<SessionRecord | undefined> {
	const record = readSession(place, session, context);
	if (record === undefined) return undefined;
	const events = endEvents(record, journalOf(place, session));
	// Without its record the next start records the end again, and its events.
	if ((await recordEvents(place, events, context)) === BUSY) return record;
	const store = () => storeRecord(place, session, config.continuity, context) !== undefined;
	if (unlessUnwritable(store) === undefined)
		await recordUnkept(place, 'what the session did', context);
	const { key, activity, pins, insights } = record;
	const code = `${activity.files.length} files, ${activity.functions.length} functions`;
	trace(context, `record ${key}: ${code}, ${pins.length} pins, ${insights.length} insights`);
	return record;
}

/** If the session is over: that it was recorded and, before that, that another one found it dead. */
function endEvents(record: SessionRecord, lines: readonly JournalLine[]): NewEvent[] {
	const { uuid: session, last_activity, crash_recovered } = record;
	const isCrashed = crash_recovered === true;
	const start = lines.findLastIndex(({ e }) => e === 'start');
	// If two starts found it dead at once, the first one counts.
	const end = lines.slice(start + 1).find(({ e }) => e === (isCrashed ? 'crashed' : 'end'));
	if (record.ended_at === null || end === undefined) return [];
	const { at } = end;
	const events: NewEvent[] = [{ ...capturedEvent(record), at }];
	if (!isCrashed) return events;
	const data = { session_id: session, ended_at: last_activity };
	return [{ name: 'session_crash_recovered', session, data, at }, ...events];
}

/** The event that says how much of a session is recorded. Suppositions are no learnings (D26). */
export function capturedEvent(record: SessionRecord): NewEvent {
	const { uuid, pins, recent_learnings, pending_tasks } = record;
	const data = {
		session_id: uuid,
		pin_count: pins.length,
		learning_count: recent_learnings.length,
		task_count: pending_tasks.length,
	};
	return { name: 'session_captured', session: uuid, data };
}
