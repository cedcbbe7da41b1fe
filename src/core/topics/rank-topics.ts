import { BETWEEN_TERMS } from '../session-record/record-summary.ts';
import { compareTexts } from '../text/strings.ts';
import type { TermCounts } from './terms.ts';

/** In how many sessions each term occurs, and how many sessions there are (D28). */
export interface DocumentCounts {
	readonly sessions: ReadonlyMap<string, number>;
	readonly total: number;
}

interface Candidate {
	readonly term: string;
	readonly count: number;
	readonly score: number;
	readonly words: readonly string[];
}

/** A pair of words says more than chance only where it comes again. */
const MIN_PAIRS = 2;

/**
 * The topics of a session, most telling first: tf·idf, each said once (D28). Of `radio` and `radios`, or `ham radio`
 * and `ham-radio`, the more frequent form stays; what only occurs inside a topic that is said already goes, except what a
 * compound is about: `ham radio` beside `lbf-ham-radio`.
 *
 * @param documents `undefined`: every term is as rare as any other
 */
export function rankTopics(
	counts: TermCounts,
	documents: DocumentCounts | undefined,
	most: number,
): string[] {
	const topics: Candidate[] = [];
	for (const candidate of ranked(counts, documents)) {
		if (topics.length >= most) break;
		const saysMore = !topics.some((topic) => isWithin(candidate, topic));
		if (saysMore && !isPairOf(candidate, topics)) topics.push(candidate);
	}
	return topics.map(({ term }) => term);
}

/** Whether both words of a pair are told already, alone or one of them in another pair. */
function isPairOf({ term, words }: Candidate, topics: readonly Candidate[]): boolean {
	if (!term.includes(' ')) return false;
	const alone = words.filter((word) => topics.some((topic) => topic.term === word));
	const isPaired = topics.some(
		(topic) => topic.term.includes(' ') && topic.words.some((word) => words.includes(word)),
	);
	return isPaired || alone.length === words.length;
}

/** The most telling first; of equals the one of more words. */
function ranked(counts: TermCounts, documents: DocumentCounts | undefined): readonly Candidate[] {
	return oneForm(counts)
		.map((term) => {
			const count = counts[term] ?? 0;
			const score = count * rarity(term, documents);
			return { term, count, score, words: term.split(/[- ]/) };
		})
		.filter(({ term, count }) => !term.includes(' ') || count >= MIN_PAIRS)
		.sort(
			(a, b) =>
				b.score - a.score || b.words.length - a.words.length || compareTexts(a.term, b.term),
		);
}

/** Of all spellings of a term the most frequent one, at a tie the shortest. */
function oneForm(counts: TermCounts): string[] {
	const forms = new Map<string, string>();
	for (const term of Object.keys(counts)) {
		const form = singular(term.replaceAll('-', '').replaceAll(' ', ''));
		const other = forms.get(form);
		if (other === undefined || isBetter(term, other, counts)) forms.set(form, term);
	}
	return [...forms.values()];
}

function isBetter(term: string, other: string, counts: TermCounts): boolean {
	const more = (counts[term] ?? 0) - (counts[other] ?? 0);
	if (more !== 0) return more > 0;
	return term.length === other.length ? term < other : term.length < other.length;
}

function singular(word: string): string {
	if (!word.endsWith('s')) return word;
	if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
	return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function rarity(term: string, documents: DocumentCounts | undefined): number {
	if (documents === undefined) return 1;
	return Math.log((1 + documents.total) / (0.5 + (documents.sessions.get(term) ?? 0)));
}

/** Whether a term has nothing to say beside a topic: it never stands alone. */
function isWithin(candidate: Candidate, topic: Candidate): boolean {
	if (candidate.count > topic.count) return false;
	const [inner, outer] = [candidate, topic].map(({ words }) => ` ${words.join(' ')} `);
	const isTail = candidate.words.length === 2 && outer?.endsWith(inner ?? '') === true;
	return outer?.includes(inner ?? '') === true && !(isTail && topic.words.length > 2);
}

/** Enough sessions to tell what is everywhere, few enough to count at every start. */
export const COUNTED_SESSIONS = 200;

/**
 * In how many sessions each term occurs (D28).
 *
 * @param sessions the terms of each as a row of the index has them, newest session first; empty where none are kept
 */
export function documentCounts(sessions: readonly string[]): DocumentCounts {
	const counted = sessions.filter((terms) => terms !== '').slice(0, COUNTED_SESSIONS);
	const counts = new Map<string, number>();
	for (const term of counted.flatMap((terms) => terms.split(BETWEEN_TERMS))) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	return { sessions: counts, total: counted.length };
}
