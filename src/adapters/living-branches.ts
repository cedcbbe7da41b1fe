import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseBranchRef } from '../core/place/branch-name.ts';
import type { BranchName, Place } from '../core/place/place.ts';
import { askBranches, askHead, type GitEnv, withoutGit } from './ask-git.ts';
import { branchOf } from './git-head.ts';
import { earlierNames, isBranch } from './git-reflog.ts';

/**
 * Every branch of a repository that exists or is checked out in one of its working trees, born or not,
 * and every branch being rebased there. `undefined` where git cannot say.
 */
export function livingBranches(place: Place, env: GitEnv): ReadonlySet<BranchName> | undefined {
	const commonDir = dirname(place.stateDir);
	const refs = askBranches(commonDir, env);
	if (refs === undefined) return undefined;
	const heads = gitDirsOf(commonDir).map((gitDir) =>
		branchOf({ root: gitDir, gitDir, commonDir }, () => askHead(gitDir, withoutGit(env))),
	);
	return new Set([...refs.flatMap((ref) => parseBranchRef(ref) ?? []), ...heads]);
}

/** Whether git's files name a branch that git itself passed over, because its reference is damaged. */
export function isNamedInFiles(place: Place, branch: BranchName): boolean {
	return isBranch(dirname(place.stateDir), branch);
}

/**
 * Earlier names of living branches that have no state of their own yet: they will take along what is
 * stored under these names (D4).
 */
export function awaitedNames(
	place: Place,
	living: ReadonlySet<BranchName>,
	stored: ReadonlySet<BranchName>,
): ReadonlySet<BranchName> {
	const commonDir = dirname(place.stateDir);
	const without = [...living].filter((branch) => !branch.startsWith('@') && !stored.has(branch));
	return new Set(without.flatMap((branch) => earlierNames(commonDir, branch)));
}

/** The repository itself, and what each linked working tree has of its own, also one that was deleted. */
function gitDirsOf(commonDir: string): string[] {
	const worktrees = join(commonDir, 'worktrees');
	if (lstatSync(worktrees, { throwIfNoEntry: false })?.isDirectory() !== true) return [commonDir];
	return [commonDir, ...readdirSync(worktrees).map((name) => join(worktrees, name))];
}
