import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import * as z from '../store/shape.ts';
import { parentOf } from '../text/paths.ts';
import { entryKey } from './branch-state.ts';

/** One live session (D11). `pid_started` and `host` tell a reused pid from the same client. */
export const RegistryEntry = z.looseObject({
	uuid: z.string(),
	pid: z.optional(z.number()),
	pid_started: z.optional(z.string()),
	host: z.optional(z.string()),
	cwd: z.string(),
	common_dir: z.string(),
	branch: z.string(),
	transcript: z.optional(z.string()),
	source: z.optional(z.string()),
	nested: z.optional(z.boolean()),
	started_at: z.string(),
	last_activity: z.string(),
});
export type RegistryEntry = z.output<typeof RegistryEntry>;

/** `<claude config dir>/sessions.json`: live sessions only. */
export const Registry = z.looseObject({
	schema_version: z.literal(1),
	/** Entries are checked one by one, so that a bad one costs only itself. */
	sessions: z.record(z.string(), z.unknown()),
});
export type Registry = z.output<typeof Registry>;

/** A well-formed entry with its key in the file. */
export type Registered = readonly [string, RegistryEntry];

/** The entries that are well formed; others are kept and ignored. */
export function entriesOf({ sessions }: Registry): readonly Registered[] {
	return Object.entries(sessions).flatMap(([key, raw]): Registered[] => {
		const entry = z.valueIn(RegistryEntry, raw);
		return entry === undefined ? [] : [[key, entry]];
	});
}

/** The entries of sessions of a place's repository. */
export function entriesAt(registry: Registry, place: Place): readonly Registered[] {
	return entriesOf(registry).filter(([, entry]) => entry.common_dir === commonDirOf(place));
}

/** The entry of one session, by its full id. */
export function entryOfSession(registry: Registry, uuid: string): RegistryEntry | undefined {
	return entriesOf(registry).find(([, entry]) => entry.uuid === uuid)?.[1];
}

/** The registry with a session's entry, which stays under its key (D5). */
export function withSession(registry: Registry, session: Session, entry: RegistryEntry): Registry {
	const key = entryKey(registry.sessions, session);
	return { ...registry, sessions: { ...registry.sessions, [key]: entry } };
}

/** The registry without sessions of these full ids; the same object if it has none of them. */
export function withoutSessions(registry: Registry, uuids: readonly string[]): Registry {
	const gone = entriesOf(registry).filter(([, { uuid }]) => uuids.includes(uuid));
	if (gone.length === 0) return registry;
	const keys = gone.map(([key]) => key);
	const kept = Object.entries(registry.sessions).filter(([key]) => !keys.includes(key));
	return { ...registry, sessions: Object.fromEntries(kept) };
}

/** What identifies a repository in the registry: its common directory, or the directory outside git. */
export function commonDirOf(place: Place): string {
	return place.git ? parentOf(place.stateDir) : place.root;
}

/** What the caller knows about this machine. `now`: milliseconds since the epoch. */
export interface Machine {
	readonly now: number;
	readonly hostname: string;
	readonly exists: (pid: number) => boolean;
	readonly startedAt: (pid: number) => string | undefined;
}

/** An entry whose process cannot be checked ages out after this long without activity (D11). */
const MAX_SILENCE_MS = 24 * 60 * 60 * 1000;
/** A clock may be ahead of ours by this much. */
const MAX_AHEAD_MS = 5 * 60_000;

/** Alive: the client's process exists with the same start time, on the same host (D11). */
export function isAlive(
	entry: Pick<RegistryEntry, 'host' | 'pid' | 'pid_started' | 'last_activity'>,
	{ now, hostname, exists, startedAt }: Machine,
): boolean {
	const { host = hostname, pid, pid_started, last_activity: at } = entry;
	if (pid === undefined || host !== hostname)
		return now - Date.parse(at) < MAX_SILENCE_MS && !isOfFuture(at, now);
	if (!exists(pid)) return false;
	const started = startedAt(pid);
	return pid_started === undefined || started === undefined || started === pid_started;
}

/**
 * Whether a time is further ahead than clocks differ: an entry would live until then (D14).
 *
 * @param at ISO time; false for any other text
 * @param now milliseconds since the epoch
 */
export function isOfFuture(at: string | undefined, now: number): boolean {
	return Date.parse(at ?? '') > now + MAX_AHEAD_MS;
}

/** The entries of sessions that run. */
export function liveEntries(registry: Registry, machine: Machine): readonly Registered[] {
	return entriesOf(registry).filter(([, entry]) => isAlive(entry, machine));
}

/** Full ids of the sessions that run. */
export function liveIds(registry: Registry, machine: Machine): ReadonlySet<string> {
	return new Set(liveEntries(registry, machine).map(([, { uuid }]) => uuid));
}

/** Live sessions of a place's repository and branch; nested clients are never rivals (D11). */
export function liveSessions(
	registry: Registry,
	place: Place,
	machine: Machine,
): readonly Registered[] {
	return entriesAt(registry, place).filter(
		([, entry]) =>
			entry.branch === place.branch && entry.nested !== true && isAlive(entry, machine),
	);
}
