import { ttlOf } from '../config/duration.ts';
import type { Context } from '../context.ts';
import { onlyTheUser } from '../events/caller.ts';
import { placeAt } from '../git/find-place.ts';
import { findLeftovers, type Leftover, type PruneWorld, removeLeftover } from '../setup/prune.ts';
import { branchStatesLock } from '../state/branch-files.ts';
import { loadRegistry, machineOf } from '../state/registry.ts';
import { liveEntries, type RegistryEntry } from '../state/registry-kind.ts';
import { underLock } from '../store/document-file.ts';
import { Fault } from '../store/fault.ts';
import { linkObstacle, obstacleFault } from '../store/obstacle.ts';
import { oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { callerAt, command, EXIT, JSON_SHOWN } from './command.ts';
import { columns } from './layout.ts';

/**
 * `req prune`: removes what nobody can need any more (D10, D14). The states of deleted branches are kept in their history,
 * so that the same name again starts unsatisfied. 2 if something should have gone and did not (D37).
 */
export const prune = command({
	about: 'remove data that is no longer needed',
	details:
		'Removes the states of deleted branches; after 30 days their history, journals of sessions that are over (their records stay), quarantined files and faults; after 90 days what runs did; and what dead processes left behind.',
	options: {
		'--dry-run': 'show what would go, remove nothing',
		'--archive-older-than <age>':
			'also records of sessions that ended longer ago, such as 90d; else archived ones stay',
		...JSON_SHOWN,
	},
	examples: ['req prune --dry-run', 'req prune --archive-older-than 90d'],
	run: async ({ dryRun = false, archiveOlderThan: age }, context) => {
		const caller = callerAt(context, undefined);
		const archivedBefore = age === undefined ? undefined : context.now() - ttlOf(age);
		// It ends satisfactions (D36).
		if (!dryRun) onlyTheUser(caller, 'req prune', 'req prune --dry-run');
		const place = placeAt(caller.cwd, context);
		if (place.link !== undefined) throw obstacleFault(linkObstacle(place.link));
		const world = { place, context, live: liveSessions(context), archivedBefore };
		const found = findLeftovers(world);
		// If nothing was ever stored, no folder is made for the lock.
		const failed = dryRun || found.length === 0 ? [] : await removeAll(world, found);
		const removed = found.filter(({ path }) => failed.every((one) => one.path !== path));
		const warnings = failed.map(({ path, why }) => `${path} stays: ${why}`);
		return {
			text: pruneText(removed, dryRun ? 'would go' : 'removed'),
			json: () => ({
				dry_run: dryRun,
				removed: removed.map(({ row: { kind }, path, bytes, of = null }) => {
					return { kind, path, bytes, of };
				}),
				failed,
				warnings,
			}),
			warnings,
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

/**
 * Removes what nobody needs, and returns what stays and why. It searches again under the lock of all branch states: no
 * session satisfies a requirement on a branch that came back until the removal is over.
 */
async function removeAll(
	world: PruneWorld,
	found: readonly Leftover[],
): Promise<readonly { readonly path: string; readonly why: string }[]> {
	const remove = () =>
		findLeftovers(world).flatMap((leftover) => {
			const why = removeLeftover(leftover);
			return why === undefined ? [] : [{ path: leftover.path, why }];
		});
	const failed = await underLock(branchStatesLock(world.place), remove, world.context);
	if (!('kind' in failed)) return failed;
	return found.map(({ path }) => ({ path, why: failed.obstacle.what }));
}

/** What was removed or would be, with sizes. */
function pruneText(things: readonly Leftover[], verb: 'would go' | 'removed'): string {
	if (things.length === 0) return 'nothing to prune';
	const kilobytes = (size: number) => `${(size / 1_000).toFixed(1)} kB`;
	const rows = things.map(({ row, bytes, of, path }) => {
		return [row.what, kilobytes(bytes), oneLine(of ?? path)];
	});
	const bytes = things.reduce((sum, one) => sum + one.bytes, 0);
	const head = `${verb}: ${counted(things.length, 'thing')}, ${kilobytes(bytes)}`;
	return [head, ...columns(rows).map((line) => `  ${line}`)].join('\n');
}
