import type { SubagentStopInput } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import { withMemory } from '../continuity/with-memory.ts';
import type { Ports } from '../ports.ts';
import { sessionOf } from '../scene.ts';

/** Remembers what a subagent reported. What a compaction says comes with PostCompact (D29). */
export async function subagentStop(
	input: SubagentStopInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const session = sessionOf(input, ports);
	if ((input.agent_type ?? '') === '') return undefined;
	await withMemory(input.cwd, ports, async (home) => {
		const { captureNote } = await import('../continuity/capture-progress.ts');
		const said = { from: 'agent' as const, text: input.last_assistant_message };
		await captureNote(said, { session, home, ports });
	});
	return undefined;
}
