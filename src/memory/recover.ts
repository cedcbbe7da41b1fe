import { orNothing, recordFault } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import type { Session } from '../core/session/session-id.ts';
import { storedSessions } from '../journal/files.ts';
import { note } from '../journal/journal.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import {
	entryOfSession,
	isAlive,
	type Machine,
	type Registry,
	type RegistryEntry,
} from '../state/registry-kind.ts';
import type { SessionRecord } from './record.ts';
import { closeSession, type Remembered } from './session-events.ts';
import {
	archiveSession,
	byActivity,
	hasExpired,
	lookUp,
	MOST_RECENT,
	setAsideIfUnreadable,
	storeRecord,
} from './sessions.ts';

/** A start also tidies so many of the oldest sessions, which may be due for the archive. */
const MOST_OLD = 20;

/** Who tidies, and which sessions were registered before the dead ones are removed (D13). */
interface Recovering extends Remembered {
	/** The session that starts; `undefined`: a command. */
	readonly self: Session | undefined;
	readonly registry: Registry;
}

/**
 * Closes the sessions that broke off, and archives those past their time, among those written last and first. A live
 * session, even an idle one, is never changed.
 *
 * @returns the records of the sessions written last that stay, the latest activity first
 */
export async function recoverSessions(
	recovering: Recovering,
	ports: Ports,
): Promise<SessionRecord[]> {
	const stored = storedSessions(recovering.place);
	const sessions = [...stored.slice(0, MOST_RECENT), ...stored.slice(MOST_RECENT).slice(-MOST_OLD)];
	const { staying } = await tidySessions(sessions, recovering, ports);
	return staying.sort(byActivity).slice(0, MOST_RECENT);
}

/** The same among all sessions of a project. @returns how many it archived */
export async function archiveExpired(project: Remembered, ports: Ports): Promise<number> {
	const registry = readRegistry(ports.context);
	const recovering = { ...project, self: undefined, registry };
	const { archived } = await tidySessions(storedSessions(project.place), recovering, ports);
	return archived;
}

/** What fails costs itself only. */
async function tidySessions(
	sessions: readonly Session[],
	recovering: Recovering,
	ports: Ports,
): Promise<{ staying: SessionRecord[]; archived: number }> {
	const { place, config, self } = recovering;
	const staying: SessionRecord[] = [];
	let archived = 0;
	for (const session of sessions) {
		const tidy = async () => {
			if (session.uuid === self?.uuid) return lookUp(place, session, ports)?.record;
			const record = await closeIfOver(session, recovering, ports);
			const isDue = record !== undefined && hasExpired(record, config.continuity, ports.now());
			if (!isDue) return record;
			archiveSession(place, record, ports);
			archived += 1;
			return undefined;
		};
		const what = 'a session that is over could not be stored or archived';
		const record = await orNothing(tidy, { place, what, ports });
		if (record !== undefined) staying.push(record);
	}
	return { staying, archived };
}

/**
 * The record of a session. If the session ended without saying so, it is found dead (D13); if it is over, its record is
 * stored; if that cannot be read, it is set aside first.
 */
async function closeIfOver(
	session: Session,
	{ place, config, registry }: Recovering,
	ports: Ports,
): Promise<SessionRecord | undefined> {
	const aside = setAsideIfUnreadable(place, session, ports);
	if (aside !== undefined) {
		const message = `a session record was unreadable and is set aside (${aside})`;
		const hint = 'look into the quarantine folder';
		await recordFault(place, ports, { code: 'state_unreadable', message, hint });
	}
	const found = lookUp(place, session, ports);
	if (found === undefined) return undefined;
	const { record, stored, isStored } = found;
	const entry = entryOfSession(registry, session.uuid);
	const isCrashed = isDead(record, entry, machineOf(ports.context));
	if (isCrashed) await note(place, session, { entries: [{ e: 'crashed' }], ports });
	if (!isCrashed && (record.ended_at === null || isStored)) return record;
	// Only others have said something of it since: what it did is among the events.
	if (stored?.ended_at === record.ended_at)
		return storeRecord(place, session, config.continuity, ports);
	return closeSession({ place, config }, session, ports);
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
	machine: Machine,
): boolean {
	if (session.ended_at !== null) return false;
	if (entry !== undefined && isAlive(entry, machine)) return false;
	if (session.pid !== undefined) return !isAlive(session, machine);
	return Math.abs(machine.now - Date.parse(session.last_activity)) > MAX_SILENCE_MS;
}
