import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import { DAY_MS, isOfFuture } from '../store/clock.ts';
import { type DocumentKind, parserOf } from '../store/document.ts';
import { type DocumentFile, readDocument, updateDocument } from '../store/document-file.ts';
import { unlessFault } from '../store/errors.ts';
import { isRunning, startedAt } from '../store/processes.ts';
import * as z from '../store/shape.ts';
import { parentOf } from '../text/paths.ts';
import { entryKey } from './branch-state.ts';
import { recordFault } from './faults.ts';

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

/** What this room needs of a context. */
export type StateContext = Pick<Context, 'configDir' | 'hostname' | 'now' | 'writing'>;

/** How `sessions.json` is read. */
export const registryKind: DocumentKind<Registry> = {
	parse: parserOf({ version: 1, shape: Registry }, undefined),
	empty: () => ({ schema_version: 1, sessions: {} }),
};

/** The registry of live sessions (D11); empty if it cannot be read. */
export function readRegistry(context: StateContext): Registry {
	const loaded = unlessFault(() => readDocument(registryFile(context).path, registryKind));
	return loaded?.kind === 'present' ? loaded.doc : registryKind.empty();
}

function registryFile({ configDir }: StateContext): DocumentFile<Registry> {
	const quarantineDir = join(configDir, 'requirements', 'quarantine');
	return { path: join(configDir, 'sessions.json'), kind: registryKind, quarantineDir };
}

/** The entries that are well formed; others are kept and ignored. */
function entriesOf({ sessions }: Registry): readonly Registered[] {
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

/** An entry whose process cannot be checked ages out after this long without activity (D11). */
const MAX_SILENCE_MS = DAY_MS;

/** Whether the Claude Code of an entry, or the process of a run, still runs (D11). */
export function isAlive(
	entry: Pick<RegistryEntry, 'host' | 'pid' | 'pid_started' | 'last_activity'>,
	context: Pick<StateContext, 'hostname' | 'now'>,
): boolean {
	const { host = context.hostname, pid, pid_started: started, last_activity: at } = entry;
	const runs = pid === undefined ? undefined : isRunning({ pid, started, host }, context.hostname);
	if (runs !== undefined) return runs;
	const now = context.now();
	return now - Date.parse(at) < MAX_SILENCE_MS && !isOfFuture(at, now);
}

/** The entries of sessions that run. */
export function liveEntries(registry: Registry, context: StateContext): readonly Registered[] {
	return entriesOf(registry).filter(([, entry]) => isAlive(entry, context));
}

/** Full ids of the sessions that run. */
export function liveNow(context: StateContext): ReadonlySet<string> {
	const live = liveEntries(readRegistry(context), context);
	return new Set(live.map(([, { uuid }]) => uuid));
}

/** Claude Code's process: its pid, and its start time, which a later process with that pid does not have (D11). */
export function processFields(context: Pick<Context, 'env' | 'parentPid' | 'hostname'>) {
	const { clientPid: pid } = environmentOf(context);
	const { hostname: host } = context;
	return { pid, pid_started: startedAt(pid), host };
}

/** What an event knows of its session. Absent values keep what is registered. */
interface Presence {
	readonly session: Session;
	readonly cwd: string;
	/** Why the session starts; absent for any other event. */
	readonly source?: string | undefined;
	readonly transcript?: string | undefined;
}

/**
 * Puts the session into the registry, or renews its last activity (D11). At a start, sessions whose Claude Code is gone
 * leave it.
 */
export async function register(place: Place, presence: Presence, context: Context): Promise<void> {
	const { session, cwd } = presence;
	const at = new Date(context.now()).toISOString();
	const change = (registry: Registry) => {
		const known = entryOfSession(registry, session.uuid);
		const { source = known?.source, transcript = known?.transcript } = presence;
		const entry = {
			...known,
			uuid: session.uuid,
			...processFields(context),
			cwd,
			common_dir: commonDirOf(place),
			branch: place.branch,
			source,
			transcript,
			...(environmentOf(context).nested ? { nested: true } : {}),
			started_at: known?.started_at ?? at,
			last_activity: at,
		};
		const all = presence.source === undefined ? [] : entriesOf(registry);
		const gone = all.flatMap(([, one]) => (isAlive(one, context) ? [] : one.uuid));
		return withSession(withoutSessions(registry, gone), session, entry);
	};
	await changeRegistry(place, change, context);
}

/** Takes the session out of the registry. */
export async function unregister(place: Place, session: Session, context: Context): Promise<void> {
	await changeRegistry(place, (registry) => withoutSessions(registry, [session.uuid]), context);
}

/**
 * Changes the registry under its lock. What cannot be read or stored is a fault and nothing worse.
 *
 * @param change returns the same object if there is nothing to change
 */
async function changeRegistry(place: Place, change: (registry: Registry) => Registry, context: Context): Promise<void> {
	const applied = (doc: Registry) => ({ doc: change(doc), retired: [] });
	const updated = await updateDocument(registryFile(context), applied, context);
	if (updated.quarantined !== undefined) {
		const message = `the session registry could not be read; moved to ${updated.quarantined}`;
		const hint = 'send a prompt in each session: it writes the file again';
		recordFault(place, context, { code: 'registry_unreadable', message, hint });
	}
	if (updated.kind !== 'refused') return;
	const { code, what, fix } = updated.obstacle;
	const message = `the session registry could not be saved: ${what}`;
	recordFault(place, context, { code, message, hint: fix });
}
