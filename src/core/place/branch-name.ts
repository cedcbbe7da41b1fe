import type { BranchName } from './place.ts';

const PREFIX = 'refs/heads/';
/** Room for the name in a path: Linux allows 4096 bytes, of which a character may take three. */
const MAX_LENGTH = 1_000;
/** What `git check-ref-format` refuses anywhere in a name. */
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|[/.]$/;
const FORBIDDEN_PART = /(^|\/)\.|\.lock(\/|$)/;

/**
 * Reads a branch name by git's own rules for references, so that a name from a file or an argument
 * can stand in a path below `refs/heads`. `undefined` for everything git would not accept (D4).
 */
export function parseBranchName(raw: string): BranchName | undefined {
	if (raw === '' || raw.length > MAX_LENGTH || raw.startsWith('-')) return undefined;
	if (FORBIDDEN.test(raw) || FORBIDDEN_PART.test(raw)) return undefined;
	return raw as BranchName;
}

/** Reads a full reference, `refs/heads/topic`; `undefined` for other kinds of reference. */
export function parseBranchRef(ref: string): BranchName | undefined {
	return ref.startsWith(PREFIX) ? parseBranchName(ref.slice(PREFIX.length)) : undefined;
}
