import { type Term, type TermKind, termsOf } from '../../memory/terms.ts';
import type { Failure } from './failure.ts';
import {
	type Asking,
	currentLesson,
	type FoundLesson,
	merged,
	type ToldLesson,
} from './found-lessons.ts';
import { BEFORE_TAGS, LESSON_KINDS, type Lesson, LINE_START } from './lesson.ts';
import { linesThatHold } from './lines-about-file.ts';

/** What a term counts for, before its rarity. */
const WEIGHTS: Readonly<Record<TermKind, number>> = { named: 1.5, word: 1, general: 0.35 };
/** A tag: of two lessons, the one that itself says it comes first. */
const TAG = 0.9;
/** In a young repository every word is rare: rarity is counted as if there were so many lessons at least. */
const FEWEST_COUNTED = 150;
/** One word that both have is a coincidence; two, or a name, are none. */
const TELLING: Readonly<Record<TermKind, number>> = { named: 2, word: 1, general: 0.4 };
const LEAST_TELLING = 1.1;
/** Told is what reaches this, and this share of all that the prompt says… */
const LEAST_SCORE = 0.95;
const LEAST_SHARE = 0.2;
/** …or less, where it is most of what a short prompt says. */
const LEAST_OF_SHORT = 0.6;
const MOST_OF_IT = 0.5;
/** And this share of the best. */
const NEAR_BEST = 0.5;
/** Two words that a lesson shares may be chance. The best is told all the same; another one only where it shares more. */
const SURE_SCORE = 1.5;
/** More than two words and one of no weight. */
const SURE_TELLING = 2.5;
/** So many lessons go on: the best ones. */
const MOST_FITTING = 30;
/** And so many lines parsed for them: some are another user's, or of a lesson that is gone. */
const MOST_PARSED = 120;

/** The terms of the prompt. */
type Asked = ReadonlyMap<string, Term>;

interface Line {
	readonly start: number;
	/** Those of its terms that the prompt has, with what each counts for. */
	readonly terms: ReadonlyMap<string, number>;
}

/**
 * The lessons that a prompt is about, best first. Reads the file as one text: only the
 * lines that could be told are parsed.
 *
 * @param file text of the cache of lessons
 */
export function chooseLessons(
	file: string,
	prompt: string,
	{ parse, user }: Asking,
): FoundLesson[] {
	return ranked(candidatesIn(file, { asked: termsOf(prompt), parse, user }));
}

interface Searching extends Asking {
	readonly asked: Asked;
}

function candidatesIn(file: string, searching: Searching): Candidate[] {
	const { asked } = searching;
	const lines = linesWith(file, asked);
	const rarity = raritiesOf(lines);
	const total = [...asked].reduce(
		(sum, [term, { kind, wholes }]) =>
			wholes.length > 0 ? sum : sum + WEIGHTS[kind] * rarity(term),
		0,
	);
	const sorted = lines.lines
		.map(({ start, terms }) => {
			const { score, telling, met } = scoreOf(terms, asked, rarity);
			const isEnough = telling >= LEAST_TELLING && isAbout(score, total);
			return { start, score, met, telling, isEnough };
		})
		.filter(({ isEnough }) => isEnough)
		.sort((one, other) => other.score - one.score);
	const found: Candidate[] = [];
	for (const { start, score, met, telling } of sorted.slice(0, MOST_PARSED)) {
		if (found.length === MOST_FITTING) break;
		const lesson = currentLesson(file, start, searching);
		if (lesson === undefined) continue;
		const worth = score * LESSON_KINDS[lesson.kind].bonus;
		found.push({ lesson, score: worth, terms: met, telling });
	}
	return found;
}

/** @param total what the prompt says in all */
function isAbout(score: number, total: number): boolean {
	const share = score / total;
	if (score >= LEAST_SCORE && share >= LEAST_SHARE) return true;
	return score >= LEAST_OF_SHORT && share >= MOST_OF_IT;
}

/** Lines that share a term with the prompt, and how many lessons there are in all. */
interface Lines {
	readonly lines: readonly Line[];
	readonly count: number;
}

/** The last line of each lesson, by its id: what was said again makes no word a frequent one, and what is gone none at all. */
function linesWith(file: string, asked: Asked): Lines {
	const lessons = new Map<string, Line>();
	let start = file.indexOf(`\n${LINE_START}`);
	while (start >= 0) {
		const from = start + 1 + LINE_START.length;
		const end = file.indexOf('"', from);
		if (end < 0) break;
		const next = file.indexOf(`\n${LINE_START}`, end);
		const id = idIn(file.slice(end, next < 0 ? file.length : next));
		lessons.set(id, { start: start + 1, terms: termsWith(file.slice(from, end), asked) });
		start = next;
	}
	const lines = [...lessons.values()].filter(({ terms }) => terms.size > 0);
	return { lines, count: lessons.size };
}

const ID_START = ',"id":"';

/** @param rest of a line, behind its terms */
function idIn(rest: string): string {
	const at = rest.indexOf(ID_START) + ID_START.length;
	return rest.slice(at, rest.indexOf('"', at));
}

/** What each term of a line counts that the prompt has. */
function termsWith(said: string, asked: Asked): Map<string, number> {
	const terms = new Map<string, number>();
	let counts = 1;
	for (const term of said.split(' ')) {
		if (term === BEFORE_TAGS) counts = TAG;
		else if (asked.has(term) && !terms.has(term)) terms.set(term, counts);
	}
	return terms;
}

type Rarity = (term: string) => number;

/** How rare a term is among the lessons: 1 for what none has, towards 0 for what all have. */
function raritiesOf({ lines, count }: Lines): Rarity {
	const having = new Map<string, number>();
	for (const { terms } of lines)
		for (const term of terms.keys()) having.set(term, (having.get(term) ?? 0) + 1);
	const all = Math.max(count, FEWEST_COUNTED) + 1;
	return (term) => {
		const many = having.get(term) ?? 0;
		return Math.max(0.05, Math.log(all / (many + 0.5)) / Math.log(all / 0.5));
	};
}

/** `telling`: how much more it is than one word that both happen to have; `met`: the prompt's terms, the best first. */
function scoreOf(terms: Line['terms'], asked: Asked, rarity: Rarity) {
	const met = [...terms]
		.flatMap(([term, counts]) => {
			const { kind, wholes } = asked.get(term) ?? { kind: 'general' as const, wholes: [] };
			// A part of a name that is met says nothing more.
			if (wholes.some((whole) => terms.has(whole))) return [];
			return [{ term, kind, worth: WEIGHTS[kind] * counts * rarity(term) }];
		})
		.sort((one, other) => other.worth - one.worth);
	const score = met.reduce((sum, { worth }) => sum + worth, 0);
	const telling = met.reduce((sum, { kind }) => sum + TELLING[kind], 0);
	return { score, telling, met: met.map(({ term }) => term) };
}

interface Candidate extends Pick<FoundLesson, 'lesson' | 'score' | 'terms'> {
	/** How much more it is than one word that both happen to have. */
	readonly telling: number;
}

function ranked(found: readonly Candidate[]): FoundLesson[] {
	const ones = merged(found);
	const best = ones[0]?.score ?? 0;
	return ones
		.filter(({ score, telling }, index) => {
			const isSure = index === 0 || score >= SURE_SCORE || telling >= SURE_TELLING;
			return score >= best * NEAR_BEST && isSure;
		})
		.map(({ telling: _, ...one }) => one);
}

/** Of lessons that say the same, or mended the same failure, the newest are looked at. */
const MOST_WEIGHED = 20;

/**
 * The lessons about a failure, best first: those that somebody noted between this very failure and the success after it,
 * then those that speak of what it says.
 *
 * @param cache text of the cache of lessons
 */
export function lessonsAtFailure(
	cache: string,
	{ line, same }: Failure,
	asking: Asking,
): readonly ToldLesson[] {
	const mended = same === undefined ? [] : mendedBy(cache, same, asking);
	const known = new Set(mended.map(({ lesson }) => lesson.same));
	const about = chooseLessons(cache, line, asking).filter(({ lesson }) => !known.has(lesson.same));
	return [...mended, ...about];
}

function mendedBy(cache: string, same: string, asking: Asking) {
	const lessons = newestThatHold(cache, JSON.stringify(same), asking).filter(({ mends }) =>
		mends.includes(same),
	);
	// All are as sure, so the newest comes first.
	return merged(lessons.map((lesson) => ({ lesson, score: 1 })));
}

function newestThatHold(cache: string, text: string, asking: Asking): Lesson[] {
	const starts = linesThatHold(cache, text).reverse().slice(0, MOST_WEIGHED);
	return starts.flatMap((start) => currentLesson(cache, start, asking) ?? []);
}
