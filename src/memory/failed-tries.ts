const { raw } = String;
const NOT = raw`(?:n['\u2019]t| not)`;
/** Where it goes on, it says something else: "does not change anything that users see". */
const END = raw`(?=\s*(?:$|[.,;:!)])| (?:either|at all|here|because|since|though)\b)`;
const WENT_WRONG = raw`(?:not|\w+n['\u2019]t|still|fail(?:s|ed)?|broke|worse|slower|errors?|hung|crash(?:es|ed)?|nothing|in vain)`;

/** How somebody tells that something did not work. What they did not do themselves, and what changes nothing else, was no try. */
const FAILED_TRY = new RegExp(
	[
		raw`(?<!\b(?:I|we) )\bdid${NOT} (?:work|help|(?:fix|change) (?:it|that|this|anything)${END})`,
		raw`\bdo(?:es)?${NOT} (?:work|help|fix|change (?:anything|it|that)${END})`,
		raw`\bhad no effect|\bno luck${END}|\bmade (?:it|things) worse`,
		raw`\b(?:tried|attempted)\b.*\b(?:failed|broke|in vain|but\b.*\b${WENT_WRONG})\b`,
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
