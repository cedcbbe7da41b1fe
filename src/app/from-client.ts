import type { RegistryEntry } from '../core/registry/kind.ts';
import type { Ports } from './ports.ts';

/**
 * Whether the client started this hook: its parent is the session's client or another registered one, and its
 * stdin is such as only a client gives. A client that is not registered yet is believed unless it descends from
 * one that is, or was cut off from whoever started it. Where nobody can tell, the hook counts.
 */
export async function isFromClient(cwd: string, ports: Ports): Promise<boolean> {
	const isParent = parentTest(ports);
	// The usual case reads nothing: the registry grows with the sessions of all projects.
	const client = ports.ground?.baseline.client;
	if (client !== undefined && isParent(client)) return ports.host.isFedByClient();
	const loaded = await ports.registry.look();
	if (loaded.kind !== 'present') return true;
	const { entriesOf, entriesOfProcess } = await import('../core/registry/kind.ts');
	const registered = entriesOfProcess(loaded.doc, ports.host.parentPid);
	if (registered.some(isParent)) return ports.host.isFedByClient();
	if (entriesOf(loaded.doc).length === 0) return true;
	const { isNewClients } = await import('./asking.ts');
	return isNewClients(ports.places.at(cwd), ports);
}

type Client = Pick<RegistryEntry, 'pid' | 'pid_started' | 'host'>;

/** A client without a host or a start was registered by an older build. */
function parentTest({ host }: Ports): (client: Client) => boolean {
	const started = host.parentStarted();
	return ({ pid, pid_started, host: hostname }) =>
		pid === host.parentPid &&
		(hostname ?? host.hostname) === host.hostname &&
		(started === undefined || (pid_started ?? started) === started);
}
