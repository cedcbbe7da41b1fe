import type { Config, ProjectConfig, Requirement } from '../config/config.ts';
import {
	loosenings,
	type MergedRequirement,
	OBSERVE,
	PROTECT,
	stricterRequirement,
} from '../config/strictness.ts';

/** How one requirement, or one key of the whole config, differs between two policies. */
export interface PolicyChange {
	/** A requirement, or a key such as `protect`. */
	readonly name: string;
	/** What asks less now: keys of the config, or `gone`. */
	readonly looser: readonly string[];
	/** What asks more now: keys of the config, or `new`. */
	readonly stricter: readonly string[];
}

/** How the present policy differs from the one a session began with; empty where it asks the same. */
export function policyChanges(began: ProjectConfig, present: ProjectConfig): PolicyChange[] {
	const [before, after] = [policyIn(began), policyIn(present)];
	const names = new Set([...before.rulings.keys(), ...after.rulings.keys()]);
	const requirements = [...names].map((name) =>
		rulingChange(name, before.rulings.get(name), after.rulings.get(name)),
	);
	const protect = PROTECT.indexOf(after.protect) - PROTECT.indexOf(before.protect);
	return [
		...requirements,
		{
			name: 'protect',
			looser: protect > 0 ? ['protect'] : [],
			stricter: protect < 0 ? ['protect'] : [],
		},
	].filter(({ looser, stricter }) => looser.length > 0 || stricter.length > 0);
}

function rulingChange(
	name: string,
	before: MergedRequirement | undefined,
	after: MergedRequirement | undefined,
): PolicyChange {
	if (before === undefined) return { name, looser: [], stricter: ['new'] };
	if (after === undefined) return { name, looser: ['gone'], stricter: [] };
	return { name, looser: looserKeys(before, after), stricter: looserKeys(after, before) };
}

function looserKeys(before: MergedRequirement, after: MergedRequirement): string[] {
	return [...new Set(loosenings(before, after).flatMap(({ keys }) => keys.slice(0, 1)))];
}

/**
 * What asks as much as both policies, requirement by requirement: one that only one of them has holds as it
 * is there. What is no policy, such as what is remembered, is as the present one says.
 *
 * @param floor which requirements of the earlier policy have to hold; `undefined`: all, and what protects them
 */
export function stricterOf(
	began: ProjectConfig,
	present: ProjectConfig,
	floor: ((requirement: Requirement) => boolean) | undefined,
): ProjectConfig {
	if (began.kind === 'none' || !began.config.enabled) return present;
	const [before, after] = [policyIn(began), policyIn(present)];
	const kept = [...before.rulings].filter(([, ruling]) => floor?.(ruling) ?? true);
	if (floor !== undefined && kept.length === 0) return present;
	const held = new Map(after.rulings);
	for (const [name, ruling] of kept) {
		const now = held.get(name);
		held.set(name, now === undefined ? ruling : stricterRequirement(ruling, now));
	}
	const base = present.kind === 'some' ? present : { ...began, problems: [] };
	const isLoosened = PROTECT.indexOf(before.protect) < PROTECT.indexOf(after.protect);
	const { protect } = isLoosened ? before : after;
	const requirements = [...held.values()].map(({ enabled, ...requirement }) => requirement);
	const observe = OBSERVE.find((one) => one === before.observe || one === after.observe) ?? false;
	return { ...base, config: { ...base.config, enabled: true, protect, observe, requirements } };
}

interface Policy {
	readonly protect: Config['protect'];
	readonly observe: Config['observe'];
	readonly rulings: ReadonlyMap<string, MergedRequirement>;
}

/** No config, and one that is switched off, ask for nothing and protect nothing. */
function policyIn(found: ProjectConfig): Policy {
	if (found.kind === 'none' || !found.config.enabled)
		return { protect: false, observe: false, rulings: new Map() };
	const { protect, observe, requirements } = found.config;
	const rulings = requirements.map((one) => [one.name, { ...one, enabled: true }] as const);
	return { protect, observe, rulings: new Map(rulings) };
}
