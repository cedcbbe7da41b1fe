import type { Ports } from '../app/ports.ts';
import type { Config } from '../config/config.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf } from '../journal/journal.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { BUSY } from '../store/obstacle.ts';
import type { NewEvent } from './event.ts';
import type { SessionRecord } from './record.ts';
import { recordEvents, recordUnkept } from './restoration-events.ts';
import { readSession, storeRecord } from './sessions.ts';

/** A configured project where sessions are remembered. */
export interface Remembered {
	readonly place: Place;
	readonly config: Pick<Config, 'continuity'>;
}

/**
 * Stores the record of a session, and writes what its journal holds as events (D42); those that are written already are not
 * repeated.
 *
 * @returns `undefined` if nothing says that the session started
 */
export async function closeSession(
	{ place, config }: Remembered,
	session: Session,
	ports: Ports,
): Promise<SessionRecord | undefined> {
	const record = readSession(place, session, ports);
	if (record === undefined) return undefined;
	const obstacle = await recordEvents(
		place,
		eventsOf(record, await journalOf(place, session)),
		ports,
	);
	// A start closes a session that has no record.
	if (obstacle === BUSY) return record;
	const store = () => storeRecord(place, session, config.continuity, ports) !== undefined;
	if (unlessUnwritable(store) === undefined) {
		await recordUnkept(place, 'what the session did', ports);
	}
	const { key, activity, pins, insights } = record;
	const code = `${activity.files.length} files, ${activity.functions.length} functions`;
	ports.trace?.(`record ${key}: ${code}, ${pins.length} pins, ${insights.length} insights`);
	return record;
}

/** Requirements that were satisfied or blocked a call; and, of a session that is over, that it was recorded. */
function eventsOf(record: SessionRecord, lines: readonly JournalLine[]): NewEvent[] {
	const events = lines.flatMap((line) => requirementEvent(record, line) ?? []);
	const { uuid, last_activity, crash_recovered } = record;
	const start = lines.findLastIndex(({ e }) => e === 'start');
	// Of two starts that found it dead at once the first one counts.
	const end = lines
		.slice(start + 1)
		.find(({ e }) => e === (crash_recovered === true ? 'crashed' : 'end'));
	if (record.ended_at === null || end === undefined) return events;
	const closing = [captured(record)];
	if (crash_recovered === true) {
		const data = { session_id: uuid, ended_at: last_activity };
		closing.unshift({ name: 'session_crash_recovered', session: uuid, data });
	}
	return [...events, ...closing.map((event) => ({ ...event, at: end.at }))];
}

function requirementEvent(
	{ uuid, branch }: SessionRecord,
	line: JournalLine,
): NewEvent | undefined {
	if (line.e === 'satisfied') {
		const data = { requirements: line.names, by: line.by, branch };
		return { name: 'requirement_satisfied', session: uuid, data, at: line.at };
	}
	if (line.e !== 'refuse' || line.warned === true) return undefined;
	const data = { requirements: line.names, tool: line.tool, branch: line.branch };
	return { name: 'requirement_blocked', session: uuid, data, at: line.at };
}

/** The event that says how much of a session is recorded. Suppositions are no learnings (D26). */
export function captured({ uuid, pins, recent_learnings, pending_tasks }: SessionRecord): NewEvent {
	return {
		name: 'session_captured',
		session: uuid,
		data: {
			session_id: uuid,
			pin_count: pins.length,
			learning_count: recent_learnings.length,
			task_count: pending_tasks.length,
		},
	};
}
