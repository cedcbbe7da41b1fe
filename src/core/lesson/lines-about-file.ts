/**
 * Where the lines of the cache begin that may be about a file: by their terms, or by the files that were worked on then.
 * An edit that nothing was learned about loads no more than this.
 *
 * @param cache text of the cache of lessons
 * @param path relative to the project's root, with `/`
 */
export function linesAboutFile(cache: string, path: string): number[] {
	const written = [JSON.stringify(path), ...[...namesOf(path)].flatMap(asTerm)];
	return [...new Set(written.flatMap((text) => linesThatHold(cache, text)))];
}

/** The terms by which a text may name a file: as a whole, by its last part, by a folder. */
function namesOf(path: string): ReadonlySet<string> {
	const parts = path.toLowerCase().split('/');
	const base = parts.at(-1) ?? '';
	return new Set([...foldersOf(parts), parts.join('/'), ...(isFileName(base) ? [base] : [])]);
}

/** `src/auth` of `src/auth/login.ts`. One word alone, `src`, may mean anything. */
export function foldersOf(parts: readonly string[]): string[] {
	return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
}

/** `login.ts`; `Makefile` and `README` are also words. */
export function isFileName(base: string): boolean {
	return /[^.]\.[^.]/.test(base);
}

/** How a term stands among the others of a line. To look for these few is quicker than to split all lines. */
function asTerm(name: string): string[] {
	return [` ${name} `, ` ${name}"`, `"${name} `, `"${name}"`];
}

function linesThatHold(cache: string, text: string): number[] {
	const starts: number[] = [];
	let at = cache.indexOf(text);
	while (at >= 0) {
		starts.push(cache.lastIndexOf('\n', at) + 1);
		const end = cache.indexOf('\n', at);
		if (end < 0) break;
		at = cache.indexOf(text, end);
	}
	return starts;
}
