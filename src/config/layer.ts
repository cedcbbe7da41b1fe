import { isRecord } from '../store/shape.ts';
import type { Problem, RequirementName } from './config.ts';
import { checkShape, type KeyPath, type Misfit, type Shaped, unknownKeys } from './shape.ts';
import { Settings, TOP_LEVEL_KEYS } from './written-config.ts';
import { foldMessage, parseRequirementName, WrittenRequirement } from './written-requirement.ts';

/** One config file that exists, parsed but unchecked. */
export interface Source {
	readonly layer: 'global' | 'project' | 'local';
	readonly file: string;
	/** The parsed YAML; `undefined` where the file could not be read or parsed. */
	readonly value: unknown;
	/** 1-based line of the key at a path; `undefined` where the file has no such key. */
	readonly lineOf: (path: KeyPath) => number | undefined;
}

const MAX_KEY_PART = 64;

/** Something wrong in a file, with the line of the key, or of the nearest one around it. */
export function problemIn(source: Source, { path, message }: Misfit): Problem {
	return { file: source.file, key: keyText(path), line: nearestLine(source, path), message };
}

/** Problems as somebody mends them: file by file, each from its top; those without a line come first. */
export function inLineOrder(
	problems: readonly Problem[],
	sources: readonly Source[],
): readonly Problem[] {
	const files = sources.map(({ file }) => file);
	return problems.toSorted(
		(one, other) =>
			files.indexOf(one.file) - files.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0),
	);
}

function nearestLine(source: Source, path: KeyPath): number | undefined {
	for (let length = path.length; length > 0; length--) {
		const line = source.lineOf(path.slice(0, length));
		if (line !== undefined) return line;
	}
	return undefined;
}

/** A repository chooses its keys, and messages show them: one short printable line. */
export function keyText(path: KeyPath): string {
	return path
		.map((part) =>
			String(part)
				.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
				.slice(0, MAX_KEY_PART),
		)
		.join('.');
}

/** What counts of one file: its valid settings and its valid requirements, as written. */
export interface Layer {
	readonly source: Source;
	readonly settings: Settings;
	readonly requirements: ReadonlyMap<RequirementName, WrittenRequirement>;
	/** Names of all its requirements, as written. */
	readonly named: readonly string[];
	/** Those about which it says something that cannot count, or not as written. */
	readonly doubtful: readonly string[];
	readonly problems: readonly Problem[];
}

/** More problems than this are one problem: the file is something else. */
export const MAX_PROBLEMS = 100;

/** Whether a file belongs to the project, and not to the user: what it switches off is said. */
export function isOfProject({ source }: Layer): boolean {
	return source.layer !== 'global';
}

/** Checks one file key by key and requirement by requirement, so that one mistake costs itself only. */
export function readLayer(source: Source): Layer {
	const { value } = source;
	const misfits: Misfit[] = [];
	const note = <Value>(path: KeyPath, shaped: Shaped<Value>): Value | undefined => {
		misfits.push(...shaped.misfits.map((one) => ({ ...one, path: [...path, ...one.path] })));
		return shaped.value;
	};
	const written = isEmpty(value) ? {} : note([], mapOf(value));
	const { requirements, ...others } = written ?? {};
	const settings = Object.entries(others).map(
		([key, one]) => [key, note([], checkSetting(key, one))] as const,
	);
	const entries = Object.entries(
		isEmpty(requirements) ? {} : (note(['requirements'], mapOf(requirements)) ?? {}),
	).map(([name, one]) => {
		const shaped = checkRequirement(name, one);
		const isDoubtful = shaped.misfits.length > 0;
		return { name, entry: note(['requirements', name], shaped), isDoubtful };
	});
	return {
		source,
		settings: Object.assign({}, ...settings.map(([, setting]) => setting)),
		requirements: new Map(
			entries.flatMap(({ name, entry }) =>
				entry === undefined ? [] : [[name as RequirementName, entry]],
			),
		),
		named: entries.map(({ name }) => name),
		doubtful: entries.filter(({ isDoubtful }) => isDoubtful).map(({ name }) => name),
		problems: misfits.slice(0, MAX_PROBLEMS).map((misfit) => problemIn(source, misfit)),
	};
}

/** `requirements:` with nothing after it is an empty map to whoever wrote it. */
function isEmpty(value: unknown): value is undefined | null {
	return value === undefined || value === null;
}

function mapOf(value: unknown): Shaped<Readonly<Record<string, unknown>>> {
	if (isRecord(value)) return { value: { ...value }, misfits: [] };
	return { value: undefined, misfits: [{ path: [], message: 'must be a map of keys' }] };
}

function checkSetting(key: string, value: unknown): Shaped<Settings> {
	if (TOP_LEVEL_KEYS.includes(key)) return checkShape(Settings, { [key]: value });
	return { value: undefined, misfits: unknownKeys({ path: [], keys: [key] }, TOP_LEVEL_KEYS) };
}

function checkRequirement(name: string, value: unknown): Shaped<WrittenRequirement> {
	if (parseRequirementName(name) === undefined) {
		const message = 'is not a name: letters, digits, - and _, at most 64, a letter or digit first';
		return { value: undefined, misfits: [{ path: [], message }] };
	}
	const folded = foldMessage(value ?? {});
	const shaped = checkShape(WrittenRequirement, folded.value);
	const misfits = [...folded.misfits, ...shaped.misfits];
	return { value: shaped.value && withoutAlias(shaped.value), misfits };
}

/** From here on there is only `skills`, so that a later file replaces it under either name. */
function withoutAlias(written: WrittenRequirement): WrittenRequirement {
	const { auto_resolve_skill: alias, ...rest } = written;
	if (alias === undefined) return rest;
	return { skills: alias, ...rest };
}
