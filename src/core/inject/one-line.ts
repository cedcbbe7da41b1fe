/** Longest stored text that is shown in one place (D18). */
const MAX_LENGTH = 300;

/** Escape sequences, control and format characters, line and paragraph separators. */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;
const INVISIBLE =
	/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/** Stored or foreign text as harmless data: one line, nothing invisible, at most 300 characters (D18, behaviour 52). */
export function oneLine(text: string): string {
	const flat = text.replace(ESCAPES, ' ').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
	return flat.length <= MAX_LENGTH ? flat : `${cut(flat, MAX_LENGTH - 1)}…`;
}

/** The same between quotation marks, so that it cannot pass for our own words. */
export function quoted(text: string): string {
	return `"${oneLine(text).replaceAll('"', "'")}"`;
}

/** Cuts between code points, never inside a surrogate pair. */
function cut(text: string, length: number): string {
	const isHighSurrogate = /[\ud800-\udbff]$/.test(text.slice(0, length));
	return text.slice(0, isHighSurrogate ? length - 1 : length);
}
