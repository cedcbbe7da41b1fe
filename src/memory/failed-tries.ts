const { raw } = String;
const WENT_WRONG = raw`(?:not|\w+n['\u2019]t|still|fail(?:s|ed)?|broke|worse|slower|errors?|hung|crash(?:es|ed)?|nothing)`;
/** How somebody tells that something did not work. What changes nothing else, or they did not do themselves, was no try. */
const FAILED_TRY = new RegExp(
	[
		raw`\b(?:did|does|do)(?:n['\u2019]t| not) (?:work|help|(?:change|fix) (?:it|that|this|anything))\b(?! that)`,
		raw`\bhad no effect|\bno luck(?=[.,;!]|$)|\bmade (?:it|things) worse`,
		raw`\b(?:tried|attempted)\b.*\b(?:failed|broke|but\b.*\b${WENT_WRONG})\b`,
	].join('|'),
	'im',
);
/** A sentence ends with its mark, or its line. */
const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]+)*[.!?]*/g;
/** Longer ones say more than that. */
const MAX_SENTENCE = 200;
/** What stands before an item of a list. */
const ITEM = /^(?:[-*+>]\s+)+/;

/** Sentences that say what was tried in vain, each once. */
export function triedIn(texts: readonly string[]): string[] {
	const telling = texts.filter((text) => FAILED_TRY.test(text));
	const sentences = telling.flatMap((text) => text.match(SENTENCE) ?? []);
	const failed = sentences
		.map((one) => one.trim().replace(ITEM, ''))
		.filter((one) => one.length <= MAX_SENTENCE && FAILED_TRY.test(one) && !one.endsWith('?'));
	return [...new Set(failed)];
}
