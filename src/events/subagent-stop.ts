import type { Context } from '../context.ts';
import { common, type HookAnswer } from '../host/messages.ts';
import * as z from '../store/shape.ts';
import { captureNote } from './capture-progress.ts';
import type { Hook } from './hook.ts';

/** A compaction ends as a subagent too, one without a type. */
export const SubagentStopInput = z.looseObject({
	...common,
	agent_type: z.optional(z.string()),
	last_assistant_message: z.optional(z.string()),
});
type SubagentStopInput = z.output<typeof SubagentStopInput>;

export const hook: Hook<SubagentStopInput> = {
	event: 'SubagentStop',
	about: 'Remembers what a subagent reported.',
	runs: [{ async: true }],
	input: SubagentStopInput,
	answer: subagentStop,
};

/** Remembers what a subagent reported. What a compaction says comes with PostCompact (D29). */
async function subagentStop(input: SubagentStopInput, context: Context): Promise<HookAnswer> {
	if ((input.agent_type ?? '') === '') return undefined;
	await captureNote('agent', input.last_assistant_message, { input, context });
	return undefined;
}
