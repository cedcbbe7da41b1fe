import type { Ports } from '../app/ports.ts';
import type { Requirement } from '../config/config.ts';
import { branchSize } from '../git/branch-size.ts';
import type { Place } from '../git/place.ts';
import { type BranchState, storedOf } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import type { Obstacle } from '../store/obstacle.ts';
import type { Carried } from './carry.ts';
import { factOf } from './requirement-types.ts';
import { stateAfter } from './statuses.ts';

/** What a place brings to a judgement, read before anything is decided. */
export interface Known {
	/** As it is stored. */
	readonly state: BranchState | undefined;
	/** Sizes that were not known yet. */
	readonly measured: readonly BranchChange[];
	/** What the session takes along from other branches, where it was looked for. */
	readonly carried: Carried | undefined;
	/** Why nothing can be satisfied there: then nothing is blocked or kept open (D7). */
	readonly obstacle: Obstacle | undefined;
}

/** The state with the sizes that have to be measured now. */
export async function withMeasure(
	state: BranchState | undefined,
	{ place, requirements }: { readonly place: Place; readonly requirements: readonly Requirement[] },
	ports: Ports,
): Promise<BranchState | undefined> {
	const changes = await measuresDue(state, { place, requirements }, ports);
	return stateAfter(state, { place, changes }, ports.now());
}

/**
 * A size is measured where nobody has yet, and again before a known one refuses: what was too large may
 * have been made smaller by other hands. PostToolUse keeps the figures.
 */
export async function measuresDue(
	state: BranchState | undefined,
	{ place, requirements }: { readonly place: Place; readonly requirements: readonly Requirement[] },
	ports: Ports,
): Promise<BranchChange[]> {
	const due = requirements.filter((requirement) => isDue(requirement, state));
	const lines = due.length === 0 ? undefined : await branchSize(place, ports.context);
	if (lines === undefined) return [];
	const at = new Date(ports.now()).toISOString();
	return due.map(({ name, scope }) => ({ op: 'measure', name, scope, at, lines }));
}

function isDue(requirement: Requirement, state: BranchState | undefined): boolean {
	const fact = factOf(requirement);
	if (fact?.isTooLarge === undefined) return false;
	const measured = storedOf(state, requirement.name)?.measured;
	if (measured === undefined) return true;
	return measured.lines !== undefined && fact.isTooLarge(requirement, measured.lines);
}
