import type { Context } from '../context.ts';
import { type HookOutput, outputOf } from '../host/messages.ts';
import { textIn } from '../store/foreign-json.ts';
import { HOOKS } from './all-hooks.ts';
import { answerEvent, type Hook } from './hook.ts';

const BY_EVENT = new Map<string | undefined, Hook<unknown>>(
	Object.values(HOOKS).map((hook) => [hook.event, hook as Hook<unknown>]),
);

/** What answers an event. `event`: the hook input, parsed; `undefined` if req answers no such event. */
export function hookFor(event: unknown): Hook<unknown> | undefined {
	return BY_EVENT.get(textIn(event, 'hook_event_name'));
}

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
): Promise<HookOutput | undefined> {
	const hook = hookFor(event);
	if (hook === undefined) return outputOf('', { notice: 'req: invalid hook input: unknown event name' });
	return await answerEvent(hook, () => event, context, crash);
}
