import type { Config, Requirement } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import { factOf } from './requirement-types.ts';
import type { Status } from './status.ts';
import type { Trigger } from './triggers.ts';

/** Whether changed files, or commits and moved branches, matter to a requirement as it is now. */
export function concernsOf({ requirement, satisfied, reason }: Status) {
	const { blocks, triggers, staleAfter, enforce, scope } = requirement;
	const isGuard = protectsBranches(requirement);
	if (!satisfied) {
		const files = enforce !== 'warn' && [...blocks, ...triggers].some(isEdit);
		return { files, commits: isGuard || blocksCommits(requirement) };
	}
	const isConsumed = scope === 'single_use' && blocks.some(isEdit);
	const files = reason === 'satisfied' && (isConsumed || staleAfter.some(isEdit));
	return { files, commits: isGuard || isConsumedByCommit(requirement) };
}

/** Whether what a call changes may ever matter to a requirement of the config. */
export function mayDetect({ observe, requirements }: Config): boolean {
	const isAsked = (one: Requirement) =>
		one.staleAfter.some(isEdit) ||
		(one.enforce !== 'warn' && [...one.blocks, ...one.triggers].some(isEdit)) ||
		blocksCommits(one) ||
		protectsBranches(one);
	return observe !== false && requirements.some(isAsked);
}

/** Whether a commit consumes the satisfaction of a requirement. */
export function isConsumedByCommit(requirement: Requirement): boolean {
	return requirement.scope === 'single_use' && blocksCommits(requirement);
}

/** Whether a requirement blocks commits. */
export function blocksCommits({ blocks, enforce }: Requirement): boolean {
	const isCommit = ({ on, pattern }: Trigger) =>
		on === 'command' && /^\s*git(?:\s+commit\b|\s*$)/.test(pattern);
	return enforce === 'deny' && blocks.some(isCommit);
}

/** Whether a requirement blocks edits of a file. */
export function blocksEdit({ blocks, enforce }: Requirement, path: string): boolean {
	return enforce === 'deny' && blocks.some((one) => isEditOf(one, path));
}

/** Whether a requirement blocks what moves branches of some names, whichever is checked out. */
export function protectsBranches(requirement: Requirement): boolean {
	return requirement.enforce === 'deny' && factOf(requirement)?.protectsBranches === true;
}

/** Whether edits of a file matter to any requirement. */
export function isWatched(requirements: readonly Requirement[], path: string): boolean {
	return requirements.some(({ blocks, triggers, staleAfter }) =>
		[...blocks, ...triggers, ...staleAfter].some((one) => isEditOf(one, path)),
	);
}

/** The files and folders that contain all whose edits matter; none: anywhere. */
export function watchedBelow(requirements: readonly Requirement[]): readonly string[] {
	const globs = requirements.flatMap(({ blocks, triggers, staleAfter }) =>
		[...blocks, ...triggers, ...staleAfter].filter(isEdit).map(({ pattern }) => pattern),
	);
	const below = new Set(globs.map(literalStart));
	return below.has('') ? [] : [...below];
}

/** The segments of a glob before its first wildcard: `src/app` of `src/app/*.ts`. */
function literalStart(glob: string): string {
	const segments = glob.replace(/^\.\//, '').split('/');
	const open = segments.findIndex((one) => one === '' || /[*?[{\\!(]|^\.{1,2}$/.test(one));
	return segments.slice(0, open < 0 ? undefined : open).join('/');
}

function isEdit({ on }: Trigger): boolean {
	return on === 'edit';
}

function isEditOf(trigger: Trigger, path: string): boolean {
	return isEdit(trigger) && (trigger.pattern === '' || matchesGlob(trigger.pattern, path));
}
