import { isAscii } from '../text/strings.ts';

/** A shorter lesson could stand in any text by chance. */
const SHORTEST = 12;

/**
 * Whether what a lesson says stands in a text, whatever its case, punctuation and line breaks.
 *
 * @param texts each as `plainForm` makes it
 */
export function standsIn(said: string, texts: readonly string[]): boolean {
	const form = plainForm(said);
	return form.length - 2 >= SHORTEST && texts.some((text) => text.includes(form));
}

/** A text as words in small letters, a blank before and behind each: that is how two texts are compared. */
export function plainForm(text: string): string {
	const lower = text.toLowerCase();
	return ` ${lower
		.split(isAscii(lower) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '')
		.join(' ')} `;
}
