import { isRecord } from '../store/shape.ts';
import type { Problem, RequirementName } from './config.ts';
import { checkEntry, type Entry } from './requirement-keys.ts';
import { REQUIREMENT_NAME, WrittenConfig } from './settings.ts';
import { checkShape, type KeyPath, type Misfit, type Shaped } from './shape.ts';

type Json = Readonly<Record<string, unknown>>;

/** One config file that exists, parsed but unchecked. */
export interface Source {
	readonly layer: 'global' | 'project' | 'local';
	readonly file: string;
	/** The parsed YAML; `undefined` if the file could not be read or parsed. */
	readonly value: unknown;
	/** 1-based line of the key at a path; `undefined` if the file has no such key. */
	readonly lineOf: (path: KeyPath) => number | undefined;
}

/** Something wrong in a file, with the line of the key, or of the nearest key around it. */
export function problemIn({ file, lineOf }: Source, { path, message }: Misfit): Problem {
	let line: number | undefined;
	for (let length = path.length; length > 0 && line === undefined; length--) {
		line = lineOf(path.slice(0, length));
	}
	return { file, key: path.map(String).join('.'), line, message };
}

/** Problems in the order in which a person corrects them: file by file, each from its top. */
export function inLineOrder(problems: readonly Problem[], sources: readonly Source[]): readonly Problem[] {
	const files = sources.map(({ file }) => file);
	return problems.toSorted(
		(one, other) => files.indexOf(one.file) - files.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0),
	);
}

/** What counts of one file: its valid settings and its valid requirements. */
export interface Layer {
	readonly source: Source;
	readonly isOfProject: boolean;
	/** As written: defaults must not replace what an earlier file says. */
	readonly settings: Json;
	readonly requirements: ReadonlyMap<RequirementName, Entry>;
	/** Names of all its requirements, as written. */
	readonly named: readonly string[];
	/** Those of which a key does not count, or not as written. */
	readonly invalidRequirements: readonly string[];
	readonly problems: readonly Problem[];
}

/** With more problems than this the file is something else. */
export const MAX_PROBLEMS = 100;

/** Checks one file key by key and requirement by requirement, so that a mistake affects only its own part. */
export function readLayer(source: Source): Layer {
	const misfits: Misfit[] = [];
	const settings: Record<string, unknown> = {};
	const requirements = new Map<RequirementName, Entry>();
	const invalidRequirements: string[] = [];
	const note = <Value>(path: readonly string[], shaped: Shaped<Value>): Value | undefined => {
		misfits.push(...shaped.misfits.map((one) => ({ ...one, path: [...path, ...one.path] })));
		return shaped.value;
	};
	const { requirements: entries, ...others } = note([], mapOf(source.value)) ?? {};
	for (const [key, value] of Object.entries(others)) {
		const valid = note([], checkShape(WrittenConfig, { [key]: value }));
		if (valid !== undefined && Object.hasOwn(WrittenConfig.shape, key)) settings[key] = valid[key];
	}
	const written = note(['requirements'], mapOf(entries)) ?? {};
	for (const [key, value] of Object.entries(written)) {
		const name = parseRequirementName(key);
		const shaped = name === undefined ? BAD_NAME : checkEntry(value);
		const entry = note(['requirements', key], shaped);
		if (shaped.misfits.length > 0) invalidRequirements.push(key);
		if (name !== undefined && entry !== undefined) requirements.set(name, entry);
	}
	const problems = misfits.slice(0, MAX_PROBLEMS).map((misfit) => problemIn(source, misfit));
	const named = Object.keys(written);
	const isOfProject = source.layer !== 'global';
	return { source, isOfProject, settings, requirements, named, invalidRequirements, problems };
}

/** A map; `requirements:` with nothing after it is an empty one, and so is an empty file. */
function mapOf(value: unknown): Shaped<Json> {
	if (value === undefined || value === null) return { value: {}, misfits: [] };
	if (isRecord(value)) return { value: { ...value }, misfits: [] };
	return { value: undefined, misfits: [{ path: [], message: 'must be a map of keys' }] };
}

const NAME_FORM = 'is not a name: letters, digits, - and _, at most 64, a letter or digit first';
const BAD_NAME: Shaped<Entry> = {
	value: undefined,
	misfits: [{ path: [], message: NAME_FORM }],
};

/** Names that mean something to JavaScript objects; `__proto__` is no valid name anyway. */
const INHERITED = new Set(['constructor', 'prototype']);

/** Reads a requirement's name; `undefined` if it could not be a key everywhere. Case is kept. */
export function parseRequirementName(raw: unknown): RequirementName | undefined {
	if (typeof raw !== 'string' || INHERITED.has(raw)) return undefined;
	return REQUIREMENT_NAME.test(raw) ? (raw as RequirementName) : undefined;
}
