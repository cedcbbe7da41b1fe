import { isAscii } from '../text/is-ascii.ts';
import { oneLine, quoted } from '../text/one-line.ts';

/** Words that cannot be taken for a sentence of ours: no colon, bracket, quotation mark, and no second sentence. */
const PLAIN = /^(?:[A-Za-z0-9 ,/_+#@&%'()-]|\.(?! ))+$/;
/** How the frame opens and closes, also where blanks became hyphens. */
const FRAME = /\[(?=[\s-]*(?:end[\s-]+of|session[\s-]+continuity))/gi;
/** What stands above its sections. */
const HEADS =
	/\b(?:PENDING TASKS|ACTIVE PROJECTS|HOT TOPICS|WORKING MEMORY RESTORED|WARNINGS|DECISIONS|LEARNINGS|PATTERNS|LAST SESSION|PROGRESS)(?=\s*:)/g;

/** Stored text inside an injection without the words that frame one: only ours begin and end it (behaviour 52). */
export function unframed(text: string): string {
	return oneLine(text)
		.replace(FRAME, '(')
		.replace(HEADS, (head) => head.toLowerCase());
}

/** Stored text between quotation marks. */
export function toldText(text: string): string {
	return quoted(unframed(text));
}

/** A stored title or name: as it stands where it is plain words, else between quotation marks. */
export function toldName(text: string): string {
	const line = oneLine(text);
	return PLAIN.test(line) || isPlainInAnyLanguage(line) ? line : toldText(line);
}

/** The same as `PLAIN` with the letters of other languages. */
function isPlainInAnyLanguage(line: string): boolean {
	return !isAscii(line) && /^(?:[\p{L}\p{M}\p{N} ,/_+#@&%'()-]|\.(?! ))+$/u.test(line);
}
