import { orNothing, recordFault } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { type StoredSession, storedSessions } from '../journal/files.ts';
import { note } from '../journal/journal.ts';
import { DAY_MS } from '../journal/work.ts';
import { machineOf } from '../state/registry.ts';
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
} from './sessions.ts';

/** A start also looks at so many of the oldest sessions, which may be due for the archive. */
const MOST_OLD = 20;
/** After a holiday many have expired at once: one start moves so many, `req session cleanup` all. */
const MOST_ARCHIVED = 10;
/** Milliseconds after which a start closes no further session: it has to answer within the deadline of its hook. */
const PATIENCE_MS = 1_000;

/** Who starts, and which sessions were registered before the dead ones are removed (D13). */
interface Recovering extends Remembered {
	readonly self: Session;
	readonly registry: Registry;
}

/**
 * Finds sessions that ended without saying so, and writes down that they did (D13); stores the record of one that ended
 * and has none; then moves those past their time to the archive (D14). A live session, an idle one too, is never touched.
 * What fails costs itself only.
 *
 * @returns the records of the sessions written last, the latest activity first
 */
export async function recoverSessions(
	recovering: Recovering,
	ports: Ports,
): Promise<SessionRecord[]> {
	const { place, config, self } = recovering;
	const { continuity } = config;
	const stored = storedSessions(place);
	const recent = stored.slice(0, MOST_RECENT);
	const old = stored.slice(Math.max(MOST_RECENT, stored.length - MOST_OLD));
	const found = await closeSessions([...recent, ...old], recovering, ports);
	const due = [...found.values()].filter((one) => {
		return one.uuid !== self.uuid && hasExpired(one, continuity, ports.now());
	});
	const archived = await archiveSessions(place, due.slice(0, MOST_ARCHIVED), ports);
	const since = ports.now() - continuity.retentionDays * DAY_MS;
	return recent
		.flatMap(({ id }) => found.get(id) ?? [])
		.filter((one) => Date.parse(one.last_activity) >= since && !archived.includes(one))
		.sort(byActivity);
}

/** Archives all sessions of a project that have expired. @returns how many */
export async function archiveExpired({ place, config }: Remembered, ports: Ports): Promise<number> {
	const expired: SessionRecord[] = [];
	for (const { id } of storedSessions(place)) {
		const session = parseSessionId(id, ports.sha256);
		if (session === undefined) continue;
		const found = lookUp(place, session, ports);
		if (found === undefined || !hasExpired(found.record, config.continuity, ports.now())) continue;
		const { record, isStored } = found;
		expired.push(
			isStored ? record : ((await closeSession({ place, config }, session, ports)) ?? record),
		);
	}
	return (await archiveSessions(place, expired, ports)).length;
}

async function archiveSessions(
	place: Place,
	records: readonly SessionRecord[],
	ports: Ports,
): Promise<SessionRecord[]> {
	const moved: SessionRecord[] = [];
	for (const record of records) {
		const move = async () => archiveSession(place, record, ports);
		await orNothing(move, { place, what: 'an old session could not be archived', ports });
		moved.push(record);
	}
	return moved;
}

/** The records of these sessions, by their ids; those of sessions that are over are stored. */
async function closeSessions(
	sessions: readonly StoredSession[],
	recovering: Recovering,
	ports: Ports,
): Promise<Map<string, SessionRecord>> {
	const { place } = recovering;
	const began = ports.now();
	const found = new Map<string, SessionRecord>();
	for (const { id } of sessions) {
		const session = parseSessionId(id, ports.sha256);
		if (session === undefined) continue;
		const isLate = ports.now() - began > PATIENCE_MS;
		const close = async () =>
			isLate ? lookUp(place, session, ports)?.record : closeIfOver(session, recovering, ports);
		const what = 'a session that broke off could not be closed';
		const record = await orNothing(close, { place, what, ports });
		if (record !== undefined) found.set(id, record);
	}
	return found;
}

async function closeIfOver(
	session: Session,
	{ place, config, self, registry }: Recovering,
	ports: Ports,
): Promise<SessionRecord | undefined> {
	if (session.uuid === self.uuid) return lookUp(place, session, ports)?.record;
	const aside = setAsideIfUnreadable(place, session, ports);
	if (aside !== undefined) {
		const message = `a session record was unreadable and is set aside (${aside})`;
		const hint = 'look into the quarantine folder';
		await recordFault(place, ports, { code: 'state_unreadable', message, hint });
	}
	const found = lookUp(place, session, ports);
	if (found === undefined) return undefined;
	const { record, isStored } = found;
	const entry = entryOfSession(registry, session.uuid);
	const isCrashed = isDead(record, entry, machineOf(ports.context));
	if (isCrashed) await note(place, session, { entries: [{ e: 'crashed' }], ports });
	if (!isCrashed && (record.ended_at === null || isStored)) return record;
	return closeSession({ place, config }, session, ports);
}

/** Where nobody knows the process, a session is dead after this long without a sign of life (D13). */
const MAX_SILENCE_MS = 5 * 60 * 1000;

/**
 * Whether a session that never ended is dead (D13): its client's process is gone; of another machine, after 24 h without a
 * sign of life; where the process is not known, after five minutes, unless the registry knows it as alive.
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
