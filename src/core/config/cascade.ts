import type { Problem, RequirementName } from './config.ts';
import { loosenings, type Standing } from './loosening.ts';
import { normalise } from './normalise.ts';
import type { Layer } from './read-layer.ts';
import { brokenRules } from './requirement-rules.ts';
import type { Misfit } from './shape.ts';
import { problemIn } from './source.ts';
import type { WrittenRequirement } from './written-requirement.ts';

/** One requirement after some of the files. */
export interface Held {
	readonly written: WrittenRequirement;
	readonly standing: Standing;
	/** Which file set each written key. */
	readonly origins: Readonly<Record<string, string>>;
	/** Index of the file that locked it. */
	readonly lockedBy: number | undefined;
}

/** What one file makes of one requirement. `held` is absent where it is new and cannot gate. */
interface Verdict {
	readonly held: Held | undefined;
	readonly misfits: readonly Misfit[];
	readonly loosened: readonly string[];
}

export interface Cascade {
	readonly held: ReadonlyMap<RequirementName, Held>;
	readonly problems: readonly Problem[];
	/** Sentences about what a later file loosened or switched off (D34). */
	readonly switchedOff: readonly string[];
}

const MAX_REQUIREMENTS = 200;
const FULL: Misfit = { path: [], message: `is left out: at most ${MAX_REQUIREMENTS} requirements` };

/**
 * Merges the requirements of all files, earliest first (seed row S4-059; D34). After each file every
 * requirement is valid: an entry that would break one, or loosen a locked one, is reported and what
 * stood before stays.
 *
 * @param useGlobal false: only locked requirements of the global file stand
 * @param isPattern whether a text is RE2 syntax
 */
export function cascade(
	layers: readonly Layer[],
	useGlobal: boolean,
	isPattern: (source: string) => boolean,
): Cascade {
	const held = new Map<RequirementName, Held>();
	const problems: Problem[] = [];
	const switchedOff: string[] = [];
	for (const [index, layer] of layers.entries()) {
		for (const [name, entry] of layer.requirements) {
			const isFull = held.size >= MAX_REQUIREMENTS;
			const { file } = layer.source;
			const before = held.get(name);
			const after = admit({ name, entry, index, file, before, isFull, isPattern });
			if (after.held !== undefined) held.set(name, after.held);
			problems.push(...located(layer, name, after.misfits));
			switchedOff.push(...sentence(name, after.loosened, file));
		}
		if (!useGlobal) dropUnlocked(held, layer);
	}
	return { held, problems, switchedOff };
}

function located(
	{ source }: Layer,
	name: RequirementName,
	misfits: readonly Misfit[],
): readonly Problem[] {
	const around = ['requirements', name];
	return misfits.map(({ path, message }) =>
		problemIn(source, { path: [...around, ...path], message }),
	);
}

/** `use_global: false` leaves of the global file what it locked. */
function dropUnlocked(held: Map<RequirementName, Held>, { source }: Layer): void {
	if (source.layer !== 'global') return;
	for (const [name, { standing }] of held) if (!standing.locked) held.delete(name);
}

interface Entry {
	readonly name: RequirementName;
	readonly entry: WrittenRequirement;
	readonly index: number;
	readonly file: string;
	readonly before: Held | undefined;
	readonly isFull: boolean;
	readonly isPattern: (source: string) => boolean;
}

function admit({ name, entry, index, file, before, isFull, isPattern }: Entry): Verdict {
	if (before === undefined && isFull) return { held: undefined, misfits: [FULL], loosened: [] };
	const locked = before?.standing.locked === true ? underLock(name, before, entry) : undefined;
	const kept = locked?.entry ?? entry;
	const refused = locked?.misfits ?? [];
	const written = { ...before?.written, ...kept };
	const broken = brokenRules(written, isPattern);
	if (broken.length > 0) return { held: before, misfits: [...refused, ...broken], loosened: [] };
	const standing = standingOf(name, written);
	const origins = { ...before?.origins, ...fileOf(kept, file) };
	const lockedBy = before?.lockedBy ?? (standing.locked ? index : undefined);
	return {
		held: { written, standing, origins, lockedBy },
		misfits: refused,
		loosened: before === undefined ? [] : looseKeys(before.standing, standing, kept),
	};
}

function standingOf(name: RequirementName, written: WrittenRequirement): Standing {
	return { ...normalise(name, written), enabled: written.enabled ?? true };
}

function fileOf(entry: WrittenRequirement, file: string): Record<string, string> {
	return Object.fromEntries(Object.keys(entry).map((key) => [key, file]));
}

/** Takes out of an entry what would loosen a locked requirement; the rest of the entry counts. */
function underLock(name: RequirementName, before: Held, entry: WrittenRequirement) {
	const after = standingOf(name, { ...before.written, ...entry });
	const misfits = loosenings(before.standing, after).flatMap(({ keys, why }) =>
		keys
			.filter((key) => key in entry)
			.map((key) => ({ path: [key], message: `is locked by an earlier file: ${why}` })),
	);
	const refused = new Set<string>(misfits.flatMap(({ path }) => path));
	const rest: WrittenRequirement = Object.fromEntries(
		Object.entries(entry).filter(([key]) => !refused.has(key)),
	);
	const tight = loosenings(before.standing, standingOf(name, { ...before.written, ...rest }));
	const once = new Map(misfits.map((one) => [one.path[0], one]));
	return { entry: tight.length > 0 ? {} : rest, misfits: [...once.values()] };
}

function looseKeys(
	before: Standing,
	after: Standing,
	entry: WrittenRequirement,
): readonly string[] {
	const keys = loosenings(before, after).flatMap((loosening) => loosening.keys);
	return [...new Set(keys)].filter((key) => key in entry);
}

function sentence(name: string, keys: readonly string[], file: string): readonly string[] {
	if (keys.length === 0) return [];
	if (keys.includes('enabled')) return [`${name} is switched off by ${file}.`];
	return [`${name} is loosened by ${file}: ${keys.join(', ')}.`];
}
