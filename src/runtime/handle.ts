import type { Hook } from '../app/hooks/hook.ts';
import type { Context } from '../core/context.ts';
import { looseObject } from '../core/document/shape.ts';
import { Fault } from '../core/fault/fault.ts';
import type { HookEventName } from '../core/protocol/hook-events.ts';
import type { HookAnswer } from '../core/protocol/hook-messages.ts';
import { answerEvent } from './answer-event.ts';

type Answer = (event: unknown, context: Context) => Promise<HookAnswer>;

function answering<Input>(hook: Hook<Input>): Answer {
	return (event, context) => answerEvent(hook, () => event, context);
}

const unknownEvent = answering({
	input: looseObject({}),
	answer: async () => {
		throw new Fault('bad_input', 'no hook answers this event');
	},
});

/** The hook of each event; a process that answers one of them loads no other. */
const HOOKS: Readonly<Record<HookEventName, () => Promise<Answer>>> = {
	PostCompact: async () =>
		answering((await import('../app/hooks/post-compact.ts')).postCompactHook),
	PostToolUse: async () =>
		answering((await import('../app/hooks/post-tool-use.ts')).postToolUseHook),
	PostToolUseFailure: async () =>
		answering((await import('../app/hooks/post-tool-use-failure.ts')).postToolUseFailureHook),
	PreCompact: async () => answering((await import('../app/hooks/pre-compact.ts')).preCompactHook),
	PreToolUse: async () => answering((await import('../app/hooks/pre-tool-use.ts')).preToolUseHook),
	SessionEnd: async () => answering((await import('../app/hooks/session-end.ts')).sessionEndHook),
	SessionStart: async () =>
		answering((await import('../app/hooks/session-start.ts')).sessionStartHook),
	Stop: async () => answering((await import('../app/hooks/stop.ts')).stopHook),
	SubagentStop: async () =>
		answering((await import('../app/hooks/subagent-stop.ts')).subagentStopHook),
	UserPromptExpansion: async () =>
		answering((await import('../app/hooks/user-prompt-expansion.ts')).userPromptExpansionHook),
	UserPromptSubmit: async () =>
		answering((await import('../app/hooks/user-prompt-submit.ts')).userPromptSubmitHook),
};

/**
 * The product: answers an event of the client, whoever asks. Never throws; what goes wrong inside is written down, and the
 * answer is `undefined`.
 *
 * @param event the client's hook input, parsed
 * @param context all that the answer depends on besides
 */
export async function handle(event: unknown, context: Context): Promise<HookAnswer> {
	const name = (event as { hook_event_name?: unknown } | null)?.hook_event_name;
	const answer = isHookEvent(name) ? await HOOKS[name]() : unknownEvent;
	return await answer(event, context);
}

function isHookEvent(name: unknown): name is HookEventName {
	return typeof name === 'string' && Object.hasOwn(HOOKS, name);
}
