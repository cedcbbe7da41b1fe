import type { Place } from '../core/place/place.ts';
import { entriesOf, isAlive, type Registry } from '../core/registry/kind.ts';
import {
	type Asker,
	clientAbove,
	isSameProgram,
	isShutAway,
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
	const loaded = await ports.registry.look();
	if (loaded.kind !== 'present') return 'user';
	const ancestry = await ports.ancestry();
	const chain = entriesOf(loaded.doc).length === 0 ? [] : ancestry.chain(ports.host.pid);
	const clients = liveClients(loaded.doc, { place, ports, ancestry }, concernedBy(chain));
	const asker = whoAsks(chain, clients, lookupsOf(ancestry));
	return asker === 'user' && isHidden(loaded.doc, place, ports) ? 'unknown' : asker;
}

/** Whether a session is open in the repository whose client this process was put where it cannot see. */
function isHidden(registry: Registry, place: Place, { host, processes }: Ports): boolean {
	const spaces = host.spaces();
	const boot = bootIn(processes.startedAt(host.pid));
	return entriesOf(registry).some(([, entry]) => {
		if (entry.spaces === undefined || entry.common_dir !== commonDirOf(place)) return false;
		const isOfBoot = boot === undefined || bootIn(entry.pid_started) === boot;
		const isOfHost = entry.host === host.hostname;
		return isOfBoot && isShutAway(spaces, { spaces: entry.spaces, isOfHost });
	});
}

/** `<id of the boot>-<ticks>`, as `Processes` tells it. */
function bootIn(started: string | undefined): string | undefined {
	return started?.slice(0, started.lastIndexOf('-'));
}

/** A terminal's own client that is new, by the names under which clients are installed. */
const CLIENT = /(?:^|\/)claude(?:\/versions\/[^/]+)?$/;

/**
 * Whether a hook whose parent is no registered client may be that of one which is not registered yet: it is,
 * where nothing says otherwise. Below a registered client only the same program is another client.
 */
export async function isNewClients(place: Place, ports: Ports): Promise<boolean> {
	const loaded = await ports.registry.look();
	if (loaded.kind !== 'present') return true;
	const ancestry = await ports.ancestry();
	const chain = ancestry.chain(ports.host.pid);
	const clients = liveClients(loaded.doc, { place, ports, ancestry }, concernedBy(chain));
	const asker = whoAsks(chain, clients, lookupsOf(ancestry));
	if (asker === 'user' && !isHidden(loaded.doc, place, ports)) return true;
	if (!ports.host.isFedByClient()) return false;
	if (asker === 'user') return true;
	const [, parent] = chain;
	if (parent === undefined) return false;
	const own = ancestry.programOf(parent);
	if (asker === 'unknown') {
		const all = liveClients(loaded.doc, { place, ports, ancestry }, () => true);
		return CLIENT.test(own.path ?? '') || isOneOf(own, all, ancestry);
	}
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

/** Whether a client can tell who asks: it works in this repository, or it is an ancestor. */
type Concerned = (client: { readonly pid: number; readonly isHere: boolean }) => boolean;

/** The registry grows with the sessions of all projects: most clients in it concern nobody here. */
function concernedBy(chain: readonly ProcessFacts[]): Concerned {
	const ancestors = new Set(chain.map(({ pid }) => pid));
	return ({ pid, isHere }) => isHere || ancestors.has(pid);
}

/** The clients of this machine that run, of those who are asked about. */
function liveClients(
	registry: Registry,
	{
		place,
		ports,
		ancestry,
	}: { readonly place: Place; readonly ports: Ports; readonly ancestry: Ancestry },
	isConcerned: Concerned,
): readonly LiveClient[] {
	const machine = machineOf(ports);
	return entriesOf(registry).flatMap(([, entry]) => {
		const { pid, pid_started: started, host } = entry;
		const isHere = entry.common_dir === commonDirOf(place);
		if (pid === undefined || !isConcerned({ pid, isHere }) || !isAlive(entry, machine)) return [];
		const found = ancestry.find(pid);
		// Whoever may name the host anew cannot make up a process with the same start.
		const isOfHere =
			host === undefined ||
			host === machine.hostname ||
			(found !== undefined && found.started === started);
		if (!isOfHere) return [];
		const session = found?.session ?? -1;
		return [{ pid, started, session, isHere, since: Date.parse(entry.started_at) }];
	});
}

function lookupsOf(ancestry: Ancestry) {
	const firstSession = ancestry.find(1)?.session ?? -1;
	return { ...ancestry, firstSession };
}
