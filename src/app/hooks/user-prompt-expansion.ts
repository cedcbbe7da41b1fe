import type { UserPromptExpansionInput } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import { note, promptOf } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { skillGrant } from '../satisfactions.ts';
import { saveChanges } from '../saving.ts';
import { sceneOfCall, sessionOf } from '../scene.ts';

/** A skill the user typed satisfies like the model's own use of it (host fact 1, behaviour 18). */
export async function userPromptExpansion(
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const session = sessionOf(input, ports);
	const scene = await sceneOfCall(input.cwd, ports);
	if (scene === undefined || !scene.config.enabled) return undefined;
	const { changes, entries } = skillGrant(scene.config.requirements, {
		skill: input.command_name,
		by: 'user',
		session,
		at: ports.now(),
		prompt: promptOf(input),
	});
	await note(scene.place, session, { entries, ports });
	return (await saveChanges([{ place: scene.place, changes }], ports)).notice;
}
