import { type ForeignState, TRUST } from '../../core/branch-state/trust.ts';
import type { Place } from '../../core/place/place.ts';
import type { Ports } from '../ports.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { projectAt } from './project.ts';

/**
 * The states of a project that something other than req wrote, and what a person would accept with them.
 *
 * @public for a command that accepts other differences as well
 */
export function foreignStatesAt(place: Place, ports: Ports): Promise<readonly ForeignState[]> {
	return ports.branchState.foreign(place);
}

/**
 * Accepts them as they are; those that changed since they were shown stay foreign and are returned.
 *
 * @public
 */
export async function acceptStates(
	place: Place,
	states: readonly ForeignState[],
	ports: Ports,
): Promise<readonly ForeignState[]> {
	const refused: ForeignState[] = [];
	for (const state of states) {
		if (!(await ports.branchState.trust(place, state))) refused.push(state);
	}
	return refused;
}

/** What `req state trust` accepted, and what it could not. */
export interface TrustedStates {
	readonly accepted: readonly ForeignState[];
	readonly left: readonly ForeignState[];
}

/**
 * Lists the foreign states of the project and, unless they are only shown, accepts them.
 *
 * @throws Fault `refused` for the model
 */
export async function trustStates(
	{ caller, isDry }: { readonly caller: Caller; readonly isDry: boolean },
	ports: Ports,
): Promise<TrustedStates> {
	if (!isDry) await onlyTheUser(caller, TRUST, ports);
	const { place } = await projectAt(caller.cwd, ports);
	const states = await foreignStatesAt(place, ports);
	if (isDry) return { accepted: [], left: states };
	const left = await acceptStates(place, states, ports);
	return { accepted: states.filter((state) => !left.includes(state)), left };
}
