import type { ArmedInherit, BranchState } from './schema.ts';

/** What still waits for the next session of a branch; `undefined`: nothing, or a session has had it. */
export function waitingInherit(state: BranchState | undefined): ArmedInherit | undefined {
	const armed = state?.armed_inherit;
	return armed?.taken_by === undefined ? armed : undefined;
}
