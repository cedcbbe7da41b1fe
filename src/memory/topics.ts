import { redact } from '../secrets/redact.ts';
import { compareTexts } from '../text/strings.ts';
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
	const terms: string[] = [];
	let before = '';
	for (const { written, gap } of chunksOf(text.slice(0, MAX_TEXT))) {
		const segments = written.split(/[./:@$]+/).map((segment) => ({
			compounds: compoundsOf(segment.toLowerCase()),
			words: splitChunk(segment),
		}));
		for (const { compounds, words } of segments)
			terms.push(...compounds, ...words.filter(isTelling), ...pairsOf(words));
		const [{ words = [] } = {}] = segments;
		const [alone = ''] = segments.length === 1 && words.length === 1 ? words : [];
		if (/^[ \t]+$/.test(gap)) terms.push(...pairsOf([before, alone]));
		before = alone;
	}
	return mostOf(countEach(terms), MAX_TERMS);
}

/** `ham-radio` as a whole, and the model number `FT-991A` in one word. */
function compoundsOf(segment: string): string[] {
	if (!/^[^-_]+(?:-[^-_]+)+$/.test(segment)) return [];
	const joined = MODEL_NUMBER.test(segment) ? [segment.replace('-', '')].filter(isTelling) : [];
	const says = segment.split('-').some(isTelling) || joined.length > 0;
	return says && fits(segment) ? [segment, ...joined] : joined;
}

function pairsOf(words: readonly string[]): string[] {
	return words.slice(1).flatMap((word, index) => {
		const other = words[index] ?? '';
		const pair = `${other} ${word}`;
		return isTelling(other) && isTelling(word) && fits(pair) ? [pair] : [];
	});
}

function isTelling(word: string): boolean {
	return fits(word) && !NUMERIC.test(word) && weighWord(word.replace(COUNTED, '')) === 'word';
}

function fits({ length }: string): boolean {
	return length >= 3 && length <= 40;
}

function countEach(terms: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
	return counts;
}

/** The most frequent terms; of equals those that came first. */
function mostOf(counts: ReadonlyMap<string, number>, most: number): TermCounts {
	const byCount = [...counts].sort(([, one], [, other]) => other - one);
	return Object.fromEntries(byCount.slice(0, most));
}

/** Counts the terms of a name that was not redacted, such as a branch's, without secrets (D30). */
export function countTermsOfName(name: string): TermCounts {
	return countTerms(redact(name));
}

/** In how many sessions each term occurs, and how many sessions there are (D28). */
export interface DocumentCounts {
	readonly sessions: ReadonlyMap<string, number>;
	readonly total: number;
}

/** Terms of one session, the most frequent ones, that decide how rare a term is. */
const MOST_OF_SESSION = 30;

/**
 * Counts in how many sessions each term occurs (D28); a session without terms counts for none.
 *
 * @param sessions of each its terms, the most frequent first, as a record has them: to sort those of 20 costs a start 4 ms
 */
export function countDocuments(sessions: readonly TermCounts[]): DocumentCounts {
	const counted = sessions.map((terms) => Object.keys(terms)).filter(({ length }) => length > 0);
	const terms = counted.flatMap((all) => all.slice(0, MOST_OF_SESSION));
	return { sessions: countEach(terms), total: counted.length };
}

/** A pair of words that came once may be chance. */
const FEWEST_PAIRS = 2;

/**
 * The topics of a session by tf·idf, the best first, of equals that of more words (D28). Of `radio`
 * and `radios`, or `ham radio` and `ham-radio`, the more frequent form stays. A term that only occurs
 * inside a topic is left out, except the end of a longer compound: `ham radio` next to `lbf-ham-radio`.
 *
 * @param documents `undefined`: every term is as rare as any other
 */
export function rankTopics(counts: TermCounts, documents: DocumentCounts | undefined, most: number): string[] {
	const rarityOf = (term: string) =>
		documents === undefined ? 1 : Math.log((1 + documents.total) / (0.5 + (documents.sessions.get(term) ?? 0)));
	const byCount = Object.entries(counts)
		.filter(([term, count]) => !term.includes(' ') || count >= FEWEST_PAIRS)
		.sort(([a, one], [b, two]) => two - one || a.length - b.length || compareTexts(a, b));
	const forms = new Map<string, { readonly term: string; readonly score: number }>();
	for (const [term, count] of byCount) {
		const form = stemOf(wordsOf(term).join(''));
		if (!forms.has(form)) forms.set(form, { term, score: count * rarityOf(term) });
	}
	const ranked = [...forms.values()].sort(
		(a, b) => b.score - a.score || wordsOf(b.term).length - wordsOf(a.term).length || compareTexts(a.term, b.term),
	);
	const topics: string[] = [];
	for (const { term } of ranked) if (topics.length < most && !isCovered(term, topics)) topics.push(term);
	return topics;
}

/** Whether topics have each word of a term; a pair that a longer compound ends with is one by itself. */
function isCovered(term: string, topics: readonly string[]): boolean {
	const ending = `-${term.replace(' ', '-')}`;
	if (term.includes(' ') && topics.some((topic) => topic.endsWith(ending))) return false;
	const known = topics.flatMap(wordsOf);
	return wordsOf(term).every((word) => known.includes(word));
}

function wordsOf(term: string): string[] {
	return term.split(/[- ]/);
}
