import type { Admitted } from './admit.ts';
import type { Cascade } from './cascade.ts';
import type { Config, Problem, WhenUnchecked } from './config.ts';
import { isOwn, type Layer } from './read-layer.ts';
import { problemIn } from './source.ts';
import type { Settings } from './written-config.ts';

/** What became of one top-level setting. */
interface Decided<Value> {
	readonly value: Value;
	readonly problems: readonly Problem[];
	readonly said: readonly string[];
}

/** Strictest first. */
const PROTECT: readonly Config['protect'][] = [true, 'ask', false];
const ON_FAILURE: readonly WhenUnchecked[] = ['block', 'allow'];
/** What the user hears where a project's file says so against a stricter one. */
const LOOSENED: Readonly<Record<string, string>> = {
	false: 'The configs are not protected from the model',
	allow: 'Calls that cannot be checked go on',
};

/** The last file that says something about a setting; scalars replace (D34). */
export function lastWith(layers: readonly Layer[], key: keyof Settings): Layer | undefined {
	return layers.findLast(({ settings }) => settings[key] !== undefined);
}

/**
 * `enabled`, and the requirements that stand. `enabled: false` leaves what an earlier file locked.
 *
 * @param counting the files whose settings count; @param layers all files, in the order of the cascade
 */
export function decideEnabled(
	counting: readonly Layer[],
	layers: readonly Layer[],
	{ admitted }: Cascade,
): Decided<boolean> & { readonly requirements: readonly Admitted[] } {
	const all = [...admitted.values()];
	const last = lastWith(counting, 'enabled');
	if (last === undefined || last.settings.enabled !== false) {
		return { value: true, requirements: all, problems: [], said: [] };
	}
	const locked = all.filter(isLockedBefore(layers.indexOf(last)));
	const said = isOwn(last) ? [`Gates are switched off by ${last.source.file}.`] : [];
	if (locked.length === 0) return { value: false, requirements: all, problems: [], said };
	const names = locked.map(({ ruling }) => ruling.name).join(', ');
	const message = `leaves what an earlier file locked: ${names}`;
	const problems = [problemIn(last.source, { path: ['enabled'], message })];
	return { value: true, requirements: locked, problems, said };
}

/** `protect`. It keeps locked requirements from being satisfied by an edit, so they lock it too. */
export function decideProtect(
	counting: readonly Layer[],
	layers: readonly Layer[],
	merged: Cascade,
): Decided<Config['protect']> {
	return decideOf({ key: 'protect', order: PROTECT, first: true }, { counting, layers, merged });
}

/** `on_failure` for requirements that say nothing of it themselves; what is locked locks it too. */
export function decideOnFailure(
	counting: readonly Layer[],
	layers: readonly Layer[],
	merged: Cascade,
): Decided<WhenUnchecked> {
	const setting = { key: 'on_failure', order: ON_FAILURE, first: 'allow' } as const;
	return decideOf<WhenUnchecked>(setting, { counting, layers, merged });
}

/** A setting that later files may not loosen where an earlier one has locked a requirement. */
function decideOf<Value>(
	setting: {
		readonly key: 'protect' | 'on_failure';
		/** Strictest first. */
		readonly order: readonly Value[];
		readonly first: Value;
	},
	{
		counting,
		layers,
		merged,
	}: {
		readonly counting: readonly Layer[];
		readonly layers: readonly Layer[];
		readonly merged: Cascade;
	},
): Decided<Value> {
	const { key, order } = setting;
	let value = setting.first;
	const problems: Problem[] = [];
	const said: string[] = [];
	for (const layer of counting) {
		const next = (layer.settings[key] as Value | undefined) ?? value;
		const looser = order.indexOf(next) > order.indexOf(value);
		if (looser && [...merged.admitted.values()].some(isLockedBefore(layers.indexOf(layer)))) {
			const message = 'an earlier file locked a requirement, and this protects it';
			problems.push(problemIn(layer.source, { path: [key], message }));
			continue;
		}
		value = next;
		const loosened = looser && isOwn(layer) ? LOOSENED[String(next)] : undefined;
		if (loosened !== undefined) said.push(`${loosened}: ${layer.source.file}.`);
	}
	return { value, problems, said };
}

function isLockedBefore(index: number): (admitted: Admitted) => boolean {
	return ({ lockedBy }) => lockedBy !== undefined && lockedBy < index;
}
