import type { Config, Requirement, Trigger } from '../config/config.ts';

/** Whether a requirement of the config may ask what a call changed: only then is anything of a call looked at. */
export function asksForLooks({ observe, requirements }: Config): boolean {
	return (
		observe !== false &&
		requirements.some((one) => asksAboutFiles(one) || holdsCommits(one) || protects(one))
	);
}

/** Whether a requirement holds what makes a commit. */
export function holdsCommits({ blocks, enforce }: Requirement): boolean {
	return enforce === 'deny' && blocks.some((one) => one.on === 'command' && isCommit(one.command));
}

/** Whether a requirement holds what moves branches of some names, whichever is checked out. */
export function protects({ branches, enforce }: Requirement): boolean {
	return enforce === 'deny' && branches.length > 0;
}

/** Whether edits of files match a trigger. */
export function isEdit({ on }: Trigger): boolean {
	return on === 'edit';
}

function asksAboutFiles({ blocks, triggers, staleAfter, enforce }: Requirement): boolean {
	return staleAfter.some(isEdit) || (enforce !== 'warn' && [...blocks, ...triggers].some(isEdit));
}

function isCommit(command: string): boolean {
	return /^\s*git(?:\s+commit\b|\s*$)/.test(command);
}
