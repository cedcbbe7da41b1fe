import { join } from 'node:path';
import type { Kept, Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isReserved } from '../../core/branch-state/file-name.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import { parseBranchName } from '../../core/place/branch-name.ts';
import { type BranchName, onBranch } from '../../core/place/place.ts';
import { type BranchFacts, type WhyKept, whyKept } from '../../core/prune/gone-branch.ts';
import { branchTarget } from '../branch-state-target.ts';
import { awaitedNames, isNamedInFiles, livingBranches } from '../living-branches.ts';
import { readDocument } from '../read-document.ts';
import { sealedStateKind } from '../seal.ts';
import { removeBranchState } from './prune-branch-state.ts';
import { type Entry, listed, NOTHING, type PruneWorld } from './prune-world.ts';

const STATE = /^[^.].*\.json$/;

interface StoredState extends Entry {
	readonly state: BranchState;
}

/** States of branches that exist no more and that nobody needs (behaviour 30, D4). */
export function goneBranchStates(world: PruneWorld, base: string): PruneSearch {
	if (!world.place.git) return NOTHING;
	const { entries, kept } = listed(world.place.stateDir, base);
	const read = entries
		.filter(({ name }) => STATE.test(name) && !isReserved(name.slice(0, -'.json'.length)))
		.map((entry) => readEntry(entry, world));
	const states = read.flatMap((one) => ('state' in one ? [one] : []));
	const unread = read.flatMap((one) => ('why' in one ? [one] : []));
	const facts = branchFacts(world, states);
	if (facts === undefined) return { leftovers: [], kept: [...kept, ...unread, cannotSay(world)] };
	const judged = states.map((one) => ({ ...one, why: whyGone(one, facts, world) }));
	return {
		leftovers: judged.filter(({ why }) => why === undefined).map((one) => leftover(one, world)),
		kept: [...kept, ...unread, ...judged.flatMap(keptBecause)],
	};
}

/** What a prune goes by; asked anew under the lock of a state, because branches come back. */
function branchFacts(
	{ place, env, live }: PruneWorld,
	states: readonly StoredState[],
): BranchFacts | undefined {
	const living = livingBranches(place, env);
	if (living === undefined) return undefined;
	const stored = new Set(states.map(({ state }) => state.branch as BranchName));
	const commonDir = join(place.stateDir, '..');
	return {
		living,
		awaited: awaitedNames(place, living, stored),
		live: live.filter(({ common_dir }) => common_dir === commonDir),
	};
}

function whyGone({ state }: StoredState, facts: BranchFacts, { place }: PruneWorld) {
	const branch = parseBranchName(state.branch);
	// A name git would not accept belongs to nobody, but neither did we write it.
	if (branch === undefined) return 'no_branch';
	return isNamedInFiles(place, branch) ? 'living' : whyKept(state, facts);
}

function readEntry(entry: Entry, world: PruneWorld): StoredState | Kept {
	const { path, stats } = entry;
	if (!stats.isFile()) return { path, why: 'it is no regular file' };
	const loaded = readDocument(path, sealedStateKind(world.place, world));
	if (loaded.kind === 'present') return { ...entry, state: loaded.doc };
	return { path, why: loaded.kind === 'newer' ? 'a newer req wrote it' : 'it cannot be read' };
}

function leftover(stored: StoredState, world: PruneWorld): Leftover {
	const { path, state, stats } = stored;
	const target = branchTarget(path, onBranch(world.place, state.branch as BranchName), world);
	const isGone = () => {
		const facts = branchFacts(world, [stored]);
		return facts !== undefined && whyGone(stored, facts, world) === undefined;
	};
	const remove = () => removeBranchState(target, isGone);
	return { kind: 'branch_state', path, bytes: stats.size, of: state.branch, remove };
}

const WHY: Readonly<Record<WhyKept, string | undefined>> = {
	living: undefined,
	no_branch: undefined,
	awaited: 'its branch was renamed and takes it along',
	live_session: 'its branch is gone, but a live session worked on it',
};

/** What is simply in use is not worth a word. */
function keptBecause({ path, why }: { path: string; why: WhyKept | undefined }): Kept[] {
	const text = why === undefined ? undefined : WHY[why];
	return text === undefined ? [] : [{ path, why: text }];
}

function cannotSay({ place }: PruneWorld): Kept {
	return { path: place.stateDir, why: 'git cannot say which branches there are' };
}
