import { isAscii } from '../text/strings.ts';
import { isStopWord } from './stop-words.ts';

/** How often each term occurs. */
export type TermCounts = Readonly<Record<string, number>>;

const MAX_TERMS = 200;
const MAX_TEXT = 50_000;
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;

interface Reading {
	/** A word or identifier; with hyphens or underscores inside it, one compound. */
	readonly chunk: RegExp;
	readonly contraction: RegExp;
	/** Where an identifier goes on with its next word: `readFile`, `HTTPServer`, `utf8Decoder`. */
	readonly hump: RegExp;
	/** `FT-991A`, in lower case. */
	readonly modelNumber: RegExp;
}

/** Of any language: made where a text is not ASCII. */
function anyReading(): Reading {
	return {
		chunk: /[\p{L}\p{N}]+(?:[-_]+[\p{L}\p{N}]+)*/gu,
		contraction: /['\u2019](?:s|t|d|m|re|ve|ll)\b/giu,
		hump: /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{Lu}\p{Ll})/u,
		modelNumber: /^\p{L}+-\d[\p{L}\p{N}]*$/u,
	};
}

/** The same for a text of ASCII. */
const ASCII: Reading = {
	chunk: /[A-Za-z0-9]+(?:[-_]+[A-Za-z0-9]+)*/g,
	contraction: /'(?:s|t|d|m|re|ve|ll)\b/gi,
	hump: /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?=[A-Z][a-z])/,
	modelNumber: /^[a-z]+-\d[a-z0-9]*$/,
};
/** A word as it stands in a sentence. */
const PLAIN = /^[A-Za-z]?[a-z]+$/;
/** What stands where a secret was (D30) tells of no topic. */
const REDACTED = /\[redacted:[\w-]{1,60}\]/g;
/** A number that counts: `go2`, `step3`. What is left has to tell something by itself. */
const COUNTED = /\d{1,2}$/;
/** Numbers, what begins with one, and hashes. */
const NUMERIC = /^\d|^(?=.*\d)[0-9a-f]{6,}$/;

/**
 * The terms of a text: words in lower case, hyphenated compounds as a whole, and neighbours in pairs.
 * Identifiers and paths come apart into their words; `FT-991A` also counts as `ft991a`. What tells nothing of a topic is
 * left out: stop words, tool names, numbers, hashes. At most 200 terms, the most frequent ones.
 *
 * @param text redacted already (D30)
 */
export function termsOf(text: string): TermCounts {
	const counts = [...countTerms(text.slice(0, MAX_TEXT))];
	const byCount = counts.sort(([, one], [, other]) => other - one);
	return Object.fromEntries(byCount.slice(0, MAX_TERMS));
}

/** What a chunk says: its terms, and the word it is where that is one which may pair with a neighbour. */
interface Chunk {
	readonly terms: readonly string[];
	readonly word: string;
}

/** A prompt waits for this: a chunk is read once, however often it comes. */
function countTerms(text: string): Map<string, number> {
	const reading = isAscii(text) ? ASCII : anyReading();
	const source = text.replace(REDACTED, '.').replace(reading.contraction, '');
	const counts = new Map<string, number>();
	const count = (term: string): void => {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	};
	const known = new Map<string, Chunk>();
	let before = { word: '', end: 0 };
	for (const { 0: written, index } of source.matchAll(reading.chunk)) {
		const chunk = known.get(written) ?? readChunk(written, reading);
		known.set(written, chunk);
		chunk.terms.forEach(count);
		const pair = `${before.word} ${chunk.word}`;
		const isPair = before.word !== '' && chunk.word !== '' && fits(pair);
		if (isPair && isBlank(source.slice(before.end, index))) count(pair);
		before = { word: chunk.word, end: index + written.length };
	}
	return counts;
}

function isBlank(between: string): boolean {
	return between === ' ' || /^[ \t]+$/.test(between);
}

function readChunk(written: string, reading: Reading): Chunk {
	const words = wordsOf(written, reading);
	const [word = ''] = words;
	if (words.length === 1) return isTerm(word) ? { terms: [word], word } : { terms: [], word: '' };
	return {
		terms: [...compounds(written, reading), ...words.filter(isTerm), ...pairs(words)],
		word: '',
	};
}

/** The words of a chunk: `readFile_sync-now` has four. */
function wordsOf(chunk: string, { hump }: Reading): string[] {
	if (PLAIN.test(chunk)) return [chunk.toLowerCase()];
	return chunk.split(/[-_]+/).flatMap((part) => part.split(hump).map((word) => word.toLowerCase()));
}

/** `ham-radio` as a whole, and the model number `FT-991A` in one word. */
function compounds(chunk: string, { modelNumber }: Reading): string[] {
	if (!chunk.includes('-') || chunk.includes('_')) return [];
	const whole = chunk.toLowerCase();
	const joined = modelNumber.test(whole) ? [whole.replace('-', '')].filter(isTerm) : [];
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
	return fits(word) && !NUMERIC.test(word) && !isStopWord(word.replace(COUNTED, ''));
}

function fits({ length }: string): boolean {
	return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

/** What is given a value, and what is as long as a key and not of small letters alone. */
const SECRETIVE = /\S*[=:]\S*|(?=[a-z_-]*[A-Z\d+~])[^\s/."',[\]{}]{16,}/g;

/**
 * The terms of a name that nobody looked through for secrets, such as a branch's (D30): what could be one makes none.
 * The rules themselves are not asked: a session start would load them for this alone.
 */
export function termsOfName(name: string): TermCounts {
	return termsOf(name.replace(SECRETIVE, ' '));
}

/** Names are many, and say less than a sentence does: so many of their terms count, each so often at most. */
const MOST_TERMS = 10;
const MOST_EACH = 2;
/** From so many on, terms that differ in their numbers are a series: `handle0`, `handle1`, `handle2`. */
const SERIES = 3;

/** The terms of files and functions: what most of them have in common; series of numbers tell nothing. */
export function termsOfNames(names: readonly string[]): TermCounts {
	const counts = new Map<string, number>();
	for (const term of names.flatMap((name) => Object.keys(termsOf(name)))) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	const lengths = new Map<string, number>();
	for (const term of counts.keys()) lengths.set(stem(term), (lengths.get(stem(term)) ?? 0) + 1);
	const isAlone = (term: string) => stem(term) === term || (lengths.get(stem(term)) ?? 0) < SERIES;
	const telling = [...counts]
		.filter(([term]) => isAlone(term))
		.sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
		.slice(0, MOST_TERMS);
	return Object.fromEntries(telling.map(([term, count]) => [term, Math.min(count, MOST_EACH)]));
}

function stem(term: string): string {
	return term.replace(/\d+/g, '#');
}
