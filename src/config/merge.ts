import { EDIT, factOf, TYPE_CONFIGS, typeConfigs } from '../core/requirement-type/type-table.ts';
import { BUILT_IN_SKILLS } from './built-in.ts';
import type { Problem, Requirement, RequirementName, Trigger, TypeFields } from './config.ts';
import { parseDuration } from './duration.ts';
import { type Layer, problemIn } from './layer.ts';
import type { Misfit } from './shape.ts';
import { bareSkillName } from './skill-name.ts';
import { brokenRules, DEFAULTS, oddities, type WrittenRequirement } from './written-requirement.ts';

/** A requirement at one point of the cascade. */
export interface MergedRequirement extends Requirement {
	readonly enabled: boolean;
}

/** One requirement after some of the files. */
export interface Merged {
	readonly written: WrittenRequirement;
	readonly requirement: MergedRequirement;
	/** Which file set each written key. */
	readonly origins: Readonly<Record<string, string>>;
	/** Index of the file that locked it. */
	readonly lockedBy: number | undefined;
}

/** The requirements of all files. */
export interface MergedFiles {
	readonly requirements: ReadonlyMap<RequirementName, Merged>;
	readonly problems: readonly Problem[];
	/** Sentences about what a later file switched off (D34). */
	readonly switchedOff: readonly string[];
}

export const MAX_REQUIREMENTS = 200;
const FULL: Misfit = { path: [], message: `is left out: at most ${MAX_REQUIREMENTS} requirements` };

/**
 * Merges the requirements of all files, earliest first (D34). After each file every
 * requirement is valid: an entry that would break one, or is about a locked one, is reported and what
 * stood before stays.
 *
 * @param useGlobal false: only locked requirements of the global file stand
 */
export function mergeRequirements(layers: readonly Layer[], useGlobal: boolean): MergedFiles {
	const requirements = new Map<RequirementName, Merged>();
	const problems: Problem[] = [];
	const switchedOff: string[] = [];
	for (const [index, layer] of layers.entries()) {
		const { file, layer: kind } = layer.source;
		for (const [name, entry] of layer.requirements) {
			const isFull = requirements.size >= MAX_REQUIREMENTS;
			const change = { name, entry, file, index, isFull };
			const before = requirements.get(name);
			const { after, misfits } = mergeEntry(before, change);
			if (after !== undefined) requirements.set(name, after);
			const around = ['requirements', name];
			problems.push(
				...misfits.map(({ path, message }) =>
					problemIn(layer.source, { path: [...around, ...path], message }),
				),
			);
			if (before?.requirement.enabled === true && after?.requirement.enabled === false)
				switchedOff.push(`${name} is switched off by ${file}.`);
		}
		if (!useGlobal && kind === 'global') dropUnlocked(requirements);
	}
	return { requirements, problems, switchedOff };
}

function dropUnlocked(requirements: Map<RequirementName, Merged>): void {
	for (const [name, { requirement }] of requirements)
		if (!requirement.locked) requirements.delete(name);
}

/** What one file says about one requirement. */
interface Entry {
	readonly name: RequirementName;
	readonly entry: WrittenRequirement;
	readonly file: string;
	readonly index: number;
	readonly isFull: boolean;
}

/** `after` is absent where nothing changes. */
interface Change {
	readonly after: Merged | undefined;
	readonly misfits: readonly Misfit[];
}

/** Adds what one file says about one requirement to what stood before (D34). Where that breaks it, nothing changes. */
function mergeEntry(
	before: Merged | undefined,
	{ name, entry, file, index, isFull }: Entry,
): Change {
	if (before === undefined && isFull) return { after: undefined, misfits: [FULL] };
	if (before?.requirement.locked === true) return { after: undefined, misfits: lockedKeys(entry) };
	const written = { ...before?.written, ...entry };
	const broken = brokenRules(written);
	if (broken.length > 0) return { after: undefined, misfits: broken };
	const requirement = normalise(name, written);
	const origins = Object.fromEntries(Object.keys(entry).map((key) => [key, file]));
	const after: Merged = {
		written,
		requirement,
		origins: { ...before?.origins, ...origins },
		lockedBy: requirement.locked ? index : undefined,
	};
	return { after, misfits: oddities(entry, written) };
}

/** Later files may not say anything about a locked requirement. */
function lockedKeys(entry: WrittenRequirement): readonly Misfit[] {
	return Object.keys(entry).map((key) => ({
		path: [key],
		message: 'is locked by an earlier file',
	}));
}

type Filled = WrittenRequirement & {
	readonly [Key in keyof typeof DEFAULTS]: NonNullable<WrittenRequirement[Key]>;
};

/** A written requirement with every default filled in (D36 for `manual`, D39 for `satisfy_on`). */
export function normalise(name: RequirementName, written: WrittenRequirement): MergedRequirement {
	const given = { ...DEFAULTS, ...written } as Filled;
	const { type } = given;
	const triggers = given.triggers?.map(toTrigger) ?? TYPE_CONFIGS[type].triggers;
	const isHeld = factOf({ type }) !== undefined;
	const builtIn = isHeld ? [] : (BUILT_IN_SKILLS.get(name) ?? []);
	const skills =
		given.skills === undefined ? builtIn : [...new Set(given.skills.map(bareSkillName))];
	// The user decides where something else proves the work (D36), and approves what does not prove itself: by hand,
	// the model would walk through its own guard.
	const isProved = skills.length > 0 || given.commands.length > 0 || given.plan;
	const manual = isHeld || isProved ? 'user' : 'anyone';
	return {
		enabled: given.enabled,
		name,
		type,
		scope: given.scope,
		triggers,
		blocks: given.blocks?.map(toTrigger) ?? triggers,
		enforce: given.enforce,
		holdsStop: given.enforce !== 'warn' && given.hold_stop,
		skills,
		satisfyOn: given.satisfy_on,
		manual: given.manual ?? manual,
		message: given.message,
		plan: given.plan,
		carry: given.carry,
		ttl: parseDuration(given.ttl ?? ''),
		commands: given.commands.map((one) =>
			typeof one === 'string'
				? { run: one, partial: false }
				: { run: one.run, partial: one.partial ?? false },
		),
		staleAfter: given.stale_after.map(toTrigger),
		locked: given.locked,
		...fieldsOf(type, written),
	};
}

/** Each requirement has the fields of every type. */
function fieldsOf(type: Requirement['type'], written: WrittenRequirement): TypeFields {
	const fields = typeConfigs().map(([name, one]) => one.fields(written, name === type));
	return Object.assign({}, ...fields);
}

function toTrigger(written: NonNullable<WrittenRequirement['blocks']>[number]): Trigger {
	if (written === 'edit') return EDIT;
	if (written === 'task_completed') return { on: written };
	if ('edit' in written) return { on: 'edit', glob: written.edit };
	if ('command' in written) return { on: 'command', command: written.command };
	return { on: 'tool', pattern: written.tool };
}
