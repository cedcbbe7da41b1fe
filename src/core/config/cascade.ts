import { type Admitted, admit, MAX_REQUIREMENTS } from './admit.ts';
import type { Problem, RequirementName } from './config.ts';
import type { Layer } from './read-layer.ts';
import type { Misfit } from './shape.ts';
import { problemIn } from './source.ts';

export interface Cascade {
	readonly admitted: ReadonlyMap<RequirementName, Admitted>;
	readonly problems: readonly Problem[];
	/** Sentences about what a later file loosened or switched off (D34). */
	readonly switchedOff: readonly string[];
}

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
	const admitted = new Map<RequirementName, Admitted>();
	const problems: Problem[] = [];
	const switchedOff: string[] = [];
	for (const [index, layer] of layers.entries()) {
		for (const [name, entry] of layer.requirements) {
			const isFull = admitted.size >= MAX_REQUIREMENTS;
			const { file } = layer.source;
			const before = admitted.get(name);
			const after = admit({ name, entry, index, file, before, isFull, isPattern });
			if (after.admitted !== undefined) admitted.set(name, after.admitted);
			problems.push(...located(layer, name, after.misfits));
			switchedOff.push(...sentence(name, after.loosened, file));
		}
		if (!useGlobal) dropUnlocked(admitted, layer);
	}
	return { admitted, problems, switchedOff };
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
function dropUnlocked(admitted: Map<RequirementName, Admitted>, { source }: Layer): void {
	if (source.layer !== 'global') return;
	for (const [name, { ruling }] of admitted) if (!ruling.locked) admitted.delete(name);
}

function sentence(name: string, keys: readonly string[], file: string): readonly string[] {
	if (keys.length === 0) return [];
	if (keys.includes('enabled')) return [`${name} is switched off by ${file}.`];
	return [`${name} is loosened by ${file}: ${keys.join(', ')}.`];
}
