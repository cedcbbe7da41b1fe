import { Fault } from '../../core/fault/fault.ts';
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
	const registry = await registryOf(ports);
	const machine = machineOf(ports);
	const entries = entriesOf(registry).map(([, entry]) => entry);
	const live = entries.filter((entry) => isAlive(entry, machine));
	const dead = entries.filter((entry) => !live.includes(entry));
	const place = ports.places.at(caller.cwd);
	const { leftovers, kept } = await ports.leftovers.find(place, { live, archivedBefore });
	if (dryRun) return { dryRun, removed: leftovers, dead, kept, failed: [] };
	const { removed, failed } = await removeAll(leftovers);
	if (dead.length === 0) return { dryRun, removed, dead, kept, failed };
	const uuids = dead.map(({ uuid }) => uuid);
	const updated = await ports.registry.update([{ op: 'remove', uuids }]);
	if (updated.kind !== 'refused') return { dryRun, removed, dead, kept, failed };
	const refusal = { path: 'sessions.json', why: updated.reason };
	return { dryRun, removed, dead: [], kept, failed: [...failed, refusal] };
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
async function registryOf(ports: DeskPorts): Promise<Registry> {
	const loaded = await ports.registry.read();
	if (loaded.kind === 'present') return loaded.doc;
	if (loaded.kind === 'absent') return { schema_version: 1, sessions: {} };
	const why = loaded.kind === 'newer' ? 'a newer req wrote it' : loaded.reason;
	throw new Fault('registry_unreadable', `nobody can say which sessions live: ${why}`, {
		hint: 'end the running sessions, or start one here, and try again',
	});
}
