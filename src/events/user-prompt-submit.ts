import type { Context } from '../context.ts';
import { environmentOf } from '../host/environment.ts';
import { common, type HookAnswer } from '../host/messages.ts';
import { removeAbandonedMarks } from '../state/call-marks.ts';
import { attempt } from '../store/errors.ts';
import * as z from '../store/shape.ts';
import { capturePrompt } from './capture-prompt.ts';
import type { Hook } from './hook.ts';
import { sessionOf, withMemory } from './projects.ts';
import { lessonsForPrompt } from './recall-lessons.ts';

/** The user, the client itself or a timer sent a prompt. */
export const UserPromptSubmitInput = z.looseObject({ ...common, prompt: z.string() });
type UserPromptSubmitInput = z.output<typeof UserPromptSubmitInput>;

export const hook: Hook<UserPromptSubmitInput> = {
	event: 'UserPromptSubmit',
	about: 'Remembers what the prompt is about, and shows what earlier sessions learned about it.',
	identity: ['prompt_id', 'prompt'],
	input: UserPromptSubmitInput,
	answer: userPromptSubmit,
};

/**
 * Remembers what a prompt is about, and shows what earlier sessions learned about it. A prompt of a subagent, or to a nested
 * client, no user typed (D11).
 */
async function userPromptSubmit(input: UserPromptSubmitInput, context: Context): Promise<HookAnswer> {
	const session = sessionOf(input);
	if (input.agent_id !== undefined || environmentOf(context).nested) return undefined;
	// A call that was interrupted, or refused by the user, ends without a hook.
	await attempt(async () => removeAbandonedMarks({ session, context }, undefined));
	return withMemory(input.cwd, context, async (home) => {
		const words = await capturePrompt({ input, session, context }, home);
		if (words === undefined) return undefined;
		return lessonsForPrompt({ input, session, context }, home, words);
	});
}
