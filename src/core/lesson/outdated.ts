import { named } from '../text/one-line.ts';

/** What the repository says of the files that lessons name. */
export interface CodeFacts {
	/** Whether there is a file at a path from the root. */
	readonly exists: (path: string) => boolean;
}

/** The files that a lesson names and that are gone: it may be outdated. */
export function goneOf(
	{ files }: { readonly files: readonly string[] },
	{ exists }: CodeFacts,
): string[] {
	return files.filter((path) => !exists(path));
}

/** `may be outdated: src/login.ts is gone`; empty where nothing is. */
export function outdatedText(gone: readonly string[]): string {
	if (gone.length === 0) return '';
	const some = gone.slice(0, MOST_NAMED).map(named).join(', ');
	return `may be outdated: ${some} ${gone.length === 1 ? 'is' : 'are'} gone`;
}

const MOST_NAMED = 2;
