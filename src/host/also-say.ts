import { hookEvents } from './hook-events.ts';
import { block, bounded, type HookAnswer, inform, specificIn } from './hook-messages.ts';

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
