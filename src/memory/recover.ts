import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { trace } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { storedSessions } from '../journal/files.ts';
import { journalOf, note } from '../journal/journal.ts';
import { recordFault, recordOnFailure } from '../state/faults.ts';
import { entryOfSession, isAlive, type Registry, type RegistryEntry } from '../state/registry.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { BUSY } from '../store/obstacle.ts';
import { type NewEvent, recordEvents, recordUnkept } from './events.ts';
import { asOfBranch, type SessionRecord } from './record.ts';
import {
	archiveSession,
	byActivity,
	hasExpired,
	lookUp,
	MOST_RECENT,
	readSession,
	setAsideIfUnreadable,
	storeRecord,
} from './sessions.ts';

/** A start also archives so many of the oldest sessions, which may be due for the archive. */
const MOST_OLD = 20;

/** Who asks for it, and which sessions were registered before the dead ones are removed (D13). */
interface Recovering {
	readonly place: Place;
	readonly config: Pick<Config, 'continuity'>;
	/** The session that starts; `undefined`: a command, which reads every session. */
	readonly self: Session | undefined;
	readonly registry: Registry;
}

/**
 * Records the end of sessions that broke off, and archives those past their time. A live session, even an idle one, is never
 * changed. An error costs only the session that it is about.
 *
 * @returns the sessions written last that stay, as the branch knows them, the latest activity first: what
 * `recentSessions` reads; and how many it archived
 */
export async function recoverSessions(
	recovering: Recovering,
	context: Context,
): Promise<{ readonly staying: SessionRecord[]; readonly archived: number }> {
	const { place, config, self } = recovering;
	const stored = storedSessions(place);
	const recent = self === undefined ? stored : stored.slice(0, MOST_RECENT);
	const staying: SessionRecord[] = [];
	let archived = 0;
	const what = 'a session that is over could not be stored or archived';
	const old = stored.slice(recent.length).slice(-MOST_OLD);
	for (const [index, session] of [...recent, ...old].entries()) {
		const tidy = async () => {
			const record = await recordIfOver(session, recovering, context);
			if (record === undefined) return;
			if (session.uuid !== self?.uuid && hasExpired(record, config.continuity, context.now())) {
				archiveSession(place, record, context);
				archived += 1;
			} else if (index < recent.length) staying.push(asOfBranch(record, place));
		};
		await recordOnFailure(tidy, { place, what, context });
	}
	return { staying: staying.sort(byActivity), archived };
}

/**
 * The record of a session. If the session ended without saying so, it is found dead (D13); if it is over, its record is
 * stored; a stored one that cannot be read is set aside.
 */
async function recordIfOver(
	session: Session,
	{ place, config, self, registry }: Recovering,
	context: Context,
): Promise<SessionRecord | undefined> {
	const found = lookUp(place, session, context);
	if (session.uuid === self?.uuid) return found?.record;
	// Whatever was read is no damaged file, which spares a second look at each.
	const aside = found?.stored === undefined ? setAsideIfUnreadable(place, session, context) : undefined;
	if (aside !== undefined) {
		const message = `a session record was unreadable and is set aside (${aside})`;
		const hint = 'look into the quarantine folder';
		recordFault(place, context, { code: 'state_unreadable', message, hint });
	}
	if (found === undefined) return undefined;
	const { record, stored, isStored } = found;
	const entry = entryOfSession(registry, session.uuid);
	const isCrashed = isDead(record, entry, context);
	if (isCrashed) await note(place, session, { entries: [{ e: 'crashed' }], context });
	if (!isCrashed && (record.ended_at === null || isStored)) return record;
	// Only others have said something of it since: what it did is among the events.
	if (stored?.ended_at === record.ended_at) return storeRecord(place, session, config.continuity, context);
	return recordEnd({ place, config }, session, context);
}

/** If its process is not known, a session is dead after this long without activity (D13). */
const MAX_SILENCE_MS = 5 * 60 * 1000;

/**
 * Whether a session that never ended is dead (D13): its Claude Code is gone; of another machine, after 24 h without
 * activity; if the process is not known, after five minutes, unless the registry knows it as alive.
 *
 * @param entry the session's entry in the registry, if it has one
 */
export function isDead(
	session: Pick<SessionRecord, 'ended_at' | 'pid' | 'pid_started' | 'host' | 'last_activity'>,
	entry: RegistryEntry | undefined,
	context: Context,
): boolean {
	if (session.ended_at !== null) return false;
	if (entry !== undefined && isAlive(entry, context)) return false;
	if (session.pid !== undefined) return !isAlive(session, context);
	return Math.abs(context.now() - Date.parse(session.last_activity)) > MAX_SILENCE_MS;
}

/**
 * Appends as events that a session is over (D42), then stores its record.
 *
 * @returns `undefined` if nothing says that the session started
 */
export async function recordEnd(
	{ place, config }: Pick<Recovering, 'place' | 'config'>,
	session: Session,
	context: Context,
): Promise<SessionRecord | undefined> {
	const record = readSession(place, session, context);
	if (record === undefined) return undefined;
	const events = endEvents(record, journalOf(place, session));
	// Without its record the next start records the end again, and its events.
	if ((await recordEvents(place, events, context)) === BUSY) return record;
	const store = () => storeRecord(place, session, config.continuity, context) !== undefined;
	if (unlessUnwritable(store) === undefined) await recordUnkept(place, 'what the session did', context);
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
