import type { Session } from '../core/session/session-id.ts';
import { parentOf } from '../core/text/paths.ts';
import type { Place } from '../git/place.ts';
import {
	entryOfSession,
	type Machine,
	type Registry,
	type RegistryChange,
	type RegistryEntry,
} from '../state/registry-kind.ts';
import { refusalFault } from '../store/document.ts';
import { recordFault } from './faults.ts';
import type { Ports } from './ports.ts';

/** What an event tells about its session. Absent values keep what is registered. */
export interface Presence {
	readonly session: Session;
	readonly cwd: string;
	readonly source?: string | undefined;
	readonly transcript?: string | undefined;
}

/** This machine, as liveness is judged (D11). */
export function machineOf(ports: Ports): Machine {
	return {
		now: ports.now(),
		hostname: ports.host.hostname,
		exists: ports.processes.exists,
		startedAt: ports.processes.startedAt,
	};
}

/** What identifies a repository in the registry: its common directory, or the directory outside git. */
export function commonDirOf(place: Place): string {
	return place.git ? parentOf(place.stateDir) : place.root;
}

/** The registry as it is; an unreadable one is empty and a fault (KF6-a). */
export async function readRegistry(place: Place, ports: Ports): Promise<Registry> {
	const loaded = await ports.registry.read();
	if (loaded.kind === 'present') return loaded.doc;
	if (loaded.kind !== 'absent') {
		await recordFault(place, ports, {
			code: 'registry_unreadable',
			message:
				loaded.kind === 'newer' ? 'the session registry was written by a newer req' : loaded.reason,
			hint: 'req status',
		});
	}
	return { schema_version: 1, sessions: {} };
}

/** Puts the session into the registry, or renews its last activity (D11). */
export async function register(
	place: Place,
	presence: Presence,
	{
		registry,
		drop,
		ports,
	}: { readonly registry: Registry; readonly drop: readonly string[]; readonly ports: Ports },
): Promise<void> {
	const known = entryOfSession(registry, presence.session.uuid);
	const changes: RegistryChange[] = drop.length === 0 ? [] : [{ op: 'remove', uuids: [...drop] }];
	const entry = entryFor(place, { presence, known }, ports);
	const { key, longKey } = presence.session;
	changes.push({ op: 'put', key, long_key: longKey, entry });
	await updateRegistry(place, changes, ports);
}

/** Writes changes of the registry; a refusal is a fault and nothing worse. */
export async function updateRegistry(
	place: Place,
	changes: readonly RegistryChange[],
	ports: Ports,
): Promise<void> {
	const updated = await ports.registry.update(changes);
	if (updated.kind !== 'refused') return;
	const { code, hint = '' } = refusalFault(updated, 'session registry');
	const message = `the session registry could not be saved: ${updated.reason}`;
	await recordFault(place, ports, { code, message, hint });
}

function entryFor(
	place: Place,
	{ presence, known }: { readonly presence: Presence; readonly known: RegistryEntry | undefined },
	ports: Ports,
): RegistryEntry {
	const at = new Date(ports.now()).toISOString();
	const source = presence.source ?? known?.source;
	const transcript = presence.transcript ?? known?.transcript;
	return {
		...known,
		uuid: presence.session.uuid,
		...processFields(ports),
		cwd: presence.cwd,
		common_dir: commonDirOf(place),
		branch: place.branch,
		...(source === undefined ? {} : { source }),
		...(transcript === undefined ? {} : { transcript }),
		...(ports.host.nested ? { nested: true } : {}),
		started_at: known?.started_at ?? at,
		last_activity: at,
	};
}

/** Which client this is: its pid, and what tells it from a later process with the same pid (D11). */
export function processFields(ports: Ports): { pid: number; pid_started?: string; host: string } {
	const { clientPid: pid, hostname: host } = ports.host;
	const started = ports.processes.startedAt(pid);
	return started === undefined ? { pid, host } : { pid, pid_started: started, host };
}

/** What tells a running process from every other one of this machine, also from a later one with its pid. */
export function processMark(pid: number, { processes }: Ports): string | undefined {
	const started = processes.startedAt(pid);
	return started === undefined ? undefined : `${pid} ${started}`;
}
