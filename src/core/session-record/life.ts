import { isAlive, isOfFuture, type Machine, type RegistryEntry } from '../registry/kind.ts';
import type { RecordSummary } from './record-summary.ts';
import { MS_A_DAY, type SessionRecord } from './schema.ts';

/** Where nobody knows the process, a session is dead after this long without a sign of life (D13). */
const MAX_SILENCE_MS = 5 * 60 * 1000;

/** What of a session tells whether it still runs. */
type Process = Pick<
	SessionRecord,
	'ended_at' | 'pid' | 'pid_started' | 'host' | 'last_activity' | 'uuid'
>;

/**
 * Whether a session that never ended is dead (D13): its client's process is gone; of another machine, after 24 h
 * without a sign of life; where the process is not known, after five minutes, unless the registry knows it as alive.
 *
 * @param entry the session's entry in the registry, where it has one
 */
export function isDead(
	session: Process,
	entry: RegistryEntry | undefined,
	machine: Machine,
): boolean {
	if (session.ended_at !== null) return false;
	if (entry !== undefined && isAlive(entry, machine)) return false;
	if (session.pid === undefined) {
		return Math.abs(machine.now - Date.parse(session.last_activity)) > MAX_SILENCE_MS;
	}
	return !isAlive({ ...NOWHERE, ...processOf(session) }, machine);
}

const NOWHERE = { cwd: '', common_dir: '', branch: '', started_at: '' };

function processOf({ uuid, pid, pid_started, host, last_activity }: Process) {
	return { uuid, pid, pid_started, host, last_activity };
}

/**
 * Whether a session is over and its record has expired (D14): the earlier of its own word and the config's. One that
 * says it is of the future is nobody's.
 *
 * @param record its times, ISO
 * @param now milliseconds since the epoch
 */
export function hasExpired(
	record: Pick<RecordSummary, 'endedAt' | 'expiresAt' | 'lastActivity'>,
	{ expireDays }: { readonly expireDays: number },
	now: number,
): boolean {
	if (record.endedAt === undefined) return false;
	if (isOfFuture(record.lastActivity, now)) return true;
	const byConfig = Date.parse(record.lastActivity) + expireDays * MS_A_DAY;
	return Math.min(Date.parse(record.expiresAt), byConfig) < now;
}
