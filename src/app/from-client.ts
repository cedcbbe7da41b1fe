import { entriesOf, entriesOfProcess } from '../core/registry/kind.ts';
import type { Registry } from '../core/registry/schema.ts';
import type { Ports } from './ports.ts';

/**
 * Whether the client started this hook: its parent is a registered client, and its stdin is such as only a
 * client gives. A client that is not registered yet is believed unless it descends from one that is, or was
 * cut off from whoever started it. Where nobody can tell, the hook counts.
 */
export async function isFromClient(cwd: string, ports: Ports): Promise<boolean> {
	const loaded = ports.registry.look();
	if (loaded.kind !== 'present') return true;
	if (isChildOfClient(loaded.doc, ports)) return ports.host.isFedByClient();
	if (entriesOf(loaded.doc).length === 0) return true;
	const { isNewClients } = await import('./asking.ts');
	return isNewClients(ports.places.at(cwd), ports);
}

function isChildOfClient(registry: Registry, { host }: Ports): boolean {
	const started = host.parentStarted();
	return entriesOfProcess(registry, host.parentPid).some(
		(entry) =>
			(entry.host ?? host.hostname) === host.hostname &&
			(started === undefined || (entry.pid_started ?? started) === started),
	);
}
