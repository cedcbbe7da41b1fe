import { named } from '../text/one-line.ts';
import { DETACHED, NO_GIT } from './place.ts';

/** A place's branch in a sentence: `branch main`, or what is there instead of one. */
export function branchText(branch: string): string {
	const label = branchLabel(branch);
	if (branch === NO_GIT) return `a folder ${label}`;
	return isDetached(branch) ? `a ${label}` : `branch ${label}`;
}

/** Where something is: `on branch main`, `on a detached HEAD`, `outside git`. */
export function onBranchText(branch: string): string {
	return branch === NO_GIT ? branchLabel(branch) : `on ${branchText(branch)}`;
}

/** The same where a column or the words before it say that it is a branch; a linked worktree's HEAD with its name. */
export function branchLabel(branch: string): string {
	if (branch === NO_GIT) return 'outside git';
	if (!isDetached(branch)) return named(branch);
	const worktree = branch.slice(DETACHED.length + 1);
	return worktree === '' ? 'detached HEAD' : `detached HEAD (worktree ${named(worktree)})`;
}

function isDetached(branch: string): boolean {
	return branch === DETACHED || branch.startsWith(`${DETACHED}-`);
}
