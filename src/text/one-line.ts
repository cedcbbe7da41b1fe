/** Longest stored text that is shown in one place (D18). */
const MAX_LENGTH = 300;

/** What a terminal obeys. */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;
/** Most texts: these take a tenth of the time, and a session start reads thousands. */
const ALL_VISIBLE = /^[\x20-\x7e]*$/;
/**
 * Control, format and unpaired characters, separators of lines and paragraphs, and blanks that look like nothing.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** A name that cannot be taken for a sentence. */
const PLAIN_NAME = /^[\w./@+#=*-]+$/;

/** A text as one line without anything invisible, however long. */
export function flat(text: string): string {
	if (ALL_VISIBLE.test(text)) return (text.includes('  ') ? text.replace(/ +/g, ' ') : text).trim();
	return text.replace(ESCAPES, ' ').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
}

/** Stored or foreign text as harmless data: one line, nothing invisible, at most 300 characters (D18). */
export function oneLine(text: string): string {
	const line = flat(text);
	return line.length <= MAX_LENGTH ? line : `${cutAtWord(line, MAX_LENGTH - 1)}…`;
}

/** The same between quotation marks, so that it cannot pass for our own words. */
export function quoted(text: string): string {
	return `"${oneLine(text).replaceAll('"', "'")}"`;
}

/** A foreign name inside our own sentence: unchanged if it is plain, else in quotation marks. */
export function named(text: string): string {
	const flat = oneLine(text);
	return PLAIN_NAME.test(flat) ? flat : quoted(flat);
}

/** Foreign words to type, between backticks of ours. */
export function typed(text: string): string {
	return `\`${oneLine(text).replaceAll('`', "'")}\``;
}

/** What changes the order in which letters are shown, and the controls of eight bits that a terminal obeys. */
const UNSEEN = /[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * An output of any length with these as JSON writes them. JSON stays the same document; in any other text a reader
 * sees that they are there.
 */
export function escapeInvisible(text: string): string {
	return text.replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Tags that Claude Code itself adds to what the model reads; req writes none. */
const CLIENT_TAG =
	/<(?=\s{0,3}\/?\s{0,3}(?:system-reminder|task-notification|user-prompt-submit-hook|command-|local-command|bash-))/gi;

/**
 * A text for the model that cannot end what the client wraps it in, nor pass for the client's own words.
 *
 * @param sign what replaces `<`
 */
export function withoutTags(text: string, sign = '‹'): string {
	return text.includes('<') ? text.replace(CLIENT_TAG, sign) : text;
}

/** The first `length` characters, one less where that would divide a surrogate pair. */
export function cut(text: string, length: number): string {
	const isHighSurrogate = /[\ud800-\udbff]$/.test(text.slice(0, length));
	return text.slice(0, isHighSurrogate ? length - 1 : length);
}

/** The same without the word that the end divides, if it begins in the second half: half a secret is not found. */
export function cutAtWord(text: string, length: number): string {
	const start = cut(text, length);
	const isDivided = /^\S/.test(text.slice(start.length));
	const end = isDivided ? start.search(/\S+$/) : -1;
	return end > length / 2 ? start.slice(0, end).trimEnd() : start;
}

const STEP = /(?<![\w/:.-])req (pause --off|status|satisfy|approve|pause|clear|trust)\b/g;

/** A text for readers inside the client: what a terminal's `req pause` does, `/req:pause` does there (D36). */
export function typedForm(text: string): string {
	return text.replace(STEP, (_, step) => `/req:${step === 'pause --off' ? 'unpause' : step}`);
}
