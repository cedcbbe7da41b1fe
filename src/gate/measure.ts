import type { Ports } from '../app/ports.ts';
import type { Requirement } from '../config/config.ts';
import { branchSize } from '../git/branch-size.ts';
import type { Place } from '../git/place.ts';
import { type BranchState, storedOf } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { factOf } from './requirement-types.ts';
import { stateAfter } from './statuses.ts';

interface Where {
	readonly place: Place;
	readonly requirements: readonly Requirement[];
}

/** The state with the sizes that have to be measured now. */
export async function withMeasure(
	state: BranchState | undefined,
	{ place, requirements }: Where,
	ports: Ports,
): Promise<BranchState | undefined> {
	const changes = await measuresDue(state, { place, requirements }, ports);
	return stateAfter(state, { place, changes }, ports.now());
}

/**
 * A size is measured if it was not yet, and again before a known one blocks: somebody may have made the branch smaller.
 * PostToolUse stores the sizes.
 */
export async function measuresDue(
	state: BranchState | undefined,
	{ place, requirements }: Where,
	ports: Ports,
): Promise<BranchChange[]> {
	const due = requirements.filter((requirement) => {
		const { isTooLarge } = factOf(requirement) ?? {};
		const measured = storedOf(state, requirement.name)?.measured;
		if (isTooLarge === undefined || measured === undefined) return isTooLarge !== undefined;
		return measured.lines !== undefined && isTooLarge(requirement, measured.lines);
	});
	const lines = due.length === 0 ? undefined : await branchSize(place, ports.context);
	if (lines === undefined) return [];
	const at = new Date(ports.now()).toISOString();
	return due.map(({ name, scope }) => ({ op: 'measure', name, scope, at, lines }));
}
