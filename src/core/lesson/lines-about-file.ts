import { partsOf } from './identifiers.ts';

/** A path may have two thousand folders, and each is looked for by itself: these are the nearest. */
const MOST_FOLDERS = 8;

/**
 * Where the lines of the cache begin that may be about a file, the surest first: those that have its path, its name, a
 * folder it lies in; the newest first of each.
 *
 * @param cache text of the cache of lessons
 * @param path relative to the project's root, with `/`
 */
export function linesAboutFile(cache: string, path: string): readonly number[] {
	const starts = [
		...linesThatHold(cache, JSON.stringify(path)).reverse(),
		...namesOf(path).flatMap((name) => linesWithTerm(cache, name).reverse()),
		...calledAfter(path).flatMap((start) => linesThatHold(cache, start).reverse()),
	];
	return [...new Set(starts)];
}

/** The terms by which a text may name a file: as a whole, by its last part, by a folder. */
function namesOf(path: string): readonly string[] {
	const parts = path.toLowerCase().split('/');
	const base = parts.at(-1) ?? '';
	return [parts.join('/'), ...(isFileName(base) ? [base] : []), ...foldersOf(parts)];
}

/**
 * How the terms of a text begin that names the identifier which a file is called after: `routeoptimizer` for
 * `RouteOptimizer.ts` and `route-optimizer.ts`, and `route_optimizer` for the latter. A name of one part is a word.
 */
export function calledAfter(path: string): readonly string[] {
	const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
	if (partsOf(stem).length < 2) return [];
	const words = stem
		.toLowerCase()
		.split(/[-_.]+/)
		.filter((word) => word !== '');
	return [...new Set([words.join(''), words.join('_')])];
}

/** `src/auth` of `src/auth/login.ts`, the nearest folder first. One word alone, `src`, may mean anything. */
export function foldersOf(parts: readonly string[]): readonly string[] {
	const least = Math.max(2, parts.length - MOST_FOLDERS);
	const lengths = Array.from({ length: parts.length - least }, (_, index) => least + index);
	return lengths.reverse().map((length) => parts.slice(0, length).join('/'));
}

/** `login.ts`; `Makefile` and `README` are also words. */
export function isFileName(base: string): boolean {
	return /[^.]\.[^.]/.test(base);
}

/** The same of those that have a name among their terms. To look for one name is quicker than to split all lines. */
function linesWithTerm(cache: string, name: string): number[] {
	const isTerm = (at: number) => isTermEnd(cache[at - 1]) && isTermEnd(cache[at + name.length]);
	return linesAt(cache, name, isTerm);
}

/** What stands around each term of a line: `"cookie src/login.ts login.ts"`. */
function isTermEnd(sign: string | undefined): boolean {
	return sign === ' ' || sign === '"';
}

/** Where the lines of the cache begin that hold a text, each once. */
export function linesThatHold(cache: string, text: string): number[] {
	return linesAt(cache, text, () => true);
}

function linesAt(cache: string, text: string, isIt: (at: number) => boolean): number[] {
	const starts: number[] = [];
	for (let at = cache.indexOf(text); at >= 0; ) {
		const isFound = isIt(at);
		if (isFound) starts.push(cache.lastIndexOf('\n', at) + 1);
		const end = isFound ? cache.indexOf('\n', at) : at + 1;
		if (end < 0) break;
		at = cache.indexOf(text, end);
	}
	return starts;
}
