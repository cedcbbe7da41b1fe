import { quotedWord } from '../shell/call.ts';
import { member, textIn } from '../store/foreign-json.ts';
import { isRecord } from '../store/shape.ts';

/** Our command, anywhere in a status line: by name, or by its path. */
const OURS = /(?:'\/[^']*\/req'|(?<![\w.-])(?:\/[\w./:@%+=-]*\/)?req) statusline(?![\w-])/;

/** Seconds until Claude Code draws the line again without a turn; a drawing costs a shell. */
const REFRESH_S = 10;

/**
 * The `statusLine` of Claude Code's settings that shows our line below the lines that are shown now.
 *
 * @param shown the value that applies now; `undefined` if there is none
 * @param program `req`, or its path as a word of the shell
 * @returns `undefined` if our line is there, or if it cannot follow what is there
 */
export function withStatusLine(shown: unknown, program: string): object | undefined {
	if (shown === undefined) {
		return { type: 'command', command: plainCommand(program), refreshInterval: REFRESH_S };
	}
	const theirs = textIn(shown, 'command')?.trim() ?? '';
	const isCommand = isRecord(shown) && member(shown, 'type') === 'command' && theirs !== '';
	if (!isCommand || OURS.test(theirs)) return undefined;
	// Both read what Claude Code sends on standard input.
	const first = `i=$(cat); printf %s "$i" | sh -c ${quotedWord(theirs)}`;
	const second = `! command -v ${program} >/dev/null || printf %s "$i" | ${program} statusline`;
	return { ...shown, command: `${first}; ${second}` };
}

/** Our line alone. It prints nothing, and does not fail, if `req` was removed. */
export function plainCommand(program: string): string {
	return `! command -v ${program} >/dev/null || ${program} statusline`;
}
