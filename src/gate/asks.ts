import type { Config, Requirement } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import { factOf } from './requirement-types.ts';
import type { Status } from './status.ts';
import type { Trigger } from './triggers.ts';

/** What a status asks of the call that comes: `files`, to be looked at before and after it; `refs`, which cost less. */
export function asked(status: Status): 'files' | 'refs' | undefined {
	const { requirement, satisfied, reason } = status;
	const { blocks, triggers, staleAfter, enforce, scope } = requirement;
	const refs = protects(requirement) || usesUpCommit(requirement) ? 'refs' : undefined;
	if (satisfied) {
		const isUsedUp = scope === 'single_use' && blocks.some(isEdit);
		return reason === 'satisfied' && (isUsedUp || staleAfter.some(isEdit)) ? 'files' : refs;
	}
	if (enforce === 'warn') return undefined;
	if ([...blocks, ...triggers].some(isEdit)) return 'files';
	return holdsCommits(requirement) ? 'refs' : undefined;
}

/** Whether one commit uses a requirement up. */
export function usesUpCommit(requirement: Requirement): boolean {
	return requirement.scope === 'single_use' && holdsCommits(requirement);
}

/** Whether edits of a file wait for a requirement. */
export function holdsEdit({ blocks, enforce }: Requirement, path: string): boolean {
	return enforce === 'deny' && blocks.some((one) => isEditOf(one, path));
}

/** Whether any requirement asks about edits of a file. */
export function isWatched(requirements: readonly Requirement[], path: string): boolean {
	return requirements.some(({ blocks, triggers, staleAfter }) =>
		[...blocks, ...triggers, ...staleAfter].some((one) => isEditOf(one, path)),
	);
}

/** The files and folders in which all lies that any requirement asks about; none: anywhere. */
export function watchedBelow(requirements: readonly Requirement[]): readonly string[] {
	const globs = requirements.flatMap(({ blocks, triggers, staleAfter }) =>
		[...blocks, ...triggers, ...staleAfter].flatMap((one) =>
			one.on === 'edit' ? [one.pattern] : [],
		),
	);
	const below = new Set(globs.map(literalStart));
	return below.has('') ? [] : [...below];
}

/** The segments of a glob before the first that stands for more than itself: `src/app` of `src/app/*.ts`. */
function literalStart(glob: string): string {
	const segments = glob.replace(/^\.\//, '').split('/');
	const open = segments.findIndex((one) => one === '' || /[*?[{\\!(]|^\.{1,2}$/.test(one));
	return segments.slice(0, open < 0 ? undefined : open).join('/');
}

function isEditOf(trigger: Trigger, path: string): boolean {
	return trigger.on === 'edit' && (trigger.pattern === '' || matchesGlob(trigger.pattern, path));
}

/** Whether a requirement of the config may ask what a call changed: only then is anything of a call looked at. */
export function asksForLooks({ observe, requirements }: Config): boolean {
	return (
		observe !== false &&
		requirements.some((one) => asksAboutFiles(one) || holdsCommits(one) || protects(one))
	);
}

/** Whether a requirement holds what makes a commit. */
export function holdsCommits({ blocks, enforce }: Requirement): boolean {
	return enforce === 'deny' && blocks.some((one) => one.on === 'command' && isCommit(one.pattern));
}

/** Whether a requirement holds what moves branches of some names, whichever is checked out. */
export function protects(requirement: Requirement): boolean {
	return requirement.enforce === 'deny' && factOf(requirement)?.protectsBranches === true;
}

/** Whether edits of files match a trigger. */
function isEdit({ on }: Trigger): boolean {
	return on === 'edit';
}

function asksAboutFiles({ blocks, triggers, staleAfter, enforce }: Requirement): boolean {
	return staleAfter.some(isEdit) || (enforce !== 'warn' && [...blocks, ...triggers].some(isEdit));
}

function isCommit(command: string): boolean {
	return /^\s*git(?:\s+commit\b|\s*$)/.test(command);
}
