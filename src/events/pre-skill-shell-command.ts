import type { Context } from '../context.ts';
import { CALL_IDENTITY, type HookAnswer, PreToolUseInput } from '../host/messages.ts';
import type { Hook } from './hook.ts';
import { checkCall } from './pre-tool-use.ts';
import { sessionOf } from './projects.ts';

export const hook: Hook<PreToolUseInput> = {
	event: 'PreSkillShellCommand',
	about: "Blocks shell lines in a skill's text, like Bash calls.",
	identity: CALL_IDENTITY,
	input: PreToolUseInput,
	answer: preSkillShellCommand,
};

/**
 * Checks a shell line in a skill's text like a Bash call, before it runs. Claude Code fires no event after it: what it
 * changed is detected at the end of the Skill call, or, after a typed skill, at the next call.
 */
async function preSkillShellCommand(input: PreToolUseInput, context: Context): Promise<HookAnswer> {
	const { answer } = await checkCall({ input, session: sessionOf(input), context });
	return answer;
}
