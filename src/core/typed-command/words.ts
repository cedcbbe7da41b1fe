/** A word somebody typed. One that began with a quotation mark is never an option. */
export interface Word {
	readonly text: string;
	readonly isQuoted: boolean;
}

/** `--option=`, then text between quotation marks; such text alone; anything up to the next blank. */
const WORD = /[^\S\n]*(?:(--[\w-]+=)?(?:"([^"\n]*)"|'([^'\n]*)')|([^\s]+))/gy;

/**
 * The words of the first line. Quotation marks count where a word begins, and where they are closed:
 * the apostrophe of a sentence is none. What stands on further lines is the user's prompt.
 */
export function wordsOf(text: string): Word[] {
	return [...text.matchAll(WORD)].map(([, option = '', double, single, plain]) => ({
		text: option + (double ?? single ?? plain ?? ''),
		isQuoted: option === '' && plain === undefined,
	}));
}
