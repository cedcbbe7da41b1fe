import { flat } from '../text/one-line.ts';

const MAX_LENGTH = 64;
/** Visible letters with single blanks between: nothing to look through for what is invisible. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const FORBIDDEN = /[,/\\]|\.\./;
/** What would be taken for a session's key or id. */
const LIKE_AN_ID = /^(?:[0-9a-f]{8}|[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f-]{36})$/i;

/** A name as it is kept, or why it is none. */
type NameRead =
	| { readonly kind: 'name'; readonly name: string }
	| { readonly kind: 'refused'; readonly why: string };

/**
 * Reads a session's name (D15): at most 64 characters, without comma, slash, backslash, `..`, anything
 * invisible or a leading `-`, and nothing that looks like an id.
 */
export function parseSessionName(raw: string): NameRead {
	const name = raw.trim();
	const why = whyNot(name);
	return why === undefined ? { kind: 'name', name } : { kind: 'refused', why };
}

/** Whether a stored text is a name as `parseSessionName` keeps it: whoever wrote the file may be a stranger (D15). */
export function isSessionName(text: string): boolean {
	return text === text.trim() && whyNot(text) === undefined;
}

/** Whether two names would be taken for one. */
export function isSameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

function whyNot(name: string): string | undefined {
	if (name === '') return 'it is empty';
	if (name.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
	if (name.startsWith('-')) return 'it begins with "-"';
	if (FORBIDDEN.test(name)) return 'it has a comma, a slash, a backslash or ".." in it';
	if (!PLAIN.test(name) && flat(name) !== name) return 'it has something invisible in it';
	return LIKE_AN_ID.test(name) ? 'it looks like the id of a session' : undefined;
}
