import { type Applied, type DocumentKind, parserOf } from '../store/document.ts';
import * as z from '../store/shape.ts';
import { valueIn } from '../store/shape.ts';

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

/** What can happen to the registry. */
export type RegistryChange =
	| {
			readonly op: 'put';
			readonly key: string;
			readonly long_key: string;
			readonly entry: RegistryEntry;
	  }
	| { readonly op: 'remove'; readonly uuids: readonly string[] };

/** How the registry is read. An entry that is none of ours is kept and ignored. */
export const registryKind: DocumentKind<Registry> = {
	parse: parserOf({ version: 1, shape: Registry }, undefined),
	empty: () => ({ schema_version: 1, sessions: {} }),
};

/** Applies changes in order. Returns the registry itself if they change nothing. */
export function applyToRegistry(
	registry: Registry,
	changes: readonly RegistryChange[],
): Applied<Registry> {
	return { doc: changes.reduce(applyChange, registry), retired: [] };
}

/** A well-formed entry, behind its key in the file. */
export type Registered = readonly [string, RegistryEntry];

/** The entries that are well formed. A session start asks for them five times. */
export function entriesOf(registry: Registry): readonly Registered[] {
	const known = listed.get(registry);
	if (known !== undefined) return known;
	const entries: Registered[] = [];
	for (const key of Object.keys(registry.sessions)) {
		const entry = wellFormed(registry.sessions[key]);
		if (entry !== undefined) entries.push([key, entry]);
	}
	listed.set(registry, entries);
	return entries;
}
const listed = new WeakMap<Registry, readonly Registered[]>();

/** The entry of one session, where it is well formed. */
export function entryOfSession(registry: Registry, uuid: string): RegistryEntry | undefined {
	const raw = Object.values(registry.sessions).find((one) => uuidOf(one) === uuid);
	return wellFormed(raw);
}

/** A session start goes through the entries five times: 500 of them take 1 ms to check. */
const checked = new WeakSet<object>();

function wellFormed(raw: unknown): RegistryEntry | undefined {
	if (typeof raw === 'object' && raw !== null && checked.has(raw)) return raw as RegistryEntry;
	const entry = valueIn(RegistryEntry, raw);
	if (entry !== undefined && entry === raw) checked.add(entry);
	return entry;
}

function applyChange(registry: Registry, change: RegistryChange): Registry {
	if (change.op === 'put') {
		const key = keyOf(registry, change.entry.uuid) ?? freeKey(registry, change);
		const sessions = { ...registry.sessions, [key]: change.entry };
		return { ...registry, sessions };
	}
	const gone = new Set(change.uuids);
	const kept = Object.entries(registry.sessions).filter(([, raw]) => !gone.has(uuidOf(raw)));
	const isSame = kept.length === Object.keys(registry.sessions).length;
	return isSame ? registry : { ...registry, sessions: Object.fromEntries(kept) };
}

/** Where a session is registered: it stays there, whatever key is free by now. */
function keyOf(registry: Registry, uuid: string): string | undefined {
	return Object.keys(registry.sessions).find((key) => uuidOf(registry.sessions[key]) === uuid);
}

/** The short key, unless another session holds it (D5). */
function freeKey(registry: Registry, change: Extract<RegistryChange, { op: 'put' }>): string {
	const holder = Object.hasOwn(registry.sessions, change.key) ? registry.sessions[change.key] : {};
	return uuidOf(holder) !== '' ? change.long_key : change.key;
}

function uuidOf(raw: unknown): string {
	const uuid = (raw as { uuid?: unknown } | null | undefined)?.uuid;
	return typeof uuid === 'string' ? uuid : '';
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
