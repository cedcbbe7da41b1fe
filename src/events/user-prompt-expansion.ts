import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { satisfiedEntries } from '../core/capture/satisfied-entries.ts';
import type { Fault } from '../core/fault/fault.ts';
import { alsoSay } from '../host/also-say.ts';
import { type HookAnswer, notify, UserPromptExpansionInput } from '../host/hook-messages.ts';
import type { Hook } from './hook.ts';
import { projectOfCall, sessionOf } from './projects.ts';
import { skillGrant } from './satisfactions.ts';
import { saveChanges } from './stored-state.ts';
import { typedCommand, typedRefusal } from './typed-command.ts';
import { hidesOurs, typedVerb } from './verb.ts';

export const userPromptExpansionHook: Hook<UserPromptExpansionInput> = {
	input: UserPromptExpansionInput,
	answer: userPromptExpansion,
	answerToFault: typedCommandFault,
};

/**
 * What the user typed: a command of ours is carried out (D36); any other skill satisfies like the
 * model's own use of it.
 */
function userPromptExpansion(input: UserPromptExpansionInput, ports: Ports): Promise<HookAnswer> {
	const verb = typedVerb(input);
	if (verb === undefined) return typedSkill(input, ports);
	return typedCommand(verb, input, ports);
}

/** Whoever types a command of ours is told what was wrong with it; of other faults nobody typed anything. */
async function typedCommandFault(
	input: UserPromptExpansionInput,
	fault: Fault,
	ports: Ports,
): Promise<HookAnswer> {
	const verb = typedVerb(input);
	if (verb === undefined) return undefined;
	return typedRefusal({ verb, fault }, input, ports);
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
