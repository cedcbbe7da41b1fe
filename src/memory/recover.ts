import type { Context } from '../context.ts';
import type { Session } from '../host/session-id.ts';
import { storedSessions } from '../journal/files.ts';
import { note } from '../journal/journal.ts';
import { recordFault, recordOnFailure } from '../state/faults.ts';
import { entryOfSession, isAlive, type Registry, type RegistryEntry } from '../state/registry.ts';
import { asOfBranch, type SessionRecord } from './record.ts';
import { type Remembered, recordEnd } from './session-events.ts';
import {
	archiveSession,
	byActivity,
	hasExpired,
	lookUp,
	MOST_RECENT,
	setAsideIfUnreadable,
	storeRecord,
} from './sessions.ts';

/** A start also archives so many of the oldest sessions, which may be due for the archive. */
const MOST_OLD = 20;

/** Who asks for it, and which sessions were registered before the dead ones are removed (D13). */
interface Recovering extends Remembered {
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
	const aside =
		found?.stored === undefined ? setAsideIfUnreadable(place, session, context) : undefined;
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
	if (stored?.ended_at === record.ended_at)
		return storeRecord(place, session, config.continuity, context);
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
