import * as z from '../../core/document/shape.ts';
import { common } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import { withMemory } from '../faults.ts';
import type { Ports } from '../ports.ts';
import { sessionOf } from '../scene.ts';

/** A compaction runs as a subagent too, one without a type. */
export const SubagentStartInput = z.looseObject({ ...common, agent_type: z.optional(z.string()) });
type SubagentStartInput = z.output<typeof SubagentStartInput>;

/** Tells a subagent what earlier sessions learned about the task it was given. The client does not name the task here. */
export async function subagentStart(
	input: SubagentStartInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const session = sessionOf(input, ports);
	const { agent_id: id, agent_type: type = '', transcript_path: transcript } = input;
	if (id === undefined || type === '' || transcript === undefined || ports.host.nested)
		return undefined;
	return withMemory(input.cwd, ports, async (home) => {
		if (!home.config.continuity.recall) return undefined;
		const tasks = await ports.agentTasks(transcript, { id, type });
		if (tasks.length === 0) return undefined;
		const { redact } = await import('../../core/redact/redact.ts');
		const { tellAboutWords } = await import('../continuity/tell-lessons.ts');
		const asked = { home, words: redact(tasks.join('\n')) };
		return tellAboutWords('SubagentStart', { input, session, ports }, asked);
	});
}
