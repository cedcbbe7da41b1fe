import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { satisfiedEntries } from '../core/capture/satisfied-entries.ts';
import { type HookAnswer, UserPromptExpansionInput } from '../host/hook-messages.ts';
import type { Hook } from './hook.ts';
import { projectOfCall, sessionOf } from './projects.ts';
import { skillGrant } from './satisfactions.ts';
import { saveChanges } from './stored-state.ts';
import { typedCommand } from './typed-command.ts';
import { hidesOurs, typedVerb } from './verb.ts';

export const hook: Hook<UserPromptExpansionInput> = {
	event: 'UserPromptExpansion',
	about: 'Carries out a typed `/req:` command; counts a typed skill.',
	identity: ['prompt_id', 'command_name', 'command_args'],
	input: UserPromptExpansionInput,
	answer: userPromptExpansion,
};

/**
 * What the user typed: a command of ours is carried out (D36); any other skill satisfies like the
 * model's own use of it.
 */
async function userPromptExpansion(
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<HookAnswer> {
	const verb = typedVerb(input);
	if (verb !== undefined) return typedCommand(verb, input, ports);
	const session = sessionOf(input, ports);
	const project = await projectOfCall(input.cwd, ports);
	if (project === undefined || !project.config.enabled) return undefined;
	const { place, config } = project;
	const prompt = promptOf(input);
	const invoked = {
		skill: input.command_name,
		by: 'user',
		session,
		at: ports.now(),
		prompt,
	} as const;
	const { changes, entries } = skillGrant(config.requirements, invoked);
	const all = [...entries, ...satisfiedEntries(config, changes)];
	await note(place, session, { entries: all, ports });
	const { notice, unsatisfied } = await saveChanges([{ place, changes }], ports);
	if (notice !== undefined) return { text: unsatisfied.join('\n'), notice };
	// The user meant our command, and another one of that name wins.
	return hidesOurs(input)
		? {
				notice: `req: /${input.command_name} is a command that this project or you brought along, not one of req; req did nothing`,
			}
		: undefined;
}
