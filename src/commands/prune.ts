import { type Caller, onlyAPerson } from '../app/commands/caller.ts';
import { ttlOf } from '../app/commands/ttl.ts';
import type { Kept, Leftover, LeftoverKind } from '../app/leftover-ports.ts';
import type { DeskPorts } from '../app/ports.ts';
import { machineOf } from '../app/registering.ts';
import { Fault } from '../core/fault/fault.ts';
import { entriesOf } from '../core/registry/kind.ts';
import { isAlive } from '../core/registry/liveness.ts';
import type { Registry, RegistryEntry } from '../core/registry/schema.ts';
import { counted } from '../core/text/counted.ts';
import { oneLine } from '../core/text/one-line.ts';
import { deskPorts } from '../runtime/desk-ports.ts';
import { columns } from './columns.ts';
import { callerAt, command, EXIT, JSON_SHOWN } from './command.ts';

/** `req prune`: 2 where something should have gone and did not (D37). */
export const prune = command({
	about:
		'Removes the states of branches that are gone; after 30 days their history, journals of sessions that are over (their records stay), quarantined files and faults; after 90 days what runs did; and what processes that died left behind. What it cannot judge stays.',
	options: {
		'--dry-run': 'show what would go, remove nothing',
		'--archive-older-than <age>':
			'also records of sessions that ended longer ago, such as 90d; else archived ones stay',
		...JSON_SHOWN,
	},
	examples: ['req prune --dry-run', 'req prune --archive-older-than 90d'],
	run: async ({ dryRun = false, archiveOlderThan }, ports) => {
		const request = { caller: callerAt(ports, undefined), dryRun, archiveOlderThan };
		const pruned = await pruneAll(request, deskPorts(ports));
		const stays = pruned.failed.map(({ path, why }) => `${path} stays: ${why}`);
		return {
			text: pruneText(pruned),
			changed: pruneJson(pruned),
			warnings: stays,
			exit: stays.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});
const WHAT: Readonly<Record<LeftoverKind, string>> = {
	branch_state: 'state of a branch that is gone',
	history: 'history of a branch that is gone',
	journal: 'journal of a session that is over',
	record: 'archived record of a session',
	bundle: 'what a session that is gone inherited',
	run: 'what a run did, long ago',
	quarantine: 'unreadable, set aside',
	faults: 'old faults',
	lock: 'lock of a process that is gone',
	temporary: 'left by a process that is gone',
	compiled_config: 'compiled config of a directory that is gone',
	baseline: 'baseline of a session that is over',
	receipts: 'receipts of calls of a session that is over',
	project: 'state of a directory that is gone',
};

/** What went, or would go, with sizes; then what stays although it looks unneeded. */
function pruneText({ dryRun, removed, dead, kept }: Pruned): string {
	const rows = removed.map(({ kind, path, bytes, of }) => [
		WHAT[kind],
		sizeText(bytes),
		oneLine(of ?? path),
	]);
	const entries = dead.map(({ uuid }) => ['registered session that is gone', '', oneLine(uuid)]);
	const all = [...rows, ...entries];
	const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
	const verb = dryRun ? 'would go' : 'removed';
	const head =
		all.length === 0
			? 'nothing to prune'
			: `${verb}: ${counted(all.length, 'thing')}, ${sizeText(bytes)}`;
	const why = kept.map(({ path, why: reason }) => [oneLine(path), oneLine(reason)]);
	return [
		head,
		...columns(all).map((line) => `  ${line}`),
		...(kept.length === 0 ? [] : ['kept:', ...columns(why).map((line) => `  ${line}`)]),
	].join('\n');
}

/** The same for scripts; absent values are null (D37). */
function pruneJson({ dryRun, removed, dead, kept, failed }: Pruned): object {
	return {
		dry_run: dryRun,
		removed: removed.map(({ kind, path, bytes, of }) => ({ kind, path, bytes, of: of ?? null })),
		sessions: dead.map(({ uuid }) => uuid),
		kept,
		failed,
	};
}

function sizeText(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

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
 * Removes what nobody can need any more (D10, D14): the states of branches that are gone
 * are kept in their history, so that the same name again starts unsatisfied.
 *
 * @throws Fault `refused` for the model, because it ends satisfactions (D36); `registry_unreadable`
 */
async function pruneAll(
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
