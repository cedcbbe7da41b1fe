import type { Context } from '../context.ts';
import { satisfiedEntries } from '../gate/satisfy.ts';
import { type HookAnswer, UserPromptExpansionInput } from '../host/messages.ts';
import { note, promptOf } from '../journal/journal.ts';
import type { Hook } from './hook.ts';
import { projectOfCall, sessionOf } from './projects.ts';
import { satisfactionsOfSkill } from './satisfactions.ts';
import { saveChanges } from './stored-state.ts';
import { runTypedCommand, typedName } from './typed-command.ts';

export const hook: Hook<UserPromptExpansionInput> = {
	event: 'UserPromptExpansion',
	about: 'Carries out a typed `/req:` command; counts a typed skill.',
	identity: ['prompt_id', 'command_name', 'command_args'],
	input: UserPromptExpansionInput,
	answer: userPromptExpansion,
};

/**
 * What the user typed: a command of ours is carried out (D36); any other skill satisfies like the model's own use of it. A
 * command of the same name that a project or a user wrote is theirs: its source is another one.
 */
async function userPromptExpansion(input: UserPromptExpansionInput, context: Context): Promise<HookAnswer> {
	const { command_name: skill } = input;
	const name = typedName(skill);
	if (name !== undefined && input.command_source === 'plugin') return runTypedCommand(name, input, context);
	const session = sessionOf(input);
	const project = await projectOfCall(input.cwd, context);
	if (project === undefined || !project.config.enabled) return undefined;
	const { place, config } = project;
	const invoked = {
		skill,
		by: 'user' as const,
		session,
		at: context.now(),
		prompt: promptOf(input),
	};
	const { changes, entries } = satisfactionsOfSkill(config.requirements, invoked);
	const all = [...entries, ...satisfiedEntries(config, changes)];
	await note(place, session, { entries: all, context });
	const { notice, unsatisfied } = await saveChanges([{ place, changes }], context);
	if (notice !== undefined) return { text: unsatisfied.join('\n'), notice };
	if (name === undefined) return undefined;
	return {
		notice: `req: /${skill} is a command of this project or of yours, not of req; req did nothing`,
	};
}
