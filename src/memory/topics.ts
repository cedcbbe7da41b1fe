import { compareTexts } from '../core/text/strings.ts';
import { chunksOf, splitChunk, stemOf, weighWord } from './terms.ts';

/** How often each term occurs: a word, a hyphenated compound or a pair of neighbors. */
export type TermCounts = Readonly<Record<string, number>>;

const MAX_TEXT = 50_000;
const MAX_TERMS = 200;

/** A number that counts: `go2`, `step3`. The rest has to tell something by itself. */
const COUNTED = /\d{1,2}$/;
/** Numbers, what begins with one, and hashes. */
const NUMERIC = /^\d|^(?=.*\d)[0-9a-f]{6,}$/;
/** `FT-991A`, in lower case. */
const MODEL_NUMBER = /^\p{L}+-\d[\p{L}\p{N}]*$/u;

/**
 * Counts the terms of a text, at most 200, the most frequent ones: words, hyphenated compounds as
 * a whole and neighbors in pairs. Identifiers and paths are split; `FT-991A` also counts as
 * `ft991a`. Stop words, names of tools, numbers and hashes are left out.
 *
 * @param text redacted already (D30)
 */
export function countTerms(text: string): TermCounts {
	const counts = new Map<string, number>();
	let before = '';
	for (const { written, gap } of chunksOf(text.slice(0, MAX_TEXT))) {
		const segments = written.split(/[./:@$]+/).map(termsOfSegment);
		const [[alone = ''] = []] = segments;
		const isWord = segments.length === 1 && segments[0]?.length === 1;
		const pair = isWord && /^[ \t]+$/.test(gap) ? pairOf(before, alone) : [];
		for (const term of [...segments.flat(), ...pair]) counts.set(term, (counts.get(term) ?? 0) + 1);
		before = isWord ? alone : '';
	}
	const byCount = [...counts].sort(([, one], [, other]) => other - one);
	return Object.fromEntries(byCount.slice(0, MAX_TERMS));
}

function termsOfSegment(segment: string): string[] {
	const words = splitChunk(segment);
	if (words.length < 2) return words.filter(isTelling);
	const pairs = words.slice(1).flatMap((word, index) => pairOf(words[index] ?? '', word));
	return [...compoundsOf(segment.toLowerCase()), ...words.filter(isTelling), ...pairs];
}

/** `ham-radio` as a whole, and the model number `FT-991A` in one word. */
function compoundsOf(segment: string): string[] {
	if (!/^[^-_]+(?:-[^-_]+)+$/.test(segment)) return [];
	const joined = MODEL_NUMBER.test(segment) ? [segment.replace('-', '')].filter(isTelling) : [];
	const says = segment.split('-').some(isTelling) || joined.length > 0;
	return says && fits(segment) ? [segment, ...joined] : joined;
}

function pairOf(one: string, other: string): string[] {
	const pair = `${one} ${other}`;
	return isTelling(one) && isTelling(other) && fits(pair) ? [pair] : [];
}

function isTelling(word: string): boolean {
	return fits(word) && !NUMERIC.test(word) && weighWord(word.replace(COUNTED, '')) === 'word';
}

function fits({ length }: string): boolean {
	return length >= 3 && length <= 40;
}

/** An assigned value, and what is as long as a key and not of small letters alone. */
const SECRETIVE = /\S*[=:]\S*|(?=[a-z_-]*[A-Z\d+~])[^\s/."',[\]{}]{16,}/g;

/** Counts the terms of a name that was not redacted, such as a branch's, without secrets (D30). */
export function countTermsOfName(name: string): TermCounts {
	return countTerms(name.replace(SECRETIVE, ' '));
}

/** Names are many and say less than a sentence: so many of their terms count, so often at most. */
const MOST_OF_NAMES = 10;
const MOST_EACH = 2;

/** Counts what most files and functions have in their names; `queue1` and `queue2` are one. */
export function countTermsOfNames(names: readonly string[]): TermCounts {
	const counts = new Map<string, number>();
	for (const name of names) {
		const terms = Object.keys(countTerms(name.replace(/\d+(?![\p{L}\p{N}])/gu, '')));
		for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	const most = [...counts]
		.sort(([one, a], [other, b]) => b - a || compareTexts(one, other))
		.slice(0, MOST_OF_NAMES);
	return Object.fromEntries(most.map(([term, count]) => [term, Math.min(count, MOST_EACH)]));
}

/** In how many sessions each term occurs, and how many sessions there are (D28). */
export interface DocumentCounts {
	readonly sessions: ReadonlyMap<string, number>;
	readonly total: number;
}

/** Terms of one session, the most frequent ones, that decide how rare a term is. */
const MOST_OF_SESSION = 30;

/** Counts in how many sessions each term occurs (D28); a session without terms counts for none. */
export function countDocuments(sessions: readonly TermCounts[]): DocumentCounts {
	const counted = sessions.filter((terms) => Object.keys(terms).length > 0);
	const counts = new Map<string, number>();
	for (const terms of counted) {
		const byCount = Object.entries(terms).sort(([, one], [, other]) => other - one);
		for (const [term] of byCount.slice(0, MOST_OF_SESSION))
			counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	return { sessions: counts, total: counted.length };
}

interface Candidate {
	readonly term: string;
	readonly count: number;
	readonly score: number;
	readonly words: readonly string[];
}

/** A pair of words that came once may be chance. */
const FEWEST_PAIRS = 2;

/**
 * The topics of a session by tf·idf, the best first (D28). Of `radio` and `radios`, or `ham radio`
 * and `ham-radio`, the more frequent form stays. A term that only occurs inside a topic is left
 * out, except the end of a longer compound: `ham radio` beside `lbf-ham-radio`.
 *
 * @param documents `undefined`: every term is as rare as any other
 */
export function rankTopics(
	counts: TermCounts,
	documents: DocumentCounts | undefined,
	most: number,
): string[] {
	const topics: Candidate[] = [];
	for (const candidate of rankTerms(counts, documents)) {
		if (topics.length >= most) break;
		if (!isCovered(candidate, topics)) topics.push(candidate);
	}
	return topics.map(({ term }) => term);
}

/** The most frequent spelling of each term; by score, of equals that of more words first. */
function rankTerms(counts: TermCounts, documents: DocumentCounts | undefined): Candidate[] {
	const byCount = Object.entries(counts)
		.filter(([term, count]) => !term.includes(' ') || count >= FEWEST_PAIRS)
		.sort(([a, one], [b, two]) => two - one || a.length - b.length || compareTexts(a, b));
	const forms = new Map<string, Candidate>();
	for (const [term, count] of byCount) {
		const seen = documents?.sessions.get(term) ?? 0;
		const rarity = documents === undefined ? 1 : Math.log((1 + documents.total) / (0.5 + seen));
		const form = stemOf(term.replaceAll(/[- ]/g, ''));
		const candidate = { term, count, score: count * rarity, words: term.split(/[- ]/) };
		if (!forms.has(form)) forms.set(form, candidate);
	}
	return [...forms.values()].sort(
		(one, other) =>
			other.score - one.score ||
			other.words.length - one.words.length ||
			compareTexts(one.term, other.term),
	);
}

/** Whether topics say the term already: as often each of its words, or one of a pair in another. */
function isCovered({ term, words, count }: Candidate, topics: readonly Candidate[]): boolean {
	const isPair = term.includes(' ');
	const pairs = topics.filter((topic) => topic.term.includes(' '));
	if (isPair && pairs.some((pair) => pair.words.some((word) => words.includes(word)))) return true;
	const ending = `-${words.join('-')}`;
	if (isPair && topics.some((topic) => topic.term.endsWith(ending))) return false;
	const frequent = topics.filter((topic) => topic.count >= count).flatMap((topic) => topic.words);
	return words.every((word) => frequent.includes(word));
}
