import { isRecord } from '../store/shape.ts';
import type { Problem, RequirementName } from './config.ts';
import { checkEntry, type WrittenRequirement } from './requirement-keys.ts';
import { REQUIREMENT_NAME, Settings, TOP_LEVEL_KEYS } from './settings.ts';
import { checkShape, type Misfit, type Shaped, unknownKeys } from './shape.ts';
import { problemIn, type Source } from './source.ts';

/** What counts of one file: its valid settings and its valid requirements. */
export interface Layer {
	readonly source: Source;
	readonly settings: Settings;
	readonly requirements: ReadonlyMap<RequirementName, WrittenRequirement>;
	/** Names of all its requirements, as written. */
	readonly named: readonly string[];
	/** Those of which a key does not count, or not as written. */
	readonly doubtful: readonly string[];
	readonly problems: readonly Problem[];
}

/** With more problems than this the file is something else. */
export const MAX_PROBLEMS = 100;

/** Checks one file key by key and requirement by requirement, so that a mistake affects only its own part. */
export function readLayer(source: Source): Layer {
	const misfits: Misfit[] = [];
	const settings: Settings = {};
	const requirements = new Map<RequirementName, WrittenRequirement>();
	const doubtful: string[] = [];
	const note = <Value>(path: readonly string[], shaped: Shaped<Value>): Value | undefined => {
		misfits.push(...shaped.misfits.map((one) => ({ ...one, path: [...path, ...one.path] })));
		return shaped.value;
	};
	const { requirements: entries, ...others } = note([], mapOf(source.value)) ?? {};
	for (const [key, value] of Object.entries(others)) {
		Object.assign(settings, note([], checkSetting(key, value)));
	}
	const written = note(['requirements'], mapOf(entries)) ?? {};
	for (const [key, value] of Object.entries(written)) {
		const name = parseRequirementName(key);
		const shaped = name === undefined ? BAD_NAME : checkEntry(value);
		const entry = note(['requirements', key], shaped);
		if (shaped.misfits.length > 0) doubtful.push(key);
		if (name !== undefined && entry !== undefined) requirements.set(name, entry);
	}
	const problems = misfits.slice(0, MAX_PROBLEMS).map((misfit) => problemIn(source, misfit));
	return { source, settings, requirements, named: Object.keys(written), doubtful, problems };
}

/** A map; `requirements:` with nothing after it is an empty one, and so is an empty file. */
function mapOf(value: unknown): Shaped<Readonly<Record<string, unknown>>> {
	if (value === undefined || value === null) return { value: {}, misfits: [] };
	if (isRecord(value)) return { value: { ...value }, misfits: [] };
	return { value: undefined, misfits: [{ path: [], message: 'must be a map of keys' }] };
}

function checkSetting(key: string, value: unknown): Shaped<Settings> {
	if (TOP_LEVEL_KEYS.includes(key)) return checkShape(Settings, { [key]: value });
	return { value: undefined, misfits: unknownKeys({ path: [], keys: [key] }, TOP_LEVEL_KEYS) };
}

const BAD_NAME: Shaped<WrittenRequirement> = {
	value: undefined,
	misfits: [
		{
			path: [],
			message: 'is not a name: letters, digits, - and _, at most 64, a letter or digit first',
		},
	],
};

/** Names that mean something to JavaScript objects; `__proto__` is no valid name anyway. */
const INHERITED = new Set(['constructor', 'prototype']);

/** Reads a requirement's name; `undefined` if it could not be a key everywhere. Case is kept. */
export function parseRequirementName(raw: unknown): RequirementName | undefined {
	if (typeof raw !== 'string' || INHERITED.has(raw)) return undefined;
	return REQUIREMENT_NAME.test(raw) ? (raw as RequirementName) : undefined;
}
