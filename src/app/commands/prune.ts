import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Registry, RegistryEntry } from '../../core/registry/schema.ts';
import type { Kept, Leftover } from '../leftover-ports.ts';
import type { DeskPorts } from '../ports.ts';
import { machineOf } from '../registering.ts';
import { type Caller, onlyAPerson } from './caller.ts';
import { ttlOf } from './ttl.ts';

/** What a prune removed, or would remove. */
export interface Pruned {
	readonly place: Place;
	readonly dryRun: boolean;
	readonly removed: readonly Leftover[];
	/** Registry entries of sessions that are gone. */
	readonly dead: readonly RegistryEntry[];
	/** What could not be judged, or is needed for a reason that is not plain to see. */
	readonly kept: readonly Kept[];
	/** What should have gone and did not. */
	readonly failed: readonly Kept[];
}

/**
 * Removes what nobody can need any more (behaviour 30, D10, D14): the states of branches that are gone
 * are kept in their history, so that the same name again starts unsatisfied.
 *
 * @throws Fault `refused` for the model, because it ends satisfactions (D36); `registry_unreadable`
 */
export async function prune(
	request: {
		readonly caller: Caller;
		readonly dryRun: boolean;
		/** An age, as it was typed: archived records of sessions before that go; `undefined`: none does. */
		readonly archiveOlderThan: string | undefined;
	},
	ports: DeskPorts,
): Promise<Pruned> {
	const { caller, dryRun, archiveOlderThan } = request;
	const archivedBefore =
		archiveOlderThan === undefined ? undefined : ports.now() - ttlOf(archiveOlderThan);
	if (!dryRun) await onlyAPerson(caller, { what: 'req prune', hint: 'req prune --dry-run' }, ports);
	const place = ports.places.at(caller.cwd);
	const { live, dead } = await sessions(ports);
	const { leftovers, kept } = await ports.leftovers.find(place, { live, archivedBefore });
	const found = { place, dryRun, kept };
	if (dryRun) return { ...found, removed: leftovers, dead, failed: [] };
	const { removed, failed } = await removeAll(leftovers);
	const refusal = await dropSessions(dead, ports);
	return {
		...found,
		removed,
		dead: refusal === undefined ? dead : [],
		failed: [...failed, ...(refusal === undefined ? [] : [refusal])],
	};
}

/** Removes what was found, as far as it lets itself be removed. */
export async function removeAll(
	leftovers: readonly Leftover[],
): Promise<Pick<Pruned, 'removed' | 'failed'>> {
	const removed: Leftover[] = [];
	const failed: Kept[] = [];
	for (const leftover of leftovers) {
		const why = await leftover.remove();
		if (why === undefined) removed.push(leftover);
		else failed.push({ path: leftover.path, why });
	}
	return { removed, failed };
}

/** Without the registry nobody can say which sessions live, and theirs must not go. */
async function sessions(
	ports: DeskPorts,
): Promise<{ live: RegistryEntry[]; dead: RegistryEntry[] }> {
	const machine = machineOf(ports);
	const entries = entriesOf(await registryOf(ports)).map(([, entry]) => entry);
	return {
		live: entries.filter((entry) => isAlive(entry, machine)),
		dead: entries.filter((entry) => !isAlive(entry, machine)),
	};
}

async function registryOf(ports: DeskPorts): Promise<Registry> {
	const loaded = await ports.registry.read();
	switch (loaded.kind) {
		case 'present':
			return loaded.doc;
		case 'absent':
			return { schema_version: 1, sessions: {} };
		case 'corrupt':
		case 'newer': {
			const why = loaded.kind === 'newer' ? 'a newer req wrote it' : loaded.reason;
			throw new Fault('registry_unreadable', `nobody can say which sessions live: ${why}`, {
				hint: 'end the running sessions, or start one here, and try again',
			});
		}
	}
}

async function dropSessions(
	dead: readonly RegistryEntry[],
	ports: DeskPorts,
): Promise<Kept | undefined> {
	if (dead.length === 0) return undefined;
	const uuids = dead.map(({ uuid }) => uuid);
	const updated = await ports.registry.update([{ op: 'remove', uuids }]);
	return updated.kind === 'refused' ? { path: 'sessions.json', why: updated.reason } : undefined;
}
