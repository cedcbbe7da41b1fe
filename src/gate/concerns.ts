import type { Requirement } from '../config/config.ts';
import { matchesGlob } from '../text/glob.ts';
import type { Status } from './status.ts';
import { isCommit, type Trigger } from './triggers.ts';

/** Whether changed files, or commits, matter to a requirement as it is now. */
export function needsDetection({ requirement, satisfied, reason }: Status) {
	const { blocks, triggers, staleAfter, enforce, scope } = requirement;
	const isEdit = ({ on }: Trigger) => on === 'edit';
	if (!satisfied) {
		const files = enforce !== 'warn' && [...blocks, ...triggers].some(isEdit);
		return { files, commits: blocksCommits(requirement) };
	}
	const isConsumed = scope === 'single_use' && blocks.some(isEdit);
	const files = reason === 'satisfied' && (isConsumed || staleAfter.some(isEdit));
	// A guard may apply to the branch that the call switches to.
	const mayApply = reason === 'does_not_apply' && blocksCommits(requirement);
	return { files, commits: mayApply || isConsumedByCommit(requirement) };
}

/** Whether edits of a file matter to a requirement. */
export function isWatched(requirement: Requirement, path: string): boolean {
	return editsOf(requirement).some((one) => isEditOf(one, path));
}

function editsOf({ blocks, triggers, staleAfter }: Requirement): Trigger[] {
	return [...blocks, ...triggers, ...staleAfter].filter(({ on }) => on === 'edit');
}

/**
 * The files and folders that contain all whose edits matter; none: anywhere. Git looks at one folder of a repository with
 * 50,000 files in 60 ms, at all in 200.
 */
export function watchedBelow(requirements: readonly Requirement[]): readonly string[] {
	const below = requirements.flatMap(editsOf).map(({ pattern }) => {
		const segments = pattern.replace(/^\.\//, '').split('/');
		// Up to the first wildcard: `src/app` of `src/app/*.ts`.
		const open = segments.findIndex((one) => one === '' || /[*?[{\\!(]|^\.{1,2}$/.test(one));
		return segments.slice(0, open < 0 ? undefined : open).join('/');
	});
	return below.includes('') ? [] : [...new Set(below)];
}

/** Whether a requirement blocks edits of a file. */
export function blocksEdit({ blocks, enforce }: Requirement, path: string): boolean {
	return enforce === 'deny' && blocks.some((one) => isEditOf(one, path));
}

/** Whether an edit of a file matches a trigger. */
export function isEditOf({ on, pattern }: Trigger, path: string): boolean {
	return on === 'edit' && (pattern === '' || matchesGlob(pattern, path));
}

/** Whether a requirement blocks commits. */
export function blocksCommits({ blocks, enforce }: Requirement): boolean {
	return enforce === 'deny' && blocks.some(isCommit);
}

/** Whether a commit consumes the satisfaction of a requirement. */
export function isConsumedByCommit(requirement: Requirement): boolean {
	return requirement.scope === 'single_use' && blocksCommits(requirement);
}
