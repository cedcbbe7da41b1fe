import { EDIT } from '../requirement-type/requirement-type.ts';
import { factOf, TYPE_CONFIGS, typeConfigs } from '../requirement-type/type-table.ts';
import { BUILT_IN_SKILLS } from './built-in.ts';
import type { ProvingCommand, Requirement, RequirementName, Trigger } from './config.ts';
import { parseDuration } from './duration.ts';
import { bareSkillName } from './skill-name.ts';
import type { WrittenCommand, WrittenRequirement, WrittenTrigger } from './written-requirement.ts';

/** A written requirement with every default filled in (D36 for `manual`, D39 for `satisfy_on`). */
export function normalise(name: RequirementName, written: WrittenRequirement): Requirement {
	const type = written.type ?? 'standard';
	const triggers = written.triggers?.map(toTrigger) ?? TYPE_CONFIGS[type].triggers;
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
		...fieldsOf(type, written),
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

/** Each requirement has the fields of every type. */
function fieldsOf(type: Requirement['type'], written: WrittenRequirement) {
	const fields = typeConfigs().map(([name, one]) => one.fields(written, name === type));
	return Object.assign({}, ...fields) as Pick<Requirement, 'branches' | 'warn' | 'block'>;
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
	const { skills, type = 'standard' } = written;
	if (skills !== undefined) return [...new Set(skills.map(bareSkillName))];
	return factOf({ type }) === undefined ? (BUILT_IN_SKILLS.get(name) ?? []) : [];
}

/**
 * The user decides where something else proves the work (D36). What a fact holds is
 * approved, which is the user's as well: by hand, the model would walk through its own guard.
 */
function defaultManual(
	written: WrittenRequirement,
	skills: readonly string[],
): Requirement['manual'] {
	const { type = 'standard' } = written;
	const approved = factOf({ type }) !== undefined;
	const proved = skills.length > 0 || (written.commands ?? []).length > 0 || written.plan === true;
	return approved || proved ? 'user' : 'anyone';
}
