import * as z from '../../core/document/shape.ts';
import { common, type HookAnswer } from '../../core/protocol/hook-messages.ts';
import { withMemory } from '../faults.ts';
import type { Ports } from '../ports.ts';
import { sessionOf } from '../projects.ts';

/** A compaction runs as a subagent too, one without a type. */
export const SubagentStartInput = z.looseObject({ ...common, agent_type: z.optional(z.string()) });
type SubagentStartInput = z.output<typeof SubagentStartInput>;

/** Tells a subagent what earlier sessions learned about the task it was given, which the client named before it started. */
export async function subagentStart(input: SubagentStartInput, ports: Ports): Promise<HookAnswer> {
	const session = sessionOf(input, ports);
	const { agent_id: id, agent_type: type = '', transcript_path: transcript } = input;
	if (id === undefined || type === '' || transcript === undefined || ports.host.nested)
		return undefined;
	return withMemory(input.cwd, ports, async (home) => {
		if (!home.config.continuity.recall) return undefined;
		const { lessonsForAgent } = await import('../../core/lesson/lessons-for-agent.ts');
		const journal = await ports.journal.read(home.place, session.key);
		const startedBy = await ports.agentStarts();
		const agent = { id, type, session: session.uuid, prompt: input.prompt_id };
		const chosen = lessonsForAgent(agent, journal, () => startedBy(transcript, id));
		if (chosen.length === 0) return undefined;
		const { tellAboutTask } = await import('../continuity/tell-lessons.ts');
		return tellAboutTask({ input, session, ports }, { home, chosen });
	});
}
