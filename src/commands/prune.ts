import { existsSync } from 'node:fs';
import { onlyTheUser } from '../app/commands/caller.ts';
import { ttlOf } from '../app/commands/typed-values.ts';
import type { Context } from '../core/context.ts';
import { Fault } from '../core/fault/fault.ts';
import { oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { placeAt } from '../git/find-place.ts';
import {
	type Kept,
	type Leftover,
	type PruneWorld,
	removeLeftover,
	type Search,
} from '../setup/leftovers.ts';
import { findPrunable } from '../setup/prune.ts';
import { branchStatesLock } from '../state/branch-files.ts';
import { loadRegistry, machineOf } from '../state/registry.ts';
import { liveEntries, type RegistryEntry } from '../state/registry-kind.ts';
import { underLock } from '../store/document-file.ts';
import { linkObstacle, obstacleFault } from '../store/obstacle.ts';
import { callerAt, command, EXIT, JSON_SHOWN } from './command.ts';
import { columns } from './layout.ts';

/**
 * `req prune`: removes what nobody can need any more (D10, D14). The states of deleted branches are kept in their history,
 * so that the same name again starts unsatisfied. 2 if something should have gone and did not (D37).
 */
export const prune = command({
	about:
		'Removes the states of deleted branches; after 30 days their history, journals of sessions that are over (their records stay), quarantined files and faults; after 90 days what runs did; and what dead processes left behind. What cannot be judged stays.',
	options: {
		'--dry-run': 'show what would go, remove nothing',
		'--archive-older-than <age>':
			'also records of sessions that ended longer ago, such as 90d; else archived ones stay',
		...JSON_SHOWN,
	},
	examples: ['req prune --dry-run', 'req prune --archive-older-than 90d'],
	run: async ({ dryRun = false, archiveOlderThan: age }, ports) => {
		const { context } = ports;
		const caller = callerAt(ports, undefined);
		const archivedBefore = age === undefined ? undefined : context.now() - ttlOf(age);
		// It ends satisfactions (D36).
		if (!dryRun) onlyTheUser(caller, 'req prune', 'req prune --dry-run');
		const place = placeAt(caller.cwd, context);
		if (place.link !== undefined) throw obstacleFault(linkObstacle(place.link));
		const world = { place, context, live: liveSessions(context), archivedBefore };
		const pruned = dryRun ? { ...findPrunable(world), failed: [] } : await removeAll(world);
		const { leftovers, kept, failed } = pruned;
		return {
			text: pruneText(pruned, dryRun ? 'would go' : 'removed'),
			changed: {
				dry_run: dryRun,
				removed: leftovers.map(({ row, path, bytes, of = null }) => {
					return { kind: row.kind, path, bytes, of };
				}),
				kept,
				failed,
			},
			warnings: failed.map(({ path, why }) => `${path} stays: ${why}`),
			exit: failed.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

/** @throws Fault `registry_unreadable`: nothing that a live session needs may go */
function liveSessions(context: Context): readonly RegistryEntry[] {
	const loaded = loadRegistry(context);
	if (loaded.kind === 'absent') return [];
	if (loaded.kind === 'present') {
		return liveEntries(loaded.doc, machineOf(context)).map(([, entry]) => entry);
	}
	const why = loaded.kind === 'newer' ? 'a newer req wrote it' : loaded.reason;
	throw new Fault('registry_unreadable', `cannot tell which sessions are live: ${why}`, {
		hint: 'end the running sessions, or start one here, and try again',
	});
}

/** What was removed, and what could not be. */
interface Pruned extends Search {
	readonly failed: readonly Kept[];
}

/**
 * Removes what nobody needs. It searches again under the lock of all branch states: no session satisfies a requirement on
 * a branch that came back until the removal is over.
 */
async function removeAll(world: PruneWorld): Promise<Pruned> {
	const found = findPrunable(world);
	const { place, context } = world;
	// If nothing was ever stored, no folder is made for the lock.
	if (found.leftovers.length === 0) return { ...found, failed: [] };
	if (!existsSync(place.stateDir)) return remove(found);
	const lock = branchStatesLock(place);
	const removed = await underLock(lock, () => remove(findPrunable(world)), context);
	if ('failed' in removed) return removed;
	const failed = [{ path: lock, why: removed.obstacle.what }];
	return { leftovers: [], kept: found.kept, failed };
}

async function remove({ leftovers, kept }: Search): Promise<Pruned> {
	const removed: Leftover[] = [];
	const failed: Kept[] = [];
	for (const leftover of leftovers) {
		const why = await removeLeftover(leftover);
		if (why === undefined) removed.push(leftover);
		else failed.push({ path: leftover.path, why });
	}
	return { leftovers: removed, kept, failed };
}

/** What was removed or would be, with sizes; then what stays although it looks unneeded. */
function pruneText({ leftovers, kept }: Search, verb: 'would go' | 'removed'): string {
	const things = leftovers.map(({ row, bytes, of, path }) => {
		return [row.what, sizeText(bytes), oneLine(of ?? path)];
	});
	const bytes = leftovers.reduce((sum, one) => sum + one.bytes, 0);
	const gone = `${verb}: ${counted(things.length, 'thing')}, ${sizeText(bytes)}`;
	const why = kept.map(({ path, why: reason }) => [oneLine(path), oneLine(reason)]);
	return [
		things.length === 0 ? 'nothing to prune' : gone,
		...columns(things).map((line) => `  ${line}`),
		...(kept.length === 0 ? [] : ['kept:', ...columns(why).map((line) => `  ${line}`)]),
	].join('\n');
}

function sizeText(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
