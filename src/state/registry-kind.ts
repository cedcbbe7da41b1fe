import type { Session } from '../core/session/session-id.ts';
import { parentOf } from '../core/text/paths.ts';
import type { Place } from '../git/place.ts';
import * as z from '../store/shape.ts';
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
	const all = Object.entries(registry.sessions);
	const kept = all.filter(
		([, raw]) => !uuids.includes((raw as { uuid?: string } | null)?.uuid ?? ''),
	);
	return kept.length === all.length
		? registry
		: { ...registry, sessions: Object.fromEntries(kept) };
}

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
type Owner = Pick<RegistryEntry, 'host' | 'pid' | 'pid_started' | 'last_activity'>;

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

/** What identifies a repository in the registry: its common directory, or the directory outside git. */
export function commonDirOf(place: Place): string {
	return place.git ? parentOf(place.stateDir) : place.root;
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
	return liveEntries(registry, machine).filter(
		([, entry]) =>
			entry.common_dir === commonDirOf(place) &&
			entry.branch === place.branch &&
			entry.nested !== true,
	);
}
