import type { PreToolUseInput } from '../../core/protocol/hook-input.ts';
import { withMemory } from '../faults.ts';
import { note, promptOf } from '../journaling.ts';
import type { HookEvent } from '../scene.ts';
import { lessonsAbout } from './tell-lessons.ts';

/** What the client takes where a call names no type. */
const USUAL_TYPE = 'general-purpose';
/** Characters: a type is a name. */
const MAX_TYPE = 100;
/** More than a subagent is told: some may be untrue by then. */
const MOST_KEPT = 10;

/**
 * Notes that the model starts a subagent, and which lessons are about its task: the client does not name that as it starts.
 * Nothing of the task's words is kept.
 */
export async function noteAgentTask({
	input,
	session,
	ports,
}: HookEvent<PreToolUseInput>): Promise<undefined> {
	const { prompt, subagent_type: type } = input.tool_input;
	const { tool_use_id: call } = input;
	if (typeof prompt !== 'string' || call === undefined || ports.host.nested) return;
	await withMemory(input.cwd, ports, async (home) => {
		if (!home.config.continuity.recall) return;
		const found = await lessonsAbout(prompt, { home, withMissed: false }, ports);
		const about = found.slice(0, MOST_KEPT).map(({ lesson }) => lesson.same);
		const named = typeof type === 'string' ? type.slice(0, MAX_TYPE) : USUAL_TYPE;
		const entry = { e: 'agent' as const, call, type: named, about, ...promptOf(input) };
		await note(home.place, session, { entries: [entry], ports });
	});
}
