import { holdsSecret } from '../secrets/redact.ts';
import { flat } from '../text/one-line.ts';

const MAX_LENGTH = 64;
const FORBIDDEN = /[,/\\]|\.\./;
/** What would be taken for a session's key or id. */
const LIKE_AN_ID = /^(?:[0-9a-f]{8}|[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f-]{36})$/i;

/**
 * Why a text is no name of a session (D15), as half a sentence; `undefined`: it is one. At most 64 characters, without
 * comma, slash, backslash, `..`, anything invisible or a leading `-`, no secret, and nothing that looks like an id.
 *
 * @param name without blanks around it
 */
export function whyNoName(name: string): string | undefined {
	if (name === '') return 'it is empty';
	if (name.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
	if (name.startsWith('-')) return 'it begins with "-"';
	if (FORBIDDEN.test(name)) return 'it has a comma, a slash, a backslash or ".." in it';
	if (flat(name) !== name) return 'it has something invisible in it';
	if (LIKE_AN_ID.test(name)) return 'it looks like the id of a session';
	// Names are shown and kept everywhere.
	return holdsSecret(name) ? 'it holds a secret' : undefined;
}

/** Whether a stored text is a name: a stranger may have written the file (D15). */
export function isSessionName(text: string): boolean {
	return text === text.trim() && whyNoName(text) === undefined;
}

/** Whether two names would be taken for one. */
export function isSameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
