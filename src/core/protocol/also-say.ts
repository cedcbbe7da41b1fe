import { hookEvents } from './hook-events.ts';
import {
	alsoTell,
	block,
	bounded,
	type HookAnswer,
	type HookOutput,
	inform,
	specificIn,
} from './hook-messages.ts';

/** The same answer with one more text for the model, where its event lets a hook speak to it. */
export function alsoSay(output: HookAnswer, event: string, text: string): HookAnswer {
	if (output !== undefined && 'decision' in output)
		return { ...output, ...block(`${output.reason}\n${text}`) };
	if (!maySpeak(event) || (output !== undefined && 'stopReason' in output)) return output;
	const said = specificIn(output);
	if (said === undefined) return { ...output, ...inform(event, text, undefined) };
	if ('permissionDecision' in said) {
		const permissionDecisionReason = bounded(`${said.permissionDecisionReason}\n${text}`);
		return { ...output, hookSpecificOutput: { ...said, permissionDecisionReason } };
	}
	const additionalContext = bounded(`${said.additionalContext}\n${text}`);
	return { ...output, hookSpecificOutput: { ...said, additionalContext } };
}

function maySpeak(event: string): boolean {
	return hookEvents.some(({ name, speaks }) => name === event && speaks);
}

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
