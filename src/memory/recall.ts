import { named } from '../text/one-line.ts';
import { compareTexts } from '../text/strings.ts';
import type { Failure } from './failure.ts';
import { filesNamed, KNOW_FIRST, type KnownLesson } from './lesson.ts';
import type { Note } from './notes.ts';
import { chunksOf, splitChunk, type Term, type TermKind, termsOf, wordsOf } from './terms.ts';

/** A lesson that a prompt, a file or a failure is about. */
export interface FoundLesson {
	readonly lesson: KnownLesson;
	/** It fits by more than chance: others may be shown before it. */
	readonly isSure: boolean;
	/** It does not name the file: it was noted while the file was worked on. */
	readonly isBeside?: boolean;
	/** It says never to run the command. */
	readonly forbids?: boolean;
}

/** What a shared term is worth, before its rarity. */
const WORTH: Readonly<Record<TermKind, number>> = { named: 1.5, word: 1, general: 0.4 };
/** One shared word is a coincidence; two words, or a name, are none. */
const LEAST_WORTH = 1.1;
/** The score times the root of the prompt's share that is covered, by labelled sets (ADR 23). */
const LEAST_FIT = 0.42;
/** Two shared words may be chance, unless they are rare… */
const SURE_SCORE = 1.6;
/** …or three, and most of the prompt, however frequent they are in a repository about them. */
const SURE_WORTH = 2.5;
const SURE_SHARE = 0.8;
/** In a young repository every word is rare: rarity is counted as if there were so many lessons. */
const FEWEST_COUNTED = 150;

/**
 * The lessons that a prompt is about, the best first: those that cover most of its rare words.
 *
 * @param lessons all of the user's, by which rarity is counted
 */
export function findForPrompt(prompt: string, lessons: readonly KnownLesson[]): FoundLesson[] {
	const asked = termsOf(prompt);
	const pairs = pairsOf(asked.keys());
	const shared = lessons.map((lesson) => {
		const terms = termsOfLesson(lesson);
		return [...asked.keys()].filter((term) => terms.has(term));
	});
	const counts = new Map<string, number>();
	for (const term of shared.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
	const all = Math.max(lessons.length, FEWEST_COUNTED) + 1;
	const weightOf = (term: string, { kind }: Term) => {
		const rarity = Math.log(all / ((counts.get(term) ?? 0) + 0.5)) / Math.log(all / 0.5);
		return WORTH[kind] * Math.max(0.05, rarity);
	};
	const wholeTerms = [...asked].filter(([, { wholes }]) => wholes.length === 0);
	const total = wholeTerms.reduce((sum, [term, how]) => sum + weightOf(term, how), 0);
	const found = lessons.flatMap((lesson, index) => {
		const terms = new Map([...asked].filter(([term]) => shared[index]?.includes(term)));
		// A part of a shared name says nothing more.
		const met = [...terms].filter(([, { wholes }]) => !wholes.some((one) => terms.has(one)));
		const worth = met.reduce((sum, [, { kind }]) => sum + WORTH[kind], 0);
		const score = met.reduce((sum, [term, how]) => sum + weightOf(term, how), 0);
		const share = score / total;
		const rank = score * Math.sqrt(share);
		const isSure = score >= SURE_SCORE || (worth >= SURE_WORTH && share >= SURE_SHARE);
		if (worth < LEAST_WORTH || rank < LEAST_FIT) return [];
		// Of lessons with the same words, those that have them together.
		const together = pairsOf(termsOfLesson(lesson)).filter((pair) => pairs.includes(pair)).length;
		return [{ lesson, rank: rank + together / 100, isSure }];
	});
	return found.sort(compareRanked);
}

/** Each term with the one before it. */
function pairsOf(terms: Iterable<string>): string[] {
	const all = [...terms];
	return all.slice(1).map((term, index) => `${all[index]} ${term}`);
}

/** Reading each word of 3,000 lessons takes 60 ms: once for as long as they are kept in memory. */
const TERMS = new WeakMap<KnownLesson, ReadonlySet<string>>();

/** The terms of what a lesson says, of its tags, and of the files that it was noted about. */
function termsOfLesson(lesson: KnownLesson): ReadonlySet<string> {
	const { text, why = '', tags, files, near } = lesson;
	const said = [`${text} ${why}`, tags.join(', '), [...files, ...near].join(', ')];
	const read = () => new Set(said.flatMap((one) => [...termsOf(one).keys()]));
	const terms = TERMS.get(lesson) ?? read();
	TERMS.set(lesson, terms);
	return terms;
}

export interface Ranked extends FoundLesson {
	readonly rank: number;
}

/** The best first; of equals the shorter, which says it more, then the newer. */
export function compareRanked(one: Ranked, other: Ranked): number {
	const [a, b] = [one, other].map(({ lesson, rank }) => rank * (KNOW_FIRST[lesson.kind] ?? 1));
	const byLength = one.lesson.text.length - other.lesson.text.length;
	return (b ?? 0) - (a ?? 0) || byLength || compareTexts(other.lesson.at, one.lesson.at);
}

/**
 * The lessons about a failure: first what was noted between this very failure and the success
 * after it, the newest first; then what speaks of its message.
 */
export function findForFailure({ line, same }: Failure, lessons: readonly KnownLesson[]): FoundLesson[] {
	const isOfIt = ({ mends }: KnownLesson) => same !== undefined && mends?.includes(same) === true;
	const noted = lessons.filter(isOfIt).sort((one, other) => compareTexts(other.at, one.at));
	const others = findForPrompt(line, lessons).filter(({ lesson }) => !isOfIt(lesson));
	return [...noted.map((lesson) => ({ lesson, isSure: true })), ...others];
}

/** How surely a lesson is about a file: it names it, or its folder, or was noted beside it. */
const NAMED = 3;
const FOLDER = 1.5;
const BESIDE = 1;

/**
 * The lessons about a file, the surest first. Learnings, patterns and blockers have to name it.
 *
 * @param path relative to the root, with `/`
 */
export function findForFile(path: string, lessons: readonly KnownLesson[]): FoundLesson[] {
	const file = plainPath(path);
	const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
	const names = { path, file, identifier: splitChunk(stem) };
	const found = lessons.flatMap((lesson) => {
		const rank = surenessOf(lesson, names);
		const isAbout = rank === NAMED || lesson.kind in KNOW_FIRST;
		return rank > 0 && isAbout ? [{ lesson, rank, isSure: true, isBeside: rank === BESIDE }] : [];
	});
	return found.sort(compareRanked);
}

/** A path in lower case, in the signs that chunks are made of: `github/ci.yml` of `.github/ci.yml`. */
function plainPath(path: string): string {
	return chunksOf(path.toLowerCase())
		.map(({ written }) => written)
		.join('/');
}

/** How a text can name a file. */
interface FileNames {
	readonly path: string;
	/** As `plainPath` makes it. */
	readonly file: string;
	/** The words of its name without the ending. */
	readonly identifier: readonly string[];
}

function surenessOf({ text, why = '', files, near }: KnownLesson, { path, file, identifier }: FileNames): number {
	if (files.includes(path)) return NAMED;
	// If its session worked on another file of that name, it means that one.
	const isOpen = files.length === 0;
	const otherwise = near.includes(path) && isOpen ? BESIDE : 0;
	const said = `${text} ${why}`.replaceAll('\\', '/');
	const lower = said.toLowerCase();
	const folder = file.split('/').slice(0, 2).join('/');
	// To read the words of 3,000 lessons takes 40 ms.
	if (!lower.includes(identifier.at(-1) ?? '') && !lower.includes(folder)) return otherwise;
	const chunks = chunksOf(said);
	const paths = chunks.map(({ written, gap }) => {
		// A line number may follow the name of a file.
		const name = written.replace(/:.*/, '').toLowerCase();
		// A path may also begin at the root of the disk.
		return gap.endsWith('/') && name.endsWith(`/${file}`) ? file : name;
	});
	const isItsEnd = (name: string) => name.includes('.') && file.endsWith(`/${name}`);
	if (paths.includes(file) || (isOpen && paths.some(isItsEnd))) return NAMED;
	if (chunks.some(({ written }) => isIdentifier(written, identifier))) return NAMED;
	// One folder alone, `src`, is also a word.
	const isFolder = paths.some((name) => name.includes('/') && file.startsWith(`${name}/`));
	return isFolder ? FOLDER : otherwise;
}

/** Whether something of several words has those of a file's name: `RouteOptimizer` of `route-optimizer.ts`. */
function isIdentifier(written: string, words: readonly string[]): boolean {
	if (words.length < 2 || /[-/]/.test(written)) return false;
	const name = splitChunk(written.split(/[.:@$]/)[0] ?? '');
	return name.length > 1 && name.join('') === words.join('');
}

/** The files of a repository as they are now, by their paths from its root. */
export interface FilesNow {
	readonly exists: (path: string) => boolean;
	/** What a file contains: `fileDigest`. */
	readonly digest: (path: string) => string | undefined;
}

/** The files that a lesson names and that were deleted. */
export function findGone({ text, files }: Pick<Note, 'text' | 'files'>, { exists }: FilesNow): string[] {
	return filesNamed(text, files).filter((path) => !exists(path));
}

/** `may be outdated: a.ts is gone`, else `a.ts has changed since`; empty if no file of it did. */
export function outdatedText(lesson: Pick<Note, 'text' | 'files' | 'digests'>, now: FilesNow): string {
	const { text, files, digests = {} } = lesson;
	const some = (paths: readonly string[]) => paths.slice(0, 2).map(named).join(', ');
	const gone = findGone(lesson, now);
	if (gone.length > 0) return `may be outdated: ${some(gone)} ${gone.length === 1 ? 'is' : 'are'} gone`;
	const changed = filesNamed(text, files).filter(
		(path) => digests[path] !== undefined && now.digest(path) !== digests[path],
	);
	if (changed.length === 0) return '';
	return `${some(changed)} ${changed.length === 1 ? 'has' : 'have'} changed since`;
}

/** A shorter lesson could be in any text by chance. */
const SHORTEST = 12;

/**
 * Whether a text has the words of a lesson.
 *
 * @param texts each as `plainWords` makes it
 */
export function isIn(said: string, texts: readonly string[]): boolean {
	const words = plainWords(said);
	return words.length - 2 >= SHORTEST && texts.some((text) => text.includes(words));
}

/** The words of a text: its case, punctuation and line breaks do not count. */
export function plainWords(text: string): string {
	return ` ${wordsOf(text).join(' ')} `;
}
