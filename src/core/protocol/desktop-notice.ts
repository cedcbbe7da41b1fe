import { alsoTell, type HookAnswer, type HookOutput } from './hook-output.ts';

/** What the user is told in the client and, in fewer words, on the desktop. */
export interface DesktopNotice {
	readonly text: string;
	/** Our own words, in printable ASCII, that begin with no digit: the client drops anything else. */
	readonly title: string;
}

/**
 * Tells the user alone, also by a notification of the desktop where the terminal knows them: OSC 9, which the client
 * emits for a hook (docs/notes/claude-code/hook-inputs.md).
 *
 * @param notice what is to be told anyway
 */
export function alsoNotify(notice: HookAnswer, { text, title }: DesktopNotice): HookOutput {
	return { ...alsoTell(notice, text), terminalSequence: `\u001b]9;${title}\u0007` };
}
