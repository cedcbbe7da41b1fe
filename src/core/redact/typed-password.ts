import { isPlaceholder, isRandom, isStrongPassword, isSurelyCode } from './value.ts';

/** A name with its version, a date, a file, an address of mail: what sentences are full of. */
const KNOWN =
	/^(?:[A-Za-z]+[-_ ]?v?\d[\d.]*(?:st|nd|rd|th|[a-z])?|v?\d+(?:[-.:/]\w+)+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|.*\.[a-z]{1,5}\d?)$/;
/** Signs that hardly stand within words of a sentence. */
const SIGN = /\w[!#$%^&*?@=~|]+\w|[!$%^&*~]$/;
/** Letters with a digit between them: `gr33n`. */
const LEET = /[A-Za-z]\d{1,2}[a-z]/;
const JOINED = /^\w+[-_.+]\w+[-_.+]\w+/;
const NUMBERED = /^(?:[a-z]{6,}|(?=[a-z]*[A-Z])[A-Za-z]{5,})\d{2,6}$/;

/** Whether a word of the text can be a password that somebody types: if not, nobody need ask what announces it. */
export function mayHoldTyped(text: string): boolean {
	return text.split(/[\s"'`<>|,;()/]+/).some(isMarked);
}

/** What every such password has, and few words have. Asked of every word: each pattern goes over it once. */
function isMarked(word: string): boolean {
	if (word.length < 8 || !/\d/.test(word)) return false;
	const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
	return isMixed || /[!#$%^&*?@=~|]|^[a-z]{6,}\d{2,6}(?:\W|$)/.test(word);
}

/** Whether it looks like a password that somebody types, where only the sentence around it speaks for that. */
export function isTyped(text: string): boolean {
	const value = text.replace(/[.,:;?]+$/, '');
	if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
	if (isSurelyCode(value) || isPlaceholder(value)) return false;
	if (NUMBERED.test(value) || SIGN.test(text)) return !/^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(value);
	if (KNOWN.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
	return LEET.test(value) || JOINED.test(value) || (value.length >= 20 && isRandom(value));
}

/** The same where it stands in quotes among the arguments of a call that takes a password. */
export function isTypedInCode(value: string): boolean {
	return isStrongPassword(value) && !KNOWN.test(value);
}
