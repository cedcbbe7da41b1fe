import type { Place } from '../core/place/place.ts';
import { entriesOf } from '../core/registry/kind.ts';
import { isAlive } from '../core/registry/liveness.ts';
import type { Registry } from '../core/registry/schema.ts';
import {
	type Asker,
	clientAbove,
	isSameProgram,
	type LiveClient,
	type ProcessFacts,
	type RunProgram,
	whoAsks,
} from '../core/registry/who-asks.ts';
import type { Ancestry, Ports } from './ports.ts';
import { commonDirOf, machineOf } from './registering.ts';

/**
 * Who runs this process, told by its ancestors. Costs one read of the registry, and some of `/proc` while
 * a session is live; an unreadable registry names no client.
 */
export async function askerAt(place: Place, ports: Ports): Promise<Asker> {
	const loaded = ports.registry.look();
	if (loaded.kind !== 'present') return 'user';
	const ancestry = await ports.ancestry();
	const clients = liveClients(loaded.doc, place, { ports, ancestry });
	if (clients.length === 0) return 'user';
	return whoAsks(ancestry.chain(ports.host.pid), clients, lookupsOf(ancestry));
}

/** A terminal's own client that is new, by the names under which clients are installed. */
const CLIENT = /(?:^|\/)claude(?:\/versions\/[^/]+)?$/;

/**
 * Whether a hook whose parent is no registered client may be that of one which is not registered yet: it is,
 * where nothing says otherwise. Below a registered client only the same program is another client.
 */
export async function isNewClients(place: Place, ports: Ports): Promise<boolean> {
	const loaded = ports.registry.look();
	if (loaded.kind !== 'present') return true;
	const ancestry = await ports.ancestry();
	const clients = liveClients(loaded.doc, place, { ports, ancestry });
	const chain = ancestry.chain(ports.host.pid);
	if (chain.length === 0) return true;
	const asker = whoAsks(chain, clients, lookupsOf(ancestry));
	if (asker === 'user') return true;
	if (!ports.host.isFedByClient()) return false;
	const [, parent] = chain;
	if (parent === undefined) return false;
	const own = ancestry.programOf(parent);
	if (asker === 'unknown') return CLIENT.test(own.path ?? '') || isOneOf(own, clients, ancestry);
	const above = clientAbove(chain, clients);
	if (above === undefined) return false;
	return isBehindHelpers(above, chain, loaded.doc) || isSameProgram(own, ancestry.programOf(above));
}

function isOneOf(own: RunProgram, clients: readonly LiveClient[], ancestry: Ancestry): boolean {
	return clients.some(({ pid }) => {
		const client = ancestry.find(pid);
		return client !== undefined && isSameProgram(own, ancestry.programOf(client));
	});
}

/** As many processes stand between as when the client was registered. */
function isBehindHelpers(
	client: ProcessFacts,
	chain: readonly ProcessFacts[],
	registry: Registry,
): boolean {
	const entry = entriesOf(registry).find(([, { pid }]) => pid === client.pid)?.[1];
	return entry?.between !== undefined && chain[entry.between + 1] === client;
}

/** The clients of this machine that run. */
function liveClients(
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

function lookupsOf(ancestry: Ancestry) {
	const firstSession = ancestry.find(1)?.session ?? -1;
	return { ...ancestry, firstSession };
}
