import { type TermCounts, termsOf } from './terms-of.ts';

/** What is given a value, and what is as long as a key and not of small letters alone. */
const SECRETIVE = /\S*[=:]\S*|(?=[a-z_-]*[A-Z\d+~])[^\s/."',[\]{}]{16,}/g;

/**
 * The terms of a name that nobody looked through for secrets, such as a branch's (D30): what could be one makes none.
 * The rules themselves are not asked: a session start would load them for this alone.
 */
export function termsOfName(name: string): TermCounts {
	return termsOf(name.replace(SECRETIVE, ' '));
}
