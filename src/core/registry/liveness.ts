import { entriesOf, type Registered, type Registry, type RegistryEntry } from './kind.ts';

/** Milliseconds a clock may be ahead of ours. */
const MAX_AHEAD = 5 * 60_000;

/**
 * Whether a time lies further ahead than clocks differ: somebody made it up, and would live for ever by it (D14).
 *
 * @param at ISO time; what is none is not of the future
 * @param now milliseconds since the epoch
 */
export function isOfFuture(at: string | undefined, now: number): boolean {
	return Date.parse(at ?? '') > now + MAX_AHEAD;
}

/** An entry whose owner cannot be asked ages out after this long without activity (D11). */
const MAX_SILENCE_MS = 24 * 60 * 60 * 1000;

/** What the caller knows about this machine. */
export interface Machine {
	readonly now: number;
	readonly hostname: string;
	readonly exists: (pid: number) => boolean;
	readonly startedAt: (pid: number) => string | undefined;
}

/** Whose process it is, and when it was last heard of. */
export type Owner = Pick<RegistryEntry, 'host' | 'pid' | 'pid_started' | 'last_activity'>;

/** Alive: the client's process exists with the same start time, on the same host (D11). */
export function isAlive(entry: Owner, machine: Machine): boolean {
	const isHere = entry.host === undefined || entry.host === machine.hostname;
	if (entry.pid === undefined || !isHere) return isHeardOf(entry.last_activity, machine.now);
	if (!machine.exists(entry.pid)) return false;
	const started = machine.startedAt(entry.pid);
	return entry.pid_started === undefined || started === undefined || started === entry.pid_started;
}

/** A time that somebody made up is no sign of life: the session would be alive until it comes. */
function isHeardOf(at: string, now: number): boolean {
	return now - Date.parse(at) < MAX_SILENCE_MS && !isOfFuture(at, now);
}

/** Full ids of the entries whose session is gone. */
export function deadSessions(registry: Registry, machine: Machine): string[] {
	return entriesOf(registry)
		.filter(([, entry]) => !isAlive(entry, machine))
		.map(([, entry]) => entry.uuid);
}

/** Live sessions of one repository and branch; nested clients are never rivals (D11). */
export function liveSessions(
	registry: Registry,
	at: { readonly commonDir: string; readonly branch: string },
	machine: Machine,
): readonly Registered[] {
	return entriesOf(registry).filter(
		([, entry]) =>
			entry.common_dir === at.commonDir &&
			entry.branch === at.branch &&
			entry.nested !== true &&
			isAlive(entry, machine),
	);
}
