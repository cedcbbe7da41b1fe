import type { BranchName } from '../../git/place.ts';
import type { BranchState } from '../../state/branch-state.ts';
import type { RegistryEntry } from '../../state/registry-kind.ts';

/** Who may still need a branch's state. */
interface BranchFacts {
	/** Branches that exist or are checked out somewhere, born or not. */
	readonly living: ReadonlySet<BranchName>;
	/** Earlier names of living branches that have not taken their state along yet (D4). */
	readonly awaited: ReadonlySet<BranchName>;
	/** Live sessions of this repository. */
	readonly live: readonly RegistryEntry[];
}

/** `no_branch`: git cannot say that it is gone. */
export type WhyKept = 'living' | 'no_branch' | 'awaited' | 'live_session';

/** Why a branch's state is kept; `undefined`: its branch is gone and nobody needs it. */
export function whyKept(state: BranchState, facts: BranchFacts): WhyKept | undefined {
	const branch = state.branch as BranchName;
	if (facts.living.has(branch)) return 'living';
	// Detached worktrees and directories outside git.
	if (branch.startsWith('@')) return 'no_branch';
	if (facts.awaited.has(branch)) return 'awaited';
	return isInUse(state, facts.live) ? 'live_session' : undefined;
}

/** A live session stands there, or has left something there. */
function isInUse(state: BranchState, live: readonly RegistryEntry[]): boolean {
	const ids = new Set(live.map(({ uuid }) => uuid));
	const owners = Object.values(state.requirements).flatMap(({ uuid, sessions }) => [
		uuid,
		...Object.values(sessions).map((entry) => entry.uuid),
	]);
	return (
		live.some(({ branch }) => branch === state.branch) ||
		owners.some((uuid) => uuid !== undefined && ids.has(uuid))
	);
}
