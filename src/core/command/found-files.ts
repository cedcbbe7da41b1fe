import { UNKNOWN } from './call.ts';
import { take } from './steps.ts';

/** Spellings of more files than this stand for all below their roots. */
const maxFiles = 64;

interface Filter {
	readonly pattern: string;
	/** A name somewhere below a root, not a path. */
	readonly below: boolean;
}

/**
 * Spellings of what `find` finds: what `-name` and `-path` let through below the roots, all without them.
 *
 * @param words spellings of its arguments
 */
export function foundFiles(words: readonly string[]): readonly string[] {
	const start = words.findIndex((word) => !/^-[HLPO]/.test(word));
	const end = words.findIndex((word, at) => at >= start && /^(?:[-(!]|\\?$)/.test(word));
	const roots = words.slice(Math.max(start, 0), end < 0 ? words.length : end);
	const from = roots.length > 0 ? roots : ['.'];
	const filters = words.flatMap((_, at) => filterAt(words, at) ?? []);
	const all = () => from.map((root) => `${root}/${UNKNOWN}*`);
	const isTooMany = from.length * Math.max(filters.length, 2) > maxFiles;
	if (isTooMany || !take(words.length)) return all();
	return from.flatMap((root) =>
		filters.length === 0
			? [root, `${root}/${UNKNOWN}*`]
			: filters.map((filter) => spellingBelow(root, filter)),
	);
}

/** A path is compared as `find` prints it: from its root on. */
function spellingBelow(root: string, { below, pattern }: Filter): string {
	if (below) return `${root}/${UNKNOWN}/${pattern}`;
	return pattern.startsWith(UNKNOWN) ? `${root}/${pattern}` : pattern;
}

/** The filter whose option stands there, unless it leaves out what it fits. */
function filterAt(words: readonly string[], at: number): Filter | undefined {
	const kind = /^-i?(name|path|wholename)$/.exec(words[at] ?? '')?.[1];
	const negated = words[at - 1] === '!' || words[at - 1] === '-not';
	if (kind === undefined || negated || words[at + 2] === '-prune') return undefined;
	const pattern = (words[at + 1] ?? '').replaceAll(/\\([*?[\]])/g, '$1');
	return kind === 'name'
		? { pattern, below: true }
		: { pattern: pattern.replaceAll('*', UNKNOWN), below: false };
}
