import { termsOf } from '../topics/terms-of.ts';

/**
 * The terms of what is going on now (D20).
 *
 * @param texts the branch, titles of open tasks, changed paths
 */
export function currentTerms(texts: readonly string[]): ReadonlySet<string> {
	return new Set(texts.flatMap((text) => Object.keys(termsOf(text))));
}
