import { BUILT_IN_SKILLS } from './built-in.ts';
import type { ProvingCommand, Requirement, RequirementName, Trigger } from './config.ts';
import { parseDuration } from './duration.ts';
import { bareSkillName } from './skill-name.ts';
import type { WrittenCommand, WrittenRequirement, WrittenTrigger } from './written-requirement.ts';

const EDIT: Trigger = { on: 'edit', glob: undefined };
const COMMIT: Trigger = { on: 'command', command: 'git commit' };

const DEFAULT_TRIGGERS = {
	standard: [EDIT],
	guard: [EDIT, COMMIT],
	dynamic: [EDIT],
} as const;

/** A written requirement with every default filled in (D36 for `manual`, D39 for `satisfy_on`). */
export function normalise(name: RequirementName, written: WrittenRequirement): Requirement {
	const type = written.type ?? 'standard';
	const triggers = written.triggers?.map(toTrigger) ?? DEFAULT_TRIGGERS[type];
	const skills = skillsOf(name, written);
	return {
		name,
		type,
		scope: written.scope ?? 'session',
		triggers,
		blocks: written.blocks?.map(toTrigger) ?? triggers,
		enforce: written.enforce ?? 'deny',
		holdsStop: written.enforce !== 'warn' && written.hold_stop !== false,
		skills,
		satisfyOn: written.satisfy_on ?? 'load',
		manual: written.manual ?? defaultManual(written, skills),
		message: written.message,
		...(written.on_failure === undefined ? {} : { onFailure: written.on_failure }),
		...proofOf(written),
		...limitsOf(type, written),
	};
}

/** What satisfies it beside skills, and for how long. */
function proofOf(written: WrittenRequirement) {
	return {
		plan: written.plan ?? false,
		carry: written.carry ?? [],
		ttl: parseDuration(written.ttl ?? ''),
		commands: written.commands?.map(toCommand) ?? [],
		staleAfter: written.stale_after?.map(toTrigger) ?? [],
		locked: written.locked ?? false,
	};
}

function limitsOf(type: Requirement['type'], written: WrittenRequirement) {
	return {
		branches: type === 'guard' ? (written.branches ?? ['main', 'master']) : [],
		warn: written.warn,
		block: written.block,
	};
}

function toCommand(written: WrittenCommand): ProvingCommand {
	return typeof written === 'string'
		? { run: written, partial: false }
		: { run: written.run, partial: written.partial ?? false };
}

function toTrigger(written: WrittenTrigger): Trigger {
	if (written === 'edit') return EDIT;
	if ('edit' in written) return { on: 'edit', glob: written.edit };
	if ('command' in written) return { on: 'command', command: written.command };
	return { on: 'tool', pattern: written.tool };
}

function skillsOf(name: RequirementName, written: WrittenRequirement): readonly string[] {
	const { skills, type } = written;
	if (skills !== undefined) return [...new Set(skills.map(bareSkillName))];
	return type === undefined || type === 'standard' ? (BUILT_IN_SKILLS.get(name) ?? []) : [];
}

/**
 * The user decides where something else proves the work (D36). Guards and dynamic requirements are
 * approved, which is the user's as well: by hand, the model would walk through its own guard.
 */
function defaultManual(
	written: WrittenRequirement,
	skills: readonly string[],
): Requirement['manual'] {
	const approved = written.type === 'guard' || written.type === 'dynamic';
	const proved = skills.length > 0 || (written.commands ?? []).length > 0 || written.plan === true;
	return approved || proved ? 'user' : 'anyone';
}
