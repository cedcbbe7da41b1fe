import type { RequirementName } from './config.ts';
import { loosenings, type Ruling } from './loosening.ts';
import { normalise } from './normalise.ts';
import { brokenRules, oddities } from './requirement-rules.ts';
import type { Misfit } from './shape.ts';
import type { WrittenRequirement } from './written-requirement.ts';

/** One requirement after some of the files. */
export interface Admitted {
	readonly written: WrittenRequirement;
	readonly ruling: Ruling;
	/** Which file set each written key. */
	readonly origins: Readonly<Record<string, string>>;
	/** Index of the file that locked it. */
	readonly lockedBy: number | undefined;
}

/** What one file makes of one requirement. `admitted` is absent where it is new and cannot gate. */
interface Admission {
	readonly admitted: Admitted | undefined;
	readonly misfits: readonly Misfit[];
	readonly loosened: readonly string[];
}

export const MAX_REQUIREMENTS = 200;
const FULL: Misfit = { path: [], message: `is left out: at most ${MAX_REQUIREMENTS} requirements` };

/** What a file says about a requirement, and what stood before. */
interface Entry {
	readonly name: RequirementName;
	readonly entry: WrittenRequirement;
	readonly index: number;
	readonly file: string;
	readonly before: Admitted | undefined;
	readonly isFull: boolean;
	readonly isPattern: (source: string) => boolean;
}

/** Adds what one file says about one requirement to what stood before (D34). */
export function admit({ name, entry, index, file, before, isFull, isPattern }: Entry): Admission {
	if (before === undefined && isFull) return { admitted: undefined, misfits: [FULL], loosened: [] };
	const locked = before?.ruling.locked === true ? underLock(name, before, entry) : undefined;
	const kept = locked?.entry ?? entry;
	const refused = locked?.misfits ?? [];
	const written = { ...before?.written, ...kept };
	const broken = brokenRules(written, isPattern);
	if (broken.length > 0)
		return { admitted: before, misfits: [...refused, ...broken], loosened: [] };
	const ruling = rulingOf(name, written);
	const origins = { ...before?.origins, ...fileOf(kept, file) };
	const lockedBy = before?.lockedBy ?? (ruling.locked ? index : undefined);
	return {
		admitted: { written, ruling, origins, lockedBy },
		misfits: [...refused, ...oddities(kept, written)],
		loosened: before === undefined ? [] : looseKeys(before.ruling, ruling, kept),
	};
}

function rulingOf(name: RequirementName, written: WrittenRequirement): Ruling {
	return { ...normalise(name, written), enabled: written.enabled ?? true };
}

function fileOf(entry: WrittenRequirement, file: string): Record<string, string> {
	return Object.fromEntries(Object.keys(entry).map((key) => [key, file]));
}

/** Takes out of an entry what would loosen a locked requirement; the rest of the entry counts. */
function underLock(name: RequirementName, before: Admitted, entry: WrittenRequirement) {
	const after = rulingOf(name, { ...before.written, ...entry });
	const misfits = loosenings(before.ruling, after).flatMap(({ keys, why }) =>
		keys
			.filter((key) => key in entry)
			.map((key) => ({ path: [key], message: `is locked by an earlier file: ${why}` })),
	);
	const refused = new Set<string>(misfits.flatMap(({ path }) => path));
	const rest: WrittenRequirement = Object.fromEntries(
		Object.entries(entry).filter(([key]) => !refused.has(key)),
	);
	const tight = loosenings(before.ruling, rulingOf(name, { ...before.written, ...rest }));
	const once = new Map(misfits.map((one) => [one.path[0], one]));
	return { entry: tight.length > 0 ? {} : rest, misfits: [...once.values()] };
}

function looseKeys(before: Ruling, after: Ruling, entry: WrittenRequirement): readonly string[] {
	const keys = loosenings(before, after).flatMap((loosening) => loosening.keys);
	return [...new Set(keys)].filter((key) => key in entry);
}
