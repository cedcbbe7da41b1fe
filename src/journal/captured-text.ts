import { cut, cutAtWord, oneLine, withoutTags } from '../text/one-line.ts';

/** Characters that are read of a text; what is longer is a paste or a log. */
const MAX_READ = 20_000;

/** The beginning of a text, as much as is read of it, up to the end of a word. */
export function firstWords(text = ''): string {
	return cutAtWord(text.trim(), MAX_READ);
}

/** How prompts begin that Claude Code makes, besides those that begin with a tag of its own. */
const MACHINE_MADE =
	/^(?:Caveat: The messages below were generated|Stop hook feedback:|This session is being continued from a previous conversation)/;
/** Words of the prompts of runs by which the task, or the stage's prompt, is found again: a person wrote only that. */
export const RUN_PROMPT = {
	task: 'Work on task',
	resumedTask: 'Go on with task',
	title: 'Task',
	description: 'What there is to know',
	iteration: 'This is iteration',
	stageAsks: 'It asks for this:',
	/** After the stage's prompt and the name of a file. */
	stageFacts: ' first: a JSON file with what you have to go by.',
};
const OF_RUN = new RegExp(
	`^(?:(?:${RUN_PROMPT.task}|${RUN_PROMPT.resumedTask}) \\S+ of this branch\\.\\n|${RUN_PROMPT.iteration} \\d+ of at most \\d+ of stage )`,
);
const SAID_IN_RUN = new RegExp(
	[
		`^(?:${RUN_PROMPT.title}|${RUN_PROMPT.description}): "(.*)"$`,
		`${RUN_PROMPT.stageAsks}\\n\\n([\\s\\S]*)\\n\\nRead .*${RUN_PROMPT.stageFacts}`,
	].join('|'),
	'gm',
);

/** Whether a prompt is a command of req: neither it nor the answer says anything of the work. */
export function isOwnCommand(prompt: string): boolean {
	return /^\s*\/req:/.test(prompt);
}

/** The user's own words in a prompt, without the name of a command; empty if the user typed none. */
export function typedWords(prompt: string): string {
	const text = prompt.trim();
	const isTagged = withoutTags(text.slice(0, 40))[0] !== text[0];
	if (isTagged || MACHINE_MADE.test(text) || isOwnCommand(text)) return '';
	const said = OF_RUN.test(text)
		? [...text.matchAll(SAID_IN_RUN)].map(([, task, stage]) => task ?? stage).join('\n')
		: text;
	return firstWords(said.replace(/^\/[\w:.-]{1,200}(?=\s|$)/, ''));
}

/** What is stored of a prompt, in the words of the documentation. */
export const PROMPT_STORED =
	'Of a prompt, req stores sentences that sound like a decision or a blocker, and counts of its words, all redacted.';

/** A sentence of a prompt that may be a decision or a blocker. `type`: of a blocker. */
interface Candidate {
	readonly kind: 'decision' | 'blocker';
	readonly type?: string;
	readonly text: string;
}

/** It speaks of a decision that is not made yet. */
const UNDECIDED = /\?$|\b(?:if|when|once|whether|until|unless|before) (?:we|i)\b|\bnot (?:yet )?decided\b/i;
const UNBLOCKED = /\b(?:not|no longer|never|isn't|aren't) blocked\b/i;

/** How such sentences sound, with straight apostrophes. "Need" alone is in every prompt. */
const SOUNDS: readonly (Omit<Candidate, 'text'> & { like: RegExp; unlike: RegExp })[] = [
	{
		kind: 'decision',
		like: /\b(?:let's|let us|we(?:'ll| will| shall| are going to|'re going to)) (?:not\s)?(?:use|go with|switch to|stick (?:with|to)|keep|adopt|avoid)\b|\b(?:we|i)(?:'ve| have)? (?:decided|agreed|settled on)\b|^\W{0,4}(?:decision|decided)\s?:/i,
		unlike: UNDECIDED,
	},
	{
		kind: 'blocker',
		type: 'dependency',
		like: /\bblocked (?:by|on)\b|^\W{0,4}blocker\s?:|\bcan(?:no|')t (?:continue|proceed|go on) (?:until|without)\b/i,
		unlike: UNBLOCKED,
	},
	{
		kind: 'blocker',
		type: 'unclear',
		like: /\bunclear (?:whether|if|how|what|which|who|when)\b|^\W{0,4}open question\s?:/i,
		unlike: UNBLOCKED,
	},
];
/** No prompt settles more; a longer list is a document. */
const MAX_EACH = 5;

/**
 * Sentences of a prompt that sound like a decision or a blocker, decisions first. They are the
 * user's words, for the user to confirm (D26).
 *
 * @param text redacted
 */
export function candidatesIn(text: string): Candidate[] {
	const found = [...new Set(sentencesOf(text))].flatMap((sentence): Candidate[] => {
		const heard = sentence.replaceAll('\u2019', "'");
		const sound = SOUNDS.find(({ like, unlike }) => like.test(heard) && !unlike.test(heard));
		if (sound === undefined) return [];
		const { kind, type } = sound;
		return [type === undefined ? { kind, text: sentence } : { kind, type, text: sentence }];
	});
	const ofKind = (kind: Candidate['kind']) => found.filter((one) => one.kind === kind);
	return [...ofKind('decision').slice(0, MAX_EACH), ...ofKind('blocker').slice(0, MAX_EACH)];
}

const FENCE = /^ {0,3}(?:```|~~~)/;

/** The sentences of a prompt, one line each, without code and quotations. */
function sentencesOf(text: string): string[] {
	let isFenced = false;
	const lines = text.split('\n').filter((line) => {
		if (FENCE.test(line)) isFenced = !isFenced;
		return !isFenced && !/^\s{0,3}>|^(?: {4}|\t)/.test(line);
	});
	return lines.flatMap((line) => line.split(/(?<=[.!?])\s/)).flatMap((one) => oneLine(one) || []);
}

/** At most `limit` characters, up to the end of a sentence if one ends in the second half. */
export function clipped(text: string, limit: number): string {
	const whole = text.trim();
	if (whole.length <= limit) return whole;
	const start = cut(whole, limit - 1);
	const ends = [...start.matchAll(/[.!?](?=\s)|\n/g)].map(({ index }) => index + 1);
	const last = ends.at(-1) ?? 0;
	return last > limit / 2 ? start.slice(0, last).trim() : `${start}…`;
}
