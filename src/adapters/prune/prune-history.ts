import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isReserved, stateFileNames } from '../../core/branch-state/file-name.ts';
import type { BranchName } from '../../core/place/place.ts';
import { isPast } from '../../core/prune/retention.ts';
import { readHistory } from '../branch-state-history.ts';
import { livingBranches } from '../living-branches.ts';
import { withLock } from '../lock.ts';
import { type Entry, listed, NOTHING, type PruneWorld } from './prune-world.ts';

/** Names of the states of working trees without a branch: git does not know those. */
const NO_BRANCH = /^_(detached|no-git)/;

/** Histories of branches that are gone, 30 days after their last line (D14); that of the tasks is no branch's. */
export function pastHistories(world: PruneWorld, base: string): PruneSearch {
	const { place, env, now } = world;
	const living = place.git ? livingBranches(place, env) : undefined;
	if (living === undefined) return NOTHING;
	const { entries, kept } = listed(join(place.stateDir, 'history'), base);
	const inUse = fileNames(living, world);
	const isGone = ({ name, path, stats }: Entry) => {
		const file = basename(name, '.jsonl');
		if (!stats.isFile() || file === name) return false;
		if (isReserved(file) || NO_BRANCH.test(file) || inUse.has(file)) return false;
		return !existsSync(stateOf(file, world)) && isPast(lastLine(path) ?? stats.mtimeMs, now);
	};
	const leftovers = entries
		.filter(isGone)
		.map((entry) => leftover(entry, { world, isGone: () => isGone(entry) }));
	return { leftovers, kept };
}

function leftover(
	{ name, path, stats }: Entry,
	{ world, isGone }: { readonly world: PruneWorld; readonly isGone: () => boolean },
): Leftover {
	const state = stateOf(basename(name, '.jsonl'), world);
	const remove = async () => {
		const locked = await withLock({ ...world, path: state, onBroken: () => undefined }, () => {
			if (!isGone()) return 'somebody uses it again';
			rmSync(path);
			return undefined;
		});
		return locked.kind === 'held' ? locked.value : 'somebody holds its lock';
	};
	return { kind: 'history', path, bytes: stats.size, of: undefined, remove };
}

/** Under which names the states and histories of these branches may be filed. */
function fileNames(living: ReadonlySet<BranchName>, { sha256 }: PruneWorld): Set<string> {
	return new Set(
		[...living].flatMap((branch) =>
			Object.values(stateFileNames(branch, sha256(branch).slice(0, 8))),
		),
	);
}

function stateOf(name: string, { place }: PruneWorld): string {
	return join(place.stateDir, `${name}.json`);
}

function lastLine(path: string): number | undefined {
	const times = readHistory(path)
		.map((line) => Date.parse(String((line as { at?: unknown }).at)))
		.filter((at) => !Number.isNaN(at));
	return times.length === 0 ? undefined : Math.max(...times);
}
