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
 * The user's own words in a prompt, without the name of a typed command; `undefined` where nobody typed it,
 * or where it is a command of ours, which says nothing about the work.
 */
export function typedWords(prompt: string): string | undefined {
	const text = prompt.trim();
	if (text === '' || MACHINE_MADE.some((start) => text.startsWith(start))) return undefined;
	if (/^\/req:/.test(text)) return undefined;
	const words = text.replace(/^\/[\w:.-]{1,200}(?=\s|$)/, '').trim();
	return words === '' ? undefined : wholeWords(words);
}

/** A word that the cut divides is left out: half a secret would not be seen for one. */
function wholeWords(text: string): string {
	if (text.length <= MAX_LENGTH) return text;
	let end = MAX_LENGTH;
	while (end > MAX_LENGTH - MAX_WORD && /\S/.test(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
}
