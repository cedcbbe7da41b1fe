import { withMemory } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import { common, type HookAnswer } from '../host/messages.ts';
import * as z from '../store/shape.ts';
import { captureNote } from './capture-progress.ts';
import type { Hook } from './hook.ts';
import { sessionOf } from './projects.ts';

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

/** Remembers the client's own summary of the work so far (D29). */
async function postCompact(input: PostCompactInput, ports: Ports): Promise<HookAnswer> {
	const session = sessionOf(input, ports);
	await withMemory(input.cwd, ports, async (home) => {
		const said = { from: 'compaction' as const, text: input.compact_summary };
		await captureNote(said, home, session, ports);
	});
	return undefined;
}
