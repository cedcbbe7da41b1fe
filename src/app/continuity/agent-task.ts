import type { PreToolUseInput } from '../../core/protocol/hook-input.ts';
import { withMemory } from '../faults.ts';
import { note, promptOf } from '../journaling.ts';
import type { HookEvent } from '../scene.ts';
import { lessonsAbout } from './tell-lessons.ts';

/** What the client takes where a call names no type. */
const USUAL_TYPE = 'general-purpose';
/** Characters of a task that are looked at: what it is about stands at its beginning. */
const MAX_TASK = 2_000;

/**
 * Notes that the model starts a subagent. The client does not name its task as it starts, so the words of one that an earlier
 * lesson is about are kept until then; of others, which are most, only that there was a call.
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
		const { redact } = await import('../../core/redact/redact.ts');
		const task = redact(prompt).slice(0, MAX_TASK);
		const found = await lessonsAbout(task, { home, withMissed: false }, ports);
		const entry = {
			...{ e: 'agent' as const, call, type: typeof type === 'string' ? type : USUAL_TYPE },
			...(found.length === 0 ? {} : { task }),
			...promptOf(input),
		};
		await note(home.place, session, { entries: [entry], ports });
	});
}
