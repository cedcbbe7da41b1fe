import { sentencesOf } from './sentences.ts';

/** What a prompt seems to settle, and what seems to be in the way (D26). */
export interface Candidates {
	readonly decisions: readonly string[];
	readonly blockers: readonly { readonly type: string; readonly text: string }[];
}

const CHOOSE = '(?:not\\s)?(?:use|go with|switch to|stick (?:with|to)|keep|adopt|avoid)\\b';
const DECISION = new RegExp(
	[
		`\\b(?:let['’]?s|let us) ${CHOOSE}`,
		`\\bwe(?:['’]ll| will| shall| are going to|['’]re going to) ${CHOOSE}`,
		"\\b(?:we|I)(?:['’]ve| have)? (?:decided|agreed|settled on)\\b",
		'^\\W{0,4}(?:decision|decided)\\s?:',
	].join('|'),
	'i',
);
/** Spoken of, and not made. */
const OPEN =
	/\?$|\b(?:if|when|once|whether|until|unless|before) (?:we|I)\b|\bnot (?:yet )?decided\b/i;

const DEPENDENCY =
	/\bblocked (?:by|on)\b|^\W{0,4}blocker\s?:|\bcan(?:no|['\u2019])t (?:continue|proceed|go on) (?:until|without)\b/i;
const UNCLEAR = /\bunclear (?:whether|if|how|what|which|who|when)\b|^\W{0,4}open question\s?:/i;
const NOT_BLOCKED = /\b(?:not|no longer|never|isn['\u2019]t|aren['\u2019]t) blocked\b/i;

/** No prompt settles more; a longer list is a document. */
const MAX_EACH = 5;

/**
 * Sentences of a prompt that sound like a decision or a blocker. Candidates only: the user's words, for him to
 * confirm (D26). Conservative: "need" and "issue" alone are in every prompt (S1-029, S1-030).
 *
 * @param text redacted
 */
export function candidatesIn(text: string): Candidates {
	const sentences = [...new Set(sentencesOf(text))];
	return {
		decisions: sentences.filter((one) => DECISION.test(one) && !OPEN.test(one)).slice(0, MAX_EACH),
		blockers: sentences.flatMap(blockerIn).slice(0, MAX_EACH),
	};
}

function blockerIn(text: string): { type: string; text: string }[] {
	if (NOT_BLOCKED.test(text)) return [];
	if (DEPENDENCY.test(text)) return [{ type: 'dependency', text }];
	return UNCLEAR.test(text) ? [{ type: 'unclear', text }] : [];
}
