import { selectionOf } from '../core/inherit/selection.ts';
import type { ReadConfig } from '../store/read-regular.ts';
import { isRecord } from '../store/shape.ts';
import type { Config, Problem, Requirement } from './config.ts';
import { type Continuity, type Inherit, WrittenContinuity } from './continuity.ts';
import {
	inLineOrder,
	isOfProject,
	keyText,
	type Layer,
	MAX_PROBLEMS,
	problemIn,
	readLayer,
	type Source,
} from './layer.ts';
import { type Merged, type MergedFiles, mergeRequirements } from './merge.ts';
import { checkShape } from './shape.ts';
import type { Settings } from './written-config.ts';
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
	const sources = files.map(({ layer, path, read }): Source => {
		if (read.kind === 'refused') {
			problems.push({ file: path, key: '', line: undefined, message: read.why });
			return { layer, file: path, value: undefined, lineOf: () => undefined };
		}
		const { value, problems: wrong, lineOf } = readYaml(read.text);
		problems.push(...wrong.map((problem) => ({ file: path, ...problem })));
		return { layer, file: path, value, lineOf };
	});
	const compiled = compileConfig(sources);
	return { ...compiled, problems: inLineOrder([...problems, ...compiled.problems], sources) };
}

/**
 * Merges and validates the config files of one project (D34). Never throws: whatever the files
 * hold, what is valid counts and the rest is a problem with file, key and line.
 *
 * @param sources the files that exist: global, project, local
 */
export function compileConfig(sources: readonly Source[]): Compilation {
	const layers = sources.map(readLayer);
	const global = lastWith(layers.filter(isOfProject), 'use_global');
	const useGlobal = global?.settings.use_global !== false;
	const doubtful = new Set(layers.flatMap((layer) => layer.doubtful));
	const merged = mergeRequirements(layers, useGlobal);
	const counting = useGlobal ? layers : layers.filter(isOfProject);
	const files = { layers, counting, merged };
	const enabled = decideEnabled(files);
	const protect = decideSetting<Config['protect']>('protect', true, files);
	const observe = decideSetting<Config['observe']>('observe', true, files);
	const decided = [enabled, protect, observe];
	const ignored =
		useGlobal || global === undefined
			? []
			: [`The global file is ignored by ${global.source.file}.`];
	const problems = [
		...layers.flatMap((layer) => layer.problems),
		...merged.problems,
		...decided.flatMap((one) => one.problems),
	];
	return {
		config: {
			enabled: enabled.value,
			protect: protect.value,
			observe: observe.value,
			requirements: enabled.requirements
				.filter(({ requirement }) => requirement.enabled)
				.map((one) => requirementOf(one, doubtful)),
			leftOut: leftOut(counting, merged, problems),
			clearSessionState:
				lastWith(counting, 'session_end')?.settings.session_end?.clear_session_state ?? false,
			strictResume: lastWith(counting, 'run')?.settings.run?.strict_resume ?? false,
			continuity: compileContinuity(counting),
			inherit: compileInherit(counting),
			switchedOff: [...ignored, ...decided.flatMap(({ said }) => said), ...merged.switchedOff],
		},
		problems: inLineOrder(problems, sources).slice(0, MAX_PROBLEMS),
		origins: originsOf(counting, merged),
	};
}

/**
 * A requirement as the gates use it. A key that could not count may have been what proves the work, so by hand only
 * the user satisfies it (D36).
 */
function requirementOf(
	{ requirement, written }: Merged,
	doubtful: ReadonlySet<string>,
): Requirement {
	const { enabled: _, ...others } = requirement;
	const isByDefault = written.manual === undefined && others.manual === 'anyone';
	return {
		...others,
		...(isByDefault && doubtful.has(others.name) ? { manual: 'user' } : {}),
	};
}

function originsOf(counting: readonly Layer[], merged: MergedFiles): readonly Origin[] {
	const settings = counting.flatMap(({ settings, source }) =>
		Object.keys(settings).map((key) => [key, source.file] as const),
	);
	const requirements = [...merged.requirements].flatMap(([name, { origins }]) =>
		Object.entries(origins).map(([key, file]) => [`requirements.${name}.${key}`, file] as const),
	);
	return [...new Map([...settings, ...requirements])].map(([key, file]) => ({ key, file }));
}

/** The last file that says something about a setting; scalars replace (D34). */
function lastWith(layers: readonly Layer[], key: keyof Settings): Layer | undefined {
	return layers.findLast(({ settings }) => settings[key] !== undefined);
}

interface Files {
	/** In the order of the cascade. */
	readonly layers: readonly Layer[];
	/** Those whose settings count. */
	readonly counting: readonly Layer[];
	readonly merged: MergedFiles;
}

/** What became of one top-level setting. */
interface Decided<Value> {
	readonly value: Value;
	readonly problems: readonly Problem[];
	readonly said: readonly string[];
}

/** `enabled`, and the requirements that stand. `enabled: false` leaves what an earlier file locked. */
function decideEnabled({
	counting,
	layers,
	merged,
}: Files): Decided<boolean> & { readonly requirements: readonly Merged[] } {
	const all = [...merged.requirements.values()];
	const last = lastWith(counting, 'enabled');
	if (last === undefined || last.settings.enabled !== false) {
		return { value: true, requirements: all, problems: [], said: [] };
	}
	const locked = all.filter(isLockedBefore(layers.indexOf(last)));
	const said = isOfProject(last) ? [`Gates are switched off by ${last.source.file}.`] : [];
	if (locked.length === 0) return { value: false, requirements: all, problems: [], said };
	const names = locked.map(({ requirement }) => requirement.name).join(', ');
	const message = `leaves what an earlier file locked: ${names}`;
	const problems = [problemIn(last.source, { path: ['enabled'], message })];
	return { value: true, requirements: locked, problems, said };
}

/** What the user is told if a project's file says so. */
const LOOSENED: Readonly<Record<string, string>> = {
	'protect: false': 'The configs are not protected from the model',
	'observe: false': 'What calls change is not looked at',
};

/**
 * The last file decides. What is locked hangs on these settings, so once a file has locked a requirement, later
 * files do not change them.
 */
function decideSetting<Value>(
	key: 'protect' | 'observe',
	byDefault: Value,
	{ counting, layers, merged }: Files,
): Decided<Value> {
	const requirements = [...merged.requirements.values()];
	let value = byDefault;
	const problems: Problem[] = [];
	const said: string[] = [];
	for (const layer of counting) {
		const next = (layer.settings[key] as Value | undefined) ?? value;
		if (next === value) continue;
		if (requirements.some(isLockedBefore(layers.indexOf(layer)))) {
			const message = 'an earlier file locked a requirement, and this protects it';
			problems.push(problemIn(layer.source, { path: [key], message }));
			continue;
		}
		value = next;
		const loosened = isOfProject(layer) ? LOOSENED[`${key}: ${next}`] : undefined;
		if (loosened !== undefined) said.push(`${loosened}: ${layer.source.file}.`);
	}
	return { value, problems, said };
}

function isLockedBefore(index: number): (merged: Merged) => boolean {
	return ({ lockedBy }) => lockedBy !== undefined && lockedBy < index;
}

/** Why each requirement that is written in a file does not stand: the first problem it has. */
function leftOut(
	layers: readonly Layer[],
	{ requirements }: MergedFiles,
	problems: readonly Problem[],
): readonly Problem[] {
	const standing = new Set<string>(requirements.keys());
	const names = new Set(layers.flatMap(({ named }) => named));
	return [...names]
		.filter((name) => !standing.has(name))
		.flatMap((name) => {
			const path = keyText(['requirements', name]);
			const isIts = ({ key }: Problem) => key === path || key.startsWith(`${path}.`);
			return problems.find(isIts) ?? [];
		});
}

/** `inherit` of the last file that has it. */
function compileInherit(layers: readonly Layer[]): Inherit | undefined {
	const written = layers.findLast(({ settings }) => settings.inherit !== undefined);
	const inherit = written?.settings.inherit;
	return inherit && { ...inherit, select: selectionOf(inherit.select) };
}

type Json = Readonly<Record<string, unknown>>;

/** `continuity` of all files: maps merge, lists and scalars replace (D34), what is left out is the default. */
function compileContinuity(layers: readonly Layer[]): Continuity {
	const valid = layers.filter(({ settings }) => settings.continuity !== undefined);
	const merged = valid.map(writtenIn).reduce(merge, {});
	const { value } = checkShape(WrittenContinuity, merged);
	const continuity = inCamelCase(value ?? WrittenContinuity.parse({})) as Continuity;
	const { max, maxInherited } = continuity.pins;
	return { ...continuity, pins: { max, maxInherited: Math.min(max, maxInherited) } };
}

/** As written: the checked setting has its defaults filled in, and they must not replace what an earlier file says. */
function writtenIn({ source }: Layer): Json {
	const file = isRecord(source.value) ? source.value : {};
	const written = isRecord(file['continuity']) ? file['continuity'] : {};
	// A repository that somebody clones does not get to write into the user's home.
	const { mirror: _, ...others } = written;
	return source.layer === 'project' ? others : written;
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
	const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [camel(key), inCamelCase(one)]),
	);
}
