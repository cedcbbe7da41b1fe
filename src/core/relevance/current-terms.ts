import { termsOfName } from '../topics/terms-of-name.ts';

/**
 * The terms of what is going on now (D20), without those of a secret in a name (D30).
 *
 * @param texts the branch, titles of open tasks
 */
export function currentTerms(texts: readonly string[]): ReadonlySet<string> {
	return new Set(texts.flatMap((text) => Object.keys(termsOfName(text))));
}
