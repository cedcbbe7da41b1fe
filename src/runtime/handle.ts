import type { Hook } from '../app/hooks/hook.ts';
import { postCompactHook } from '../app/hooks/post-compact.ts';
import { postToolUseHook } from '../app/hooks/post-tool-use.ts';
import { postToolUseFailureHook } from '../app/hooks/post-tool-use-failure.ts';
import { preCompactHook } from '../app/hooks/pre-compact.ts';
import { preSkillShellCommandHook } from '../app/hooks/pre-skill-shell-command.ts';
import { preToolUseHook } from '../app/hooks/pre-tool-use.ts';
import { sessionEndHook } from '../app/hooks/session-end.ts';
import { sessionStartHook } from '../app/hooks/session-start.ts';
import { stopHook } from '../app/hooks/stop.ts';
import { subagentStopHook } from '../app/hooks/subagent-stop.ts';
import { taskCompletedHook } from '../app/hooks/task-completed.ts';
import { userPromptExpansionHook } from '../app/hooks/user-prompt-expansion.ts';
import { userPromptSubmitHook } from '../app/hooks/user-prompt-submit.ts';
import type { Context } from '../core/context.ts';
import type { HookEventName } from '../core/protocol/hook-events.ts';
import type { HookAnswer } from '../core/protocol/hook-messages.ts';
import { notify } from '../core/protocol/hook-messages.ts';
import { answerEvent } from './answer-event.ts';

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
