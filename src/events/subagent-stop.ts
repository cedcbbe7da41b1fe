import { withMemory } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import { common, type HookAnswer } from '../host/messages.ts';
import * as z from '../store/shape.ts';
import { captureNote } from './capture-progress.ts';
import type { Hook } from './hook.ts';
import { sessionOf } from './projects.ts';

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
async function subagentStop(input: SubagentStopInput, ports: Ports): Promise<HookAnswer> {
	const session = sessionOf(input, ports);
	if ((input.agent_type ?? '') === '') return undefined;
	await withMemory(input.cwd, ports, async (home) => {
		const said = { from: 'agent' as const, text: input.last_assistant_message };
		await captureNote(said, home, session, ports);
	});
	return undefined;
}
