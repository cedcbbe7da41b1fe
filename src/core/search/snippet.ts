import { cut, oneLine } from '../text/one-line.ts';

/** A part of a text, and where in it the words stand that were meant: `[from, to)`. */
export interface Snippet {
	readonly text: string;
	readonly matches: readonly (readonly [from: number, to: number])[];
}

/** So much of the text before the first match tells what it is about. */
const BEFORE = 30;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The part of a text around the first word that was meant, as one harmless line.
 *
 * @param terms those words, in lower case
 * @param length how many characters at most
 */
export function snippetOf(text: string, terms: readonly string[], length: number): Snippet {
	const flat = text.replace(/\s+/g, ' ').trim();
	const first = wordsIn(flat, terms)[0]?.[0] ?? 0;
	const isFar = first > BEFORE && flat.length > length;
	const start = isFar ? flat.lastIndexOf(' ', first - BEFORE / 2) + 1 : 0;
	const rest = flat.slice(start);
	const short = rest.length <= length ? rest : `${cut(rest, length - 1)}…`;
	const shown = oneLine(`${start === 0 ? '' : '…'}${short}`);
	return { text: shown, matches: wordsIn(shown, terms) };
}

function wordsIn(text: string, terms: readonly string[]): [number, number][] {
	const meant = new Set(terms);
	return [...text.matchAll(WORD)]
		.filter(([word]) => meant.has(word.toLowerCase()))
		.map(({ index, 0: word }) => [index, index + word.length]);
}
