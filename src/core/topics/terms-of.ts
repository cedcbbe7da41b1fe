import { isStopWord } from './stop-words.ts';

/** How often each term occurs. */
export type TermCounts = Readonly<Record<string, number>>;

const MAX_TERMS = 200;
const MAX_TEXT = 50_000;
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;

/** A word or identifier; with hyphens or underscores inside it, one compound. */
const CHUNK = /[\p{L}\p{N}]+(?:[-_]+[\p{L}\p{N}]+)*/gu;
const CONTRACTION = /['\u2019](?:s|t|d|m|re|ve|ll)\b/giu;
/** Where an identifier goes on with its next word: `readFile`, `HTTPServer`, `utf8Decoder`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{Lu}\p{Ll})/u;
/** What stands where a secret was (D30) tells of no topic. */
const REDACTED = /\[redacted:[\w-]{1,60}\]/g;
/** Numbers, what begins with one, and hashes. */
const NUMERIC = /^\d|^(?=.*\d)[0-9a-f]{6,}$/;

/**
 * The terms of a text (S2-037, S2-038): words in lower case, hyphenated compounds as a whole, and neighbours in pairs.
 * Identifiers and paths come apart into their words; `FT-991A` also counts as `ft991a`. What tells nothing of a topic is
 * left out: stop words, tool names, numbers, hashes. At most 200 terms, the most frequent ones.
 *
 * @param text redacted already (D30)
 */
export function termsOf(text: string): TermCounts {
	const counts = new Map<string, number>();
	for (const term of readTerms(text.slice(0, MAX_TEXT))) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	const byCount = [...counts].sort(([, a], [, b]) => b - a);
	return Object.fromEntries(byCount.slice(0, MAX_TERMS));
}

/** Each term as often as it occurs. */
function readTerms(text: string): string[] {
	const source = text.replace(REDACTED, ' ').replace(CONTRACTION, '');
	const terms: string[] = [];
	let before = { word: '', end: -1 };
	for (const { 0: chunk, index } of source.matchAll(CHUNK)) {
		const words = wordsOf(chunk);
		const [word] = words;
		const single = words.length === 1 ? (word ?? '') : '';
		const isNeighbour = isBlank(source.slice(before.end, index));
		terms.push(...compounds(chunk), ...words.filter(isTerm));
		terms.push(...pairs(isNeighbour && single !== '' ? [before.word, single] : words));
		before = { word: single, end: index + chunk.length };
	}
	return terms;
}

function isBlank(between: string): boolean {
	return /^[ \t]+$/.test(between);
}

/** The words of a chunk: `readFile_sync-now` has four. */
function wordsOf(chunk: string): string[] {
	return chunk.split(/[-_]+/).flatMap((part) => part.split(HUMP).map((word) => word.toLowerCase()));
}

/** `ham-radio` as a whole, and the model number `FT-991A` in one word. */
function compounds(chunk: string): string[] {
	if (!chunk.includes('-') || chunk.includes('_')) return [];
	const whole = chunk.toLowerCase();
	const isModelNumber = /^\p{L}+-\d[\p{L}\p{N}]*$/u.test(whole);
	const joined = isModelNumber ? [whole.replace('-', '')].filter(isTerm) : [];
	const hasWord = whole.split('-').some(isTerm) || joined.length > 0;
	return [...(hasWord && fits(whole) ? [whole] : []), ...joined];
}

/** Neighbours that both tell something. */
function pairs(words: readonly string[]): string[] {
	return words.slice(1).flatMap((word, index) => {
		const pair = `${words[index]} ${word}`;
		return isTerm(word) && isTerm(words[index] ?? '') && fits(pair) ? [pair] : [];
	});
}

function isTerm(word: string): boolean {
	return fits(word) && !NUMERIC.test(word) && !isStopWord(word);
}

function fits({ length }: string): boolean {
	return length >= MIN_LENGTH && length <= MAX_LENGTH;
}
