import { factOf, typeNamed } from '../gate/requirement-types.ts';
import type { ReadConfig } from '../store/read-file.ts';
import { isRecord } from '../store/shape.ts';
import { BUILT_IN_SKILLS } from './built-in.ts';
import type { Config, Problem, Requirement, RequirementName } from './config.ts';
import type { ConfigFile } from './config-files.ts';
import { inCamelCase } from './key.ts';
import { inLineOrder, type Layer, MAX_PROBLEMS, problemIn, readLayer, type Source } from './layer.ts';
import { conflicts, type Entry, fillDefaults, type RequirementValues } from './requirement-keys.ts';
import { selectionOf } from './selection.ts';
import { type Settings, Settings as SettingsShape } from './settings.ts';
import type { Misfit } from './shape.ts';
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

type ReadFile = Pick<ConfigFile, 'layer' | 'path'> & { readonly read: ReadConfig };

/** Parses, merges and validates config files that exist. */
export function compileTexts(files: readonly ReadFile[]): Compilation {
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
	const layerWithUseGlobal = layers.findLast((one) => one.isOfProject && 'use_global' in one.settings);
	const isGlobalIgnored = layerWithUseGlobal?.settings['use_global'] === false;
	const counting = layers.filter((one) => one.isOfProject || !isGlobalIgnored);
	const settings = mergeSettings(counting);
	const merged: Merged = {
		requirements: new Map(),
		problems: layers.flatMap((layer) => layer.problems),
		switchedOff: isGlobalIgnored ? [`The global file is ignored by ${layerWithUseGlobal.source.file}.`] : [],
		origins: new Map(),
	};
	for (const layer of layers) mergeLayer(merged, layer, counting.includes(layer));
	const { requirements, problems } = merged;
	const enabled = [...requirements].filter(([, { values }]) => values.enabled);
	// `enabled: false` leaves what an earlier file locked.
	const off = settings.enabled ? undefined : lastWith(counting, 'enabled');
	const isEarlier = (layer: Layer) => off && layers.indexOf(layer) < layers.indexOf(off);
	const kept = enabled.filter(([, { values, definedIn }]) => values.locked && isEarlier(definedIn));
	const isEnabled = settings.enabled || kept.length > 0;
	const switchedOff = [...merged.switchedOff, ...loosened(counting, { ...settings, enabled: isEnabled })];
	if (off !== undefined && kept.length > 0) {
		const names = kept
			.map(
				([
					name,
					{
						definedIn: { source },
					},
				]) => `${name}, locked in ${source.file}`,
			)
			.join('; ');
		const message = `false does not count for ${names}`;
		problems.push(problemIn(off.source, { path: ['enabled'], message }));
		merged.origins.delete('enabled');
	}
	const invalid = new Set(layers.flatMap((layer) => layer.invalidRequirements));
	const counted = (kept.length > 0 ? kept : enabled).map(([name, { values }]) =>
		normalize(name, values, invalid.has(name)),
	);
	return {
		config: {
			...settings,
			enabled: isEnabled,
			requirements: counted,
			leftOut: leftOut(counting, requirements, problems),
			switchedOff,
		},
		problems: inLineOrder(problems, sources).slice(0, MAX_PROBLEMS),
		origins: [...merged.origins].map(([key, file]) => ({ key, file })),
	};
}

interface MergedEntry {
	readonly written: Entry;
	readonly values: RequirementValues;
	/** The last file that sets a key of it. */
	readonly definedIn: Layer;
}

type Requirements = Map<RequirementName, MergedEntry>;

interface Merged {
	readonly requirements: Requirements;
	readonly problems: Problem[];
	readonly switchedOff: string[];
	readonly origins: Map<string, string>;
}

export const MAX_REQUIREMENTS = 200;
const FULL: Misfit = { path: [], message: `is left out: at most ${MAX_REQUIREMENTS} requirements` };

/** @param isCounting false: only what the file locks counts */
function mergeLayer(merged: Merged, layer: Layer, isCounting: boolean): void {
	const keys = isCounting ? Object.keys(layer.settings) : [];
	for (const key of keys) merged.origins.set(key, layer.source.file);
	for (const [name, entry] of layer.requirements) {
		if (isCounting || entry['locked'] === true) mergeEntry(merged, layer, [name, entry]);
	}
}

/**
 * Merges what a file says of one requirement, key by key (D34). After it the requirement is valid: an entry that would break
 * one, or that is about a locked one, is a problem and changes nothing.
 */
function mergeEntry(
	{ requirements, problems, switchedOff, origins }: Merged,
	layer: Layer,
	[name, entry]: readonly [RequirementName, Entry],
): void {
	const { file } = layer.source;
	const before = requirements.get(name);
	const written = { ...before?.written, ...entry };
	const values = fillDefaults(written);
	const isFull = before === undefined && requirements.size >= MAX_REQUIREMENTS;
	const isLocked = before?.values.locked === true;
	const refused = [
		...(isFull ? [FULL] : []),
		...(isLocked ? lockedKeys(entry, before.definedIn) : conflicts(written, values)),
	];
	for (const { path, message } of refused)
		problems.push(problemIn(layer.source, { path: ['requirements', name, ...path], message }));
	if (refused.length > 0) return;
	requirements.set(name, { written, values, definedIn: layer });
	for (const key of Object.keys(entry)) origins.set(`requirements.${name}.${key}`, file);
	if (before?.values.enabled === true && !values.enabled) switchedOff.push(`${name} is switched off by ${file}.`);
}

/** Later files may not say anything about a locked requirement. */
function lockedKeys(entry: Entry, { source }: Layer): Misfit[] {
	const message = `is locked in ${source.file}; delete it here`;
	return Object.keys(entry).map((key) => ({ path: [key], message }));
}

/**
 * A requirement as the gates use it. Only the user satisfies it by hand (D36) if something else proves the work, if it does
 * not prove itself (the model would pass its own guard), or if a key that could not be read may have been what proves it.
 */
export function normalize(
	name: RequirementName,
	{ enabled: _, holdStop, autoResolveSkill: __, ...values }: RequirementValues,
	isInvalid: boolean,
): Requirement {
	const triggers = values.triggers ?? typeNamed(values.type).triggers;
	const isOfFact = factOf(values) !== undefined;
	const builtIn = isOfFact ? [] : (BUILT_IN_SKILLS.get(name) ?? []);
	const skills = values.skills === undefined ? builtIn : [...new Set(values.skills)];
	const isProved = skills.length > 0 || values.commands.length > 0 || values.plan;
	const isOfUser = isOfFact || isProved || isInvalid;
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

/** The last file with a key. */
function lastWith(layers: readonly Layer[], key: string): Layer | undefined {
	return layers.findLast(({ settings }) => key in settings);
}

/** What the user is shown if a file of the project loosens a setting. */
function loosened(layers: readonly Layer[], settings: Omit<Settings, 'inherit'>): string[] {
	const words = {
		enabled: 'Gates are switched off by',
		protect: 'The configs are not protected from the model by',
		observe: 'Files that calls change are not detected by',
	};
	return Object.entries(words).flatMap(([key, text]) => {
		const by = lastWith(layers, key);
		const isLoose = settings[key as keyof typeof words] === false;
		return isLoose && by?.isOfProject === true ? [`${text} ${by.source.file}.`] : [];
	});
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
		const path = `requirements.${name}`;
		return problems.find(({ key }) => key === path || key.startsWith(`${path}.`)) ?? [];
	});
}

type Json = Readonly<Record<string, unknown>>;

/** The settings of all files: maps merge, lists and scalars replace (D34). `inherit` is that of the last file. */
function mergeSettings(layers: readonly Layer[]): Omit<Settings, 'inherit'> & Pick<Config, 'inherit'> {
	const merged = layers.map(settingsOf).reduce(merge, {});
	const last = lastWith(layers, 'inherit')?.settings['inherit'];
	const written = last === undefined ? merged : { ...merged, inherit: last };
	const value = SettingsShape.parse(written);
	const settings = inCamelCase(value);
	const { continuity, inherit } = settings;
	const { max, maxInherited } = continuity.pins;
	const pins = { max, maxInherited: Math.min(max, maxInherited) };
	return {
		...settings,
		continuity: { ...continuity, pins },
		inherit: inherit && { ...inherit, select: selectionOf(inherit.select) },
	};
}

/** A cloned repository must not write into the user's home. */
function settingsOf({ source, settings }: Layer): Json {
	const { continuity } = settings;
	if (source.layer !== 'project' || !isRecord(continuity)) return settings;
	const { mirror: _, ...others } = continuity;
	return { ...settings, continuity: others };
}

function merge(before: Json, after: Json): Json {
	const entries = Object.entries(after).map(([key, value]): [string, unknown] => {
		const old = Object.hasOwn(before, key) ? before[key] : undefined;
		return [key, isRecord(old) && isRecord(value) ? merge(old, value) : value];
	});
	return { ...before, ...Object.fromEntries(entries) };
}
