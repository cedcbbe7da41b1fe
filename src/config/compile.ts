import { factOf, typeNamed } from '../core/gate/requirement-types.ts';
import { selectionOf } from '../core/inherit/selection.ts';
import type { ReadConfig } from '../store/read-file.ts';
import { isRecord } from '../store/shape.ts';
import { BUILT_IN_SKILLS } from './built-in.ts';
import type { Config, Problem, Requirement, RequirementName } from './config.ts';
import { camelName } from './key.ts';
import { type Layer, MAX_PROBLEMS, readLayer } from './layer.ts';
import { conflicts, fillDefaults, oddities, type WrittenRequirement } from './requirement-keys.ts';
import { SECTIONS, type Sections, type Settings } from './settings.ts';
import { checkShape, type Misfit } from './shape.ts';
import { inLineOrder, keyText, problemIn, type Source } from './source.ts';
import { readYaml } from './yaml-file.ts';

/** A merged config and what was wrong on the way to it. */
export interface Compilation {
	readonly config: Config;
	readonly problems: readonly Problem[];
	/** Which file set each effective key, in the order of the files (`req config show --sources`). */
	readonly origins: readonly Origin[];
}

export interface Origin {
	readonly key: string;
	readonly file: string;
}

/** A config file that exists, as it was read. */
interface ConfigText {
	readonly layer: Source['layer'];
	readonly path: string;
	readonly read: ReadConfig;
}

/** Parses, merges and validates config files that exist. */
export function compileTexts(files: readonly ConfigText[]): Compilation {
	const problems: Problem[] = [];
	const sources = files.map(({ layer, path: file, read }): Source => {
		if (read.kind === 'refused') {
			problems.push({ file, key: '', line: undefined, message: read.why });
			return { layer, file, value: undefined, lineOf: () => undefined };
		}
		const { value, problems: wrong, lineOf } = readYaml(read.text);
		problems.push(...wrong.map((problem) => ({ file, ...problem })));
		return { layer, file, value, lineOf };
	});
	const compiled = compileConfig(sources);
	return { ...compiled, problems: inLineOrder([...problems, ...compiled.problems], sources) };
}

/**
 * Merges and validates the config files of one project (D34). Never throws: whatever the files hold, what is valid counts
 * and the rest is a problem with file, key and line.
 *
 * @param sources the files that exist: global, project, local
 */
export function compileConfig(sources: readonly Source[]): Compilation {
	const layers = sources.map(readLayer);
	const speaker = layers
		.filter(isOfProject)
		.findLast((one) => one.settings.use_global !== undefined);
	const useGlobal = speaker?.settings.use_global !== false;
	const counting = useGlobal ? layers : layers.filter(isOfProject);
	const merged = mergeRequirements(layers, useGlobal);
	const decide = (key: 'enabled' | 'protect' | 'observe') =>
		decideSwitch(key, counting, merged.requirements);
	const [enabled, protect, observe] = [decide('enabled'), decide('protect'), decide('observe')];
	const switches = [enabled, protect, observe];
	// A file switched everything off, but an earlier one locked requirements.
	const areOnlyLocked = enabled.problems.length > 0;
	const all = [...merged.requirements.values()];
	const problems = [
		...layers.flatMap((layer) => layer.problems),
		...merged.problems,
		...switches.flatMap((one) => one.problems),
	];
	const ignored = useGlobal ? [] : [`The global file is ignored by ${speaker?.source.file}.`];
	return {
		config: {
			...mergeSections(counting),
			enabled: enabled.value !== false,
			protect: protect.value,
			observe: observe.value !== false,
			requirements: all
				.filter((one) => one.isEnabled && (one.isLocked || !areOnlyLocked))
				.map((one) => one.requirement),
			leftOut: leftOut(counting, merged.requirements, problems),
			inherit: inheritOf(counting),
			switchedOff: [...ignored, ...switches.flatMap(({ said }) => said), ...merged.switchedOff],
		},
		problems: inLineOrder(problems, sources).slice(0, MAX_PROBLEMS),
		origins: originsOf(counting, merged.requirements),
	};
}

function isOfProject({ source }: Layer): boolean {
	return source.layer !== 'global';
}

/** One requirement after some of the files. */
interface Merged {
	readonly written: WrittenRequirement;
	readonly requirement: Requirement;
	readonly isEnabled: boolean;
	readonly isLocked: boolean;
	/** The file that said something of it last; if it is locked, the one that locked it. */
	readonly by: Layer;
	/** Which file set each key. */
	readonly origins: Readonly<Record<string, string>>;
}

type Requirements = Map<RequirementName, Merged>;

interface MergedFiles {
	readonly requirements: Requirements;
	readonly problems: Problem[];
	readonly switchedOff: string[];
}

export const MAX_REQUIREMENTS = 200;

/**
 * Merges the requirements of all files, key by key, earliest file first (D34). After each file every requirement is valid:
 * an entry that would break one, or that is about a locked one, is a problem and changes nothing.
 */
function mergeRequirements(layers: readonly Layer[], useGlobal: boolean): MergedFiles {
	const merged: MergedFiles = { requirements: new Map(), problems: [], switchedOff: [] };
	const doubtful = new Set(layers.flatMap((layer) => layer.doubtful));
	for (const layer of layers) {
		for (const [name, entry] of layer.requirements) {
			const isDoubtful = doubtful.has(name);
			mergeEntry(merged, { name, entry, layer, isDoubtful });
		}
		if (!useGlobal && !isOfProject(layer)) dropUnlocked(merged.requirements);
	}
	return merged;
}

/** What one file says about one requirement. */
interface Entry {
	readonly name: RequirementName;
	readonly entry: WrittenRequirement;
	readonly layer: Layer;
	/** Whether any file has a key of it that does not count. */
	readonly isDoubtful: boolean;
}

/** Adds an entry, or the problems for which it changes nothing. */
function mergeEntry(
	{ requirements, problems, switchedOff }: MergedFiles,
	{ name, entry, layer, isDoubtful }: Entry,
): void {
	const { source } = layer;
	const before = requirements.get(name);
	const written = { ...before?.written, ...entry };
	const isFull = before === undefined && requirements.size >= MAX_REQUIREMENTS;
	const refused = isFull ? [FULL] : refusals(before, entry, written);
	const misfits = refused.length > 0 ? refused : oddities(entry, written);
	for (const { path, message } of misfits)
		problems.push(problemIn(source, { path: ['requirements', name, ...path], message }));
	if (refused.length > 0) return;
	const { enabled: isEnabled = true, locked: isLocked = false } = written;
	const own = Object.fromEntries(Object.keys(entry).map((key) => [key, source.file]));
	const origins = { ...before?.origins, ...own };
	const requirement = normalize(name, written, isDoubtful);
	requirements.set(name, { written, requirement, isEnabled, isLocked, by: layer, origins });
	if (before?.isEnabled === true && !isEnabled)
		switchedOff.push(`${name} is switched off by ${source.file}.`);
}

const FULL: Misfit = { path: [], message: `is left out: at most ${MAX_REQUIREMENTS} requirements` };

/** Why an entry changes nothing. Later files may not say anything about a locked requirement. */
function refusals(
	before: Merged | undefined,
	entry: WrittenRequirement,
	written: WrittenRequirement,
): readonly Misfit[] {
	if (before?.isLocked !== true) return conflicts(written);
	return Object.keys(entry).map((key) => ({
		path: [key],
		message: 'is locked by an earlier file',
	}));
}

function dropUnlocked(requirements: Requirements): void {
	for (const [name, { isLocked }] of requirements) if (!isLocked) requirements.delete(name);
}

/**
 * A requirement as the gates use it. Only the user satisfies it by hand (D36) if something else proves the work, if it does
 * not prove itself (the model would pass its own guard), or if a key that could not be read may have been what proves it.
 */
export function normalize(
	name: RequirementName,
	written: WrittenRequirement,
	isDoubtful: boolean,
): Requirement {
	const { enabled: _, holdStop, autoResolveSkill: __, ...values } = fillDefaults(written);
	const triggers = values.triggers ?? typeNamed(values.type).triggers;
	const isOfFact = factOf(values) !== undefined;
	const builtIn = isOfFact ? [] : (BUILT_IN_SKILLS.get(name) ?? []);
	const skills = values.skills === undefined ? builtIn : [...new Set(values.skills)];
	const isProved = skills.length > 0 || values.commands.length > 0 || values.plan;
	const isOfUser = isOfFact || isProved || isDoubtful;
	return {
		...values,
		name,
		triggers,
		blocks: values.blocks ?? triggers,
		skills,
		manual: values.manual ?? (isOfUser ? 'user' : 'anyone'),
		holdsStop: values.enforce !== 'warn' && holdStop,
	};
}

/** The last file with a key; scalars replace (D34). */
function lastWith(layers: readonly Layer[], key: keyof Settings): Layer | undefined {
	return layers.findLast(({ settings }) => settings[key] !== undefined);
}

/** What the user is shown if a project's file loosens a switch. */
const LOOSENED: Readonly<Record<string, string>> = {
	'enabled: false': 'Gates are switched off by',
	'protect: false': 'The configs are not protected from the model by',
	'observe: false': 'Files that calls change are not detected by',
};

/** A top-level switch after all files. */
interface Switch {
	readonly value: boolean | 'ask';
	readonly problems: readonly Problem[];
	readonly said: readonly string[];
}

/** The last file decides. What an earlier file locked stays, and so does what protects it. */
function decideSwitch(
	key: 'enabled' | 'protect' | 'observe',
	counting: readonly Layer[],
	requirements: Requirements,
): Switch {
	let value: Switch['value'] = true;
	const problems: Problem[] = [];
	const said: string[] = [];
	const speaking = counting.filter(({ settings }) => settings[key] !== undefined);
	for (const layer of key === 'enabled' ? speaking.slice(-1) : speaking) {
		const next: Switch['value'] = layer.settings[key] ?? value;
		if (next === value) continue;
		const locked = lockedBefore(counting.indexOf(layer), counting, requirements);
		const message = `does not apply: an earlier file locked ${locked.join(', ')}`;
		if (locked.length > 0) problems.push(problemIn(layer.source, { path: [key], message }));
		else value = next;
		const words = isOfProject(layer) ? LOOSENED[`${key}: ${next}`] : undefined;
		const isLoosened = locked.length === 0 || key === 'enabled';
		if (words !== undefined && isLoosened) said.push(`${words} ${layer.source.file}.`);
	}
	return { value, problems, said };
}

/** Names of the requirements that a file before this one locked. */
function lockedBefore(
	index: number,
	counting: readonly Layer[],
	requirements: Requirements,
): string[] {
	const isEarlier = ({ isLocked, by }: Merged) => isLocked && counting.indexOf(by) < index;
	const locked = [...requirements.values()].filter(isEarlier);
	return locked.map(({ requirement }) => requirement.name);
}

/** Why each requirement that is written in a file does not exist: the first problem it has. */
function leftOut(
	layers: readonly Layer[],
	requirements: Requirements,
	problems: readonly Problem[],
): readonly Problem[] {
	const names = new Set(layers.flatMap(({ named }) => named));
	return [...names].flatMap((name) => {
		if (requirements.has(name as RequirementName)) return [];
		const path = keyText(['requirements', name]);
		return problems.find(({ key }) => key === path || key.startsWith(`${path}.`)) ?? [];
	});
}

function originsOf(counting: readonly Layer[], requirements: Requirements): readonly Origin[] {
	const settings = counting.flatMap(({ settings, source }) =>
		Object.keys(settings).map((key) => [key, source.file] as const),
	);
	const keys = [...requirements].flatMap(([name, { origins }]) =>
		Object.entries(origins).map(([key, file]) => [`requirements.${name}.${key}`, file] as const),
	);
	return [...new Map([...settings, ...keys])].map(([key, file]) => ({ key, file }));
}

/** `inherit` of the last file that has it. */
function inheritOf(layers: readonly Layer[]): Config['inherit'] {
	const inherit = lastWith(layers, 'inherit')?.settings.inherit;
	return inherit && { ...inherit, select: selectionOf(inherit.select) };
}

type Json = Readonly<Record<string, unknown>>;

/** The sections of all files: maps merge, lists and scalars replace (D34), what is missing is the default. */
function mergeSections(layers: readonly Layer[]): Sections {
	const sections = Object.entries(SECTIONS).map(([name, schema]) => {
		const key = name as keyof typeof SECTIONS;
		const valid = layers.filter(({ settings }) => settings[key] !== undefined);
		const merged = valid.map(({ source }) => sectionIn(source, key)).reduce(merge, {});
		return [name, checkShape<unknown>(schema, merged).value ?? schema.parse({})];
	});
	const filled = inCamelCase(Object.fromEntries(sections)) as Sections;
	const { max, maxInherited } = filled.continuity.pins;
	const pins = { max, maxInherited: Math.min(max, maxInherited) };
	return { ...filled, continuity: { ...filled.continuity, pins } };
}

/** As written: the checked settings have their defaults filled in, which must not replace what an earlier file says. */
function sectionIn({ layer, value }: Source, key: string): Json {
	const section = isRecord(value) && isRecord(value[key]) ? value[key] : {};
	// A repository that somebody clones must not write into the user's home.
	const { mirror: _, ...others } = section;
	return layer === 'project' ? others : section;
}

function merge(before: Json, after: Json): Json {
	const entries = Object.entries(after).map(([key, value]): [string, unknown] => {
		const old = Object.hasOwn(before, key) ? before[key] : undefined;
		return [key, isRecord(old) && isRecord(value) ? merge(old, value) : value];
	});
	return { ...before, ...Object.fromEntries(entries) };
}

function inCamelCase(value: unknown): unknown {
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [camelName(key), inCamelCase(one)]),
	);
}
