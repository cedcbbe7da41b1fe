import { fnv1a } from '../text/strings.ts';
import type { SessionRecord } from './schema.ts';

/** How somebody tells that something did not work. What does not change something else was no try. */
const FAILED_TRY =
	/\b(?:did(?:n['\u2019]t| not) (?:work|help|fix|change)|(?:does|do)(?:n['\u2019]t| not) (?:work|help|fix|change (?:anything|it|that))|had no effect|no luck|made (?:it|things) worse|(?:tried|attempted)\b.*\b(?:but|failed|broke|in vain))\b/i;
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

/** What a session tried in vain, as its turns and a person say, and when each was said last. */
export function triedBy({
	notes,
}: Pick<SessionRecord, 'notes'>): readonly { readonly text: string; readonly at: string }[] {
	const said = notes.filter(({ from }) => from === 'turn' || from === 'user');
	const found = said.flatMap(({ text, at }) => triedIn([text]).map((one) => [one, at] as const));
	return [...new Map(found)].map(([text, at]) => ({ text, at }));
}

/** Names such a sentence where it is told. */
export function triedId(sentence: string): string {
	return `v${fnv1a(sentence)}`;
}
