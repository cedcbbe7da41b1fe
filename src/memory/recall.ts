import { compareTexts } from '../core/text/strings.ts';
import type { Failure } from './failure.ts';
import { type KnownLesson, LESSON_KINDS } from './lesson.ts';
import { chunksOf, splitChunk, type Term, type TermKind, termsOf } from './terms.ts';

/** A lesson that a prompt, a file or a failure is about. */
export interface FoundLesson {
	readonly lesson: KnownLesson;
	/** It does not name the file: it was noted while the file was worked on. */
	readonly isBeside?: boolean;
}

/** Whether a lesson may be shown. Another one takes the place of one that may not. */
type IsWanted = (lesson: KnownLesson) => boolean;

/** What a shared term is worth, before its rarity. */
const WORTH: Readonly<Record<TermKind, number>> = { named: 1.5, word: 1, general: 0.4 };
/** One shared word is a coincidence; two words, or a name, are none. */
const LEAST_WORTH = 1.1;
/** The score times the root of the prompt's share that is covered, by labelled sets (ADR 23). */
const LEAST_FIT = 0.42;
/** Two shared words may be chance: more lessons than the best share rarer words… */
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
export function findForPrompt(
	prompt: string,
	lessons: readonly KnownLesson[],
	isWanted: IsWanted,
): FoundLesson[] {
	const asked = termsOf(prompt);
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
	return lessons
		.flatMap((lesson, index) => {
			const terms = new Map([...asked].filter(([term]) => shared[index]?.includes(term)));
			// A part of a shared name says nothing more.
			const met = [...terms].filter(([, { wholes }]) => !wholes.some((one) => terms.has(one)));
			const worth = met.reduce((sum, [, { kind }]) => sum + WORTH[kind], 0);
			const score = met.reduce((sum, [term, how]) => sum + weightOf(term, how), 0);
			const share = score / total;
			const rank = score * Math.sqrt(share);
			const isSure = score >= SURE_SCORE || (worth >= SURE_WORTH && share >= SURE_SHARE);
			return worth < LEAST_WORTH || rank < LEAST_FIT ? [] : [{ lesson, rank, isSure }];
		})
		.filter(({ lesson }) => isWanted(lesson))
		.sort(compareRanked)
		.filter(({ isSure }, index) => index === 0 || isSure);
}

/** Reading each word of 3,000 lessons takes 60 ms: once for as long as they are kept in memory. */
const TERMS = new WeakMap<KnownLesson, ReadonlySet<string>>();

function termsOfLesson(lesson: KnownLesson): ReadonlySet<string> {
	const { text, why = '', tags } = lesson;
	const read = () =>
		new Set([`${text} ${why}`, tags.join(', ')].flatMap((one) => [...termsOf(one).keys()]));
	const terms = TERMS.get(lesson) ?? read();
	TERMS.set(lesson, terms);
	return terms;
}

interface Ranked extends FoundLesson {
	readonly rank: number;
}

/** The best first; of equals the shorter, which says it more, then the newer. */
function compareRanked(one: Ranked, other: Ranked): number {
	const [a, b] = [one, other].map(({ lesson, rank }) => rank * LESSON_KINDS[lesson.kind].bonus);
	const byLength = one.lesson.text.length - other.lesson.text.length;
	return (b ?? 0) - (a ?? 0) || byLength || compareTexts(other.lesson.at, one.lesson.at);
}

/**
 * The lessons about a failure: first what was noted between this very failure and the success
 * after it, the newest first; then what speaks of its message.
 */
export function findForFailure(
	{ line, same }: Failure,
	lessons: readonly KnownLesson[],
	isWanted: IsWanted,
): FoundLesson[] {
	const mending = lessons
		.filter((lesson) => same !== undefined && lesson.mends.includes(same) && isWanted(lesson))
		.sort((one, other) => compareTexts(other.at, one.at));
	const isOther = (lesson: KnownLesson) => !mending.includes(lesson) && isWanted(lesson);
	return [...mending.map((lesson) => ({ lesson })), ...findForPrompt(line, lessons, isOther)];
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
export function findForFile(
	path: string,
	lessons: readonly KnownLesson[],
	isWanted: IsWanted,
): FoundLesson[] {
	return lessons
		.flatMap((lesson) => {
			const rank = surenessOf(lesson, path);
			const isAbout = rank === NAMED || LESSON_KINDS[lesson.kind].isOfFiles;
			return rank > 0 && isAbout ? [{ lesson, rank, isBeside: rank === BESIDE }] : [];
		})
		.filter(({ lesson }) => isWanted(lesson))
		.sort(compareRanked);
}

/** A path may have two thousand folders: the nearest are looked for. */
const MOST_FOLDERS = 8;

function surenessOf({ text, why = '', files, near }: KnownLesson, path: string): number {
	if (files.includes(path)) return NAMED;
	const said = `${text} ${why}`.replaceAll('\\', '/');
	const lower = said.toLowerCase();
	const parts = path.toLowerCase().split('/');
	const base = parts.at(-1) ?? '';
	if (mentions(lower, parts.join('/'), { isPath: true })) return NAMED;
	// If its session worked on another file of that name, it means that one.
	const isOpen = files.length === 0;
	if (isOpen && /[^.]\.[^.]/.test(base) && mentions(lower, base, { isPath: false })) return NAMED;
	if (namesIdentifier(said, path)) return NAMED;
	// One folder alone, `src`, is also a word.
	const depths = Array.from({ length: parts.length - 1 }, (_, index) => index + 1);
	const folders = depths.slice(1).slice(-MOST_FOLDERS);
	const isFolder = (depth: number) =>
		mentions(lower, parts.slice(0, depth).join('/'), { isPath: true });
	if (folders.some(isFolder)) return FOLDER;
	return near.includes(path) && isOpen ? BESIDE : 0;
}

/** What file names are made of, of any language. */
const PART = String.raw`[\p{L}\p{N}_$./~-]`;

/**
 * Whether a text has a name by itself: not `relogin.ts` for `login.ts`, nor `src/authors` for
 * `src/auth`. A path may also begin at the root of the disk; a folder may end with `/`.
 */
function mentions(said: string, name: string, { isPath }: { readonly isPath: boolean }): boolean {
	if (!said.includes(name)) return false;
	const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	const lead = isPath ? `(?:\\./|~?/(?:${PART}{0,300}/)?)?` : '(?:\\./)?';
	const tail = isPath ? '[./]?' : '\\.?';
	return new RegExp(`(?<!${PART})${lead}${literal}${tail}(?!${PART})`, 'u').test(said);
}

/** The end of a source file's name, which `TripSplitter.run` does not have. */
const SOURCE_END =
	/\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|cc?|cpp|h|cs|php|vue|svelte|exs?|dart|lua|sql|md)$/i;

/** Whether a text has the identifier of a file: `RouteOptimizer` of `route-optimizer.ts`. */
function namesIdentifier(said: string, path: string): boolean {
	const words = splitChunk(path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''));
	if (words.length < 2) return false;
	if (!said.toLowerCase().includes(words.at(-1) ?? '')) return false;
	return chunksOf(said).some(({ written }) => {
		if (/[-/]/.test(written) || SOURCE_END.test(written)) return false;
		const name = splitChunk(written.split(/[.:@$]/)[0] ?? '');
		return name.length > 1 && name.join('') === words.join('');
	});
}
