import { isAlive, type Machine } from '../registry/liveness.ts';
import type { RegistryEntry } from '../registry/schema.ts';
import type { SessionRecord } from './schema.ts';

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
