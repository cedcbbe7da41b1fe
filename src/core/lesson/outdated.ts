import { named } from '../text/one-line.ts';
import { identifiersIn, isOnlyCode, pathsIn } from './identifiers.ts';
import type { Lesson } from './lesson.ts';

/** What the repository says of what lessons name. */
export interface CodeFacts {
	/** Whether there is a file at a path from the root. */
	readonly exists: (path: string) => boolean;
	/** Whether an identifier or a file, by its path, stood in the repository once and is in it no more. */
	readonly isGone: (name: string) => boolean;
}

/** The files and identifiers that a lesson names and that are gone, files first: it may be outdated. */
export function goneOf(
	lesson: Pick<Lesson, 'kind' | 'text' | 'why' | 'files'>,
	{ exists, isGone }: CodeFacts,
): string[] {
	const files = lesson.files.filter((path) => !exists(path));
	// What a look found to be gone may be back.
	const names = codeNames(lesson).filter((name) => isGone(name) && !(isPath(name) && exists(name)));
	return [...new Set([...files, ...names])];
}

/** What a lesson says that can only be a path or a name of code. The command of a test says nothing of code. */
export function codeNames({ kind, text, why }: Pick<Lesson, 'kind' | 'text' | 'why'>): string[] {
	const said = `${text}\n${why ?? ''}`;
	return kind === 'test' ? [] : [...pathsIn(said), ...identifiersIn(said).filter(isOnlyCode)];
}

/** Whether a name of `codeNames` is that of a file. */
export function isPath(name: string): boolean {
	return name.includes('/');
}

/** `may be outdated: src/login.ts is gone`; empty where nothing is. */
export function outdatedText(gone: readonly string[]): string {
	if (gone.length === 0) return '';
	const some = gone.slice(0, MOST_NAMED).map(named).join(', ');
	return `may be outdated: ${some} ${gone.length === 1 ? 'is' : 'are'} gone`;
}

const MOST_NAMED = 2;
