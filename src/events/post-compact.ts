import type { Context } from '../context.ts';
import { common, type HookAnswer } from '../host/messages.ts';
import * as z from '../store/shape.ts';
import { captureNote } from './capture-progress.ts';
import type { Hook } from './hook.ts';

export const PostCompactInput = z.looseObject({
	...common,
	compact_summary: z.optional(z.string()),
});
type PostCompactInput = z.output<typeof PostCompactInput>;

export const hook: Hook<PostCompactInput> = {
	event: 'PostCompact',
	about: "Records Claude Code's own summary.",
	input: PostCompactInput,
	answer: postCompact,
};

/** Remembers the summary of the work so far that a compaction made (D29), but not of a subagent's own work. */
async function postCompact(input: PostCompactInput, context: Context): Promise<HookAnswer> {
	if (input.agent_id !== undefined) return undefined;
	await captureNote('compaction', input.compact_summary, { input, context });
	return undefined;
}
