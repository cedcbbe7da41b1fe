import { cut, oneLine } from '../core/text/one-line.ts';

/** How prompts begin that the client makes by itself, or another hook. */
const MACHINE_MADE = [
	...['<task-notification>', '<command-', '<local-command', '<system-reminder>', '<bash-'],
	...[
		'<user-prompt-submit-hook>',
		'Caveat: The messages below were generated',
		'Stop hook feedback:',
	],
	'This session is being continued from a previous conversation',
];
/** What a prompt is read of; a longer one is a paste. */
const MAX_LENGTH = 20_000;
const MAX_WORD = 1_000;

/**
 * How prompts begin that a run of ours gives a session, and what of them a person wrote: the task, or the stage's own
 * prompt. The rest, gates and names of files among it, says nothing of the work.
 */
const OF_RUNS: readonly { readonly begins: RegExp; readonly said: RegExp }[] = [
	{
		begins: /^(?:Work on|Go on with) task \S+ of this branch\.\n/,
		said: /^(?:Task|What there is to know): "(.*)"$/gm,
	},
	{
		begins: /^This is iteration \d+ of at most \d+ of stage /,
		said: /It asks for this:\n\n([\s\S]*?)\n\nRead /g,
	},
];

/** What a person wrote of a prompt; of a run's prompt its task only. */
function saidIn(prompt: string): string {
	const run = OF_RUNS.find(({ begins }) => begins.test(prompt));
	if (run === undefined) return prompt;
	return [...prompt.matchAll(run.said)].map(([, said = '']) => said).join('\n');
}

/** Whether somebody typed a command of ours: what is answered to it says nothing of the work either. */
export function isOwnCommand(prompt: string): boolean {
	return /^\s*\/req:/.test(prompt);
}

/** The first words of what was asked, as one line. */
export function askedIn(words: string): string {
	return cut(oneLine(words.replace(/\s+/g, ' ')), MAX_ASKED);
}

/** Characters that tell what a prompt was about. */
const MAX_ASKED = 160;

/**
 * The user's own words in a prompt, without the name of a typed command; `undefined` where nobody typed it,
 * or where it is a command of ours, which says nothing about the work.
 */
export function typedWords(prompt: string): string | undefined {
	const text = prompt.trim();
	if (text === '' || MACHINE_MADE.some((start) => text.startsWith(start))) return undefined;
	if (isOwnCommand(text)) return undefined;
	const words = saidIn(text)
		.replace(/^\/[\w:.-]{1,200}(?=\s|$)/, '')
		.trim();
	return words === '' ? undefined : wholeWords(words);
}

/** A word that the cut divides is left out: half a secret would not be seen for one. */
function wholeWords(text: string): string {
	if (text.length <= MAX_LENGTH) return text;
	let end = MAX_LENGTH;
	while (end > MAX_LENGTH - MAX_WORD && /\S/.test(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
}

/** What a prompt seems to settle, and what seems to be in the way (D26). */
interface Candidates {
	readonly decisions: readonly string[];
	readonly blockers: readonly { readonly type: string; readonly text: string }[];
}

// Each reads a sentence in small letters, with straight apostrophes: a pattern of any case takes ten times as long to make.
/** Most sentences hold neither, and need no look for what somebody chooses. */
const CHOOSER = /\b(?:let|we)\b/;
const CHOICE =
	/\b(?:let's|let us|we(?:'ll| will| shall| are going to|'re going to)) (?:not\s)?(?:use|go with|switch to|stick (?:with|to)|keep|adopt|avoid)\b/;
const DECIDED =
	/\b(?:we|i)(?:'ve| have)? (?:decided|agreed|settled on)\b|^\W{0,4}(?:decision|decided)\s?:/;
/** Spoken of, and not made. */
const OPEN =
	/\?$|\b(?:if|when|once|whether|until|unless|before) (?:we|i)\b|\bnot (?:yet )?decided\b/;

const DEPENDENCY =
	/\bblocked (?:by|on)\b|^\W{0,4}blocker\s?:|\bcan(?:no|')t (?:continue|proceed|go on) (?:until|without)\b/;
const UNCLEAR = /\bunclear (?:whether|if|how|what|which|who|when)\b|^\W{0,4}open question\s?:/;
const NOT_BLOCKED = /\b(?:not|no longer|never|isn't|aren't) blocked\b/;

/** No prompt settles more; a longer list is a document. */
const MAX_EACH = 5;

/**
 * Sentences of a prompt that sound like a decision or a blocker. Candidates only: the user's words, for him to
 * confirm (D26). Conservative: "need" and "issue" alone are in every prompt.
 *
 * @param text redacted
 */
export function candidatesIn(text: string): Candidates {
	const sentences = [...new Set(sentencesOf(text))];
	return {
		decisions: sentences.filter((one) => isDecision(plain(one))).slice(0, MAX_EACH),
		blockers: sentences
			.flatMap((text) => {
				const type = blockerIn(plain(text));
				return type === undefined ? [] : [{ type, text }];
			})
			.slice(0, MAX_EACH),
	};
}

function plain(sentence: string): string {
	return sentence.toLowerCase().replaceAll('\u2019', "'");
}

function isDecision(sentence: string): boolean {
	const isMade = DECIDED.test(sentence) || (CHOOSER.test(sentence) && CHOICE.test(sentence));
	return isMade && !OPEN.test(sentence);
}

function blockerIn(sentence: string): string | undefined {
	if (NOT_BLOCKED.test(sentence)) return undefined;
	if (DEPENDENCY.test(sentence)) return 'dependency';
	return UNCLEAR.test(sentence) ? 'unclear' : undefined;
}

const FENCED = /^ {0,3}(?:```|~~~)/;

/** The sentences of a prompt, one line each; code and quotations say what somebody else says. */
export function sentencesOf(text: string): string[] {
	const kept: string[] = [];
	let isFenced = false;
	for (const line of text.split('\n')) {
		if (FENCED.test(line)) isFenced = !isFenced;
		else if (!isFenced && !/^\s{0,3}>|^(?: {4}|\t)/.test(line)) kept.push(line);
	}
	return kept.flatMap((line) => line.split(/(?<=[.!?])\s/)).flatMap((one) => oneLine(one) || []);
}

/** At most `limit` characters, up to the end of a sentence where one ends in the second half. */
export function clipped(text: string, limit: number): string {
	const whole = text.trim();
	if (whole.length <= limit) return whole;
	const start = whole.slice(0, limit - 1);
	const ends = [...start.matchAll(/[.!?](?=\s)|\n/g)].map(({ index }) => index + 1);
	const end = ends.findLast((at) => at > limit / 2);
	return end === undefined ? `${withoutHalf(start)}…` : start.slice(0, end).trim();
}

function withoutHalf(text: string): string {
	return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
