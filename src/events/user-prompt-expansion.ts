import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { satisfiedEntries } from '../core/capture/satisfied-entries.ts';
import { Fault } from '../core/fault/fault.ts';
import {
	alsoSay,
	type HookAnswer,
	notify,
	UserPromptExpansionInput,
} from '../host/hook-messages.ts';
import { attempt } from '../store/errors.ts';
import type { Hook } from './hook.ts';
import { projectOfCall, sessionOf } from './projects.ts';
import { skillGrant } from './satisfactions.ts';
import { saveChanges } from './stored-state.ts';
import { typedCommand, typedRefusal } from './typed-command.ts';
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
	if (verb === undefined) return typedSkill(input, ports);
	const done = await attempt(() => typedCommand(verb, input, ports));
	if (done.kind === 'done') return done.value;
	const { error: fault } = done;
	const told = fault instanceof Fault ? typedRefusal({ verb, fault }, input, ports) : undefined;
	if (told === undefined) throw fault;
	return told;
}

async function typedSkill(input: UserPromptExpansionInput, ports: Ports): Promise<HookAnswer> {
	const session = sessionOf(input, ports);
	const project = await projectOfCall(input.cwd, ports);
	if (project === undefined || !project.config.enabled) return undefined;
	const { changes, entries } = skillGrant(project.config.requirements, {
		skill: input.command_name,
		by: 'user',
		session,
		at: ports.now(),
		prompt: promptOf(input),
	});
	const satisfied = satisfiedEntries(project.config, changes);
	await note(project.place, session, { entries: [...entries, ...satisfied], ports });
	const { notice, unsatisfied } = await saveChanges([{ place: project.place, changes }], ports);
	if (notice === undefined) return hiddenNotice(input);
	return alsoSay(notice, 'UserPromptExpansion', unsatisfied.join('\n'));
}

/** Whoever meant our command has to know that another one has its name, and wins. */
function hiddenNotice(input: UserPromptExpansionInput): HookAnswer {
	if (!hidesOurs(input)) return undefined;
	const name = `/${input.command_name}`;
	return notify(
		`req: ${name} is a command that this project or you brought along, not one of req; req did nothing`,
	);
}
