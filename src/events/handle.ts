import type { Context } from '../core/context.ts';
import type { HookEventName } from '../host/hook-events.ts';
import type { HookAnswer } from '../host/hook-messages.ts';
import { notify } from '../host/hook-messages.ts';
import { answerEvent } from './answer-event.ts';
import type { Hook } from './hook.ts';
import { postCompactHook } from './post-compact.ts';
import { postToolUseHook } from './post-tool-use.ts';
import { postToolUseFailureHook } from './post-tool-use-failure.ts';
import { preCompactHook } from './pre-compact.ts';
import { preSkillShellCommandHook } from './pre-skill-shell-command.ts';
import { preToolUseHook } from './pre-tool-use.ts';
import { sessionEndHook } from './session-end.ts';
import { sessionStartHook } from './session-start.ts';
import { stopHook } from './stop.ts';
import { subagentStopHook } from './subagent-stop.ts';
import { taskCompletedHook } from './task-completed.ts';
import { userPromptExpansionHook } from './user-prompt-expansion.ts';
import { userPromptSubmitHook } from './user-prompt-submit.ts';

type Answer = (
	event: unknown,
	context: Context,
	crash: Promise<never> | undefined,
) => Promise<HookAnswer>;

const HOOKS: Readonly<Record<HookEventName, Answer>> = {
	PostCompact: answering(postCompactHook),
	PostToolUse: answering(postToolUseHook),
	PostToolUseFailure: answering(postToolUseFailureHook),
	PreCompact: answering(preCompactHook),
	PreSkillShellCommand: answering(preSkillShellCommandHook),
	PreToolUse: answering(preToolUseHook),
	SessionEnd: answering(sessionEndHook),
	SessionStart: answering(sessionStartHook),
	Stop: answering(stopHook),
	SubagentStop: answering(subagentStopHook),
	TaskCompleted: answering(taskCompletedHook),
	UserPromptExpansion: answering(userPromptExpansionHook),
	UserPromptSubmit: answering(userPromptSubmitHook),
};

/**
 * Answers one hook event of Claude Code. Never throws: failures are stored as faults, and the answer is `undefined`.
 *
 * @param event the hook input, parsed
 * @param context all that the answer depends on besides
 * @param crash rejects with an uncaught exception or unhandled rejection of this event
 */
export async function handle(
	event: unknown,
	context: Context,
	crash?: Promise<never>,
): Promise<HookAnswer> {
	const name = (event as { hook_event_name?: unknown } | null)?.hook_event_name;
	if (!isHookEvent(name)) return notify('req: the hook input names no event that req answers');
	return await HOOKS[name](event, context, crash);
}

function answering<Input>(hook: Hook<Input>): Answer {
	return (event, context, crash) => answerEvent(hook, () => event, context, crash);
}

function isHookEvent(name: unknown): name is HookEventName {
	return typeof name === 'string' && Object.hasOwn(HOOKS, name);
}
