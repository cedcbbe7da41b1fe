import type { Place } from '../core/place/place.ts';
import { entriesOf } from '../core/registry/kind.ts';
import { isAlive } from '../core/registry/liveness.ts';
import type { Registry } from '../core/registry/schema.ts';
import { type Asker, type LiveClient, whoAsks } from '../core/registry/who-asks.ts';
import type { Ancestry, Ports } from './ports.ts';
import { commonDirOf, machineOf } from './registering.ts';

/**
 * Who runs this process, told by its ancestors. Costs one read of the registry, and some of `/proc` while
 * a session is live; an unreadable registry names no client.
 */
export async function askerAt(place: Place, ports: Ports): Promise<Asker> {
	const loaded = await ports.registry.read();
	if (loaded.kind !== 'present') return 'user';
	const ancestry = await ports.ancestry();
	const clients = liveClients(loaded.doc, place, { ports, ancestry });
	if (clients.length === 0) return 'user';
	return whoAsks(ancestry.chain(ports.host.pid), clients, lookupsOf(ancestry));
}

/** The clients of this machine that run. */
export function liveClients(
	registry: Registry,
	place: Place,
	{ ports, ancestry }: { readonly ports: Ports; readonly ancestry: Ancestry },
): readonly LiveClient[] {
	const machine = machineOf(ports);
	const isOfHere = (host: string | undefined) => host === undefined || host === machine.hostname;
	return entriesOf(registry).flatMap(([, entry]) => {
		const { pid, pid_started: started } = entry;
		if (pid === undefined || !isOfHere(entry.host) || !isAlive(entry, machine)) return [];
		const session = ancestry.find(pid)?.session ?? -1;
		const isHere = entry.common_dir === commonDirOf(place);
		return [{ pid, started, session, isHere, since: Date.parse(entry.started_at) }];
	});
}

export function lookupsOf(ancestry: Ancestry) {
	const firstSession = ancestry.find(1)?.session ?? -1;
	return { ...ancestry, firstSession };
}
