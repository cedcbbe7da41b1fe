import { namedIn, type Requirement } from '../config/config.ts';
import { factOf } from '../core/gate/requirement-types.ts';
import { isNeverSatisfied } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { birthOf } from '../git/branch-log.ts';
import { branchSize } from '../git/branch-size.ts';
import type { Place } from '../git/place.ts';
import { type BranchChange, type BranchState, storedOf } from '../state/branch-state.ts';
import { takenFrom } from './carry.ts';
import { journalOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import { type Arrival, type Brought, standingsOf, stateAfter } from './stored-state.ts';

/** What a place brings to a judgement, read before anything is decided. */
export interface Known {
	/** As it is stored. */
	readonly state: BranchState | undefined;
	/** Sizes that were not known yet. */
	readonly measured: readonly BranchChange[];
	/** What the session takes along from other branches, where it was looked for. */
	readonly brought: Brought | undefined;
	/** Why nobody could satisfy anything there: then nothing is held (D7). */
	readonly obstacle: string | undefined;
}

/**
 * If a requirement is unmet here, reads what the session satisfied on other branches (docs/adr/0013). Its satisfactions
 * carry over to a branch that began since; for any other branch, req shows where they are.
 */
export async function broughtAlong(
	arrival: Omit<Arrival, 'session'> & { readonly session: Session | undefined },
	ports: Ports,
): Promise<Brought> {
	const { place, session, config, state } = arrival;
	const { requirements } = config;
	const nothing: Brought = { changes: [], leaving: [], state, heldOn: (one) => one };
	const standings = standingsOf(state, { place, session, requirements }, ports.now());
	if (session === undefined || !standings.some(isNeverSatisfied)) return nothing;
	const others = await ports.branchState.elsewhere(place, session);
	const found = { ...arrival, session, others };
	if (others.length === 0 && !(await hasWorkedElsewhere(found, ports))) return nothing;
	return takenFrom(found, ports);
}

/** What was only armed on the branch that this one began from has no state there yet: the journal tells of it. */
async function hasWorkedElsewhere(
	{ place, session, lines }: Arrival,
	ports: Ports,
): Promise<boolean> {
	const left = (await birthOf(place))?.from;
	if (left === undefined || left === place.branch) return false;
	const known = lines ?? (await journalOf(place, session, ports));
	return known.some((line) => 'branch' in line && line.branch !== place.branch);
}

/** Why nobody could satisfy anything at a place: a user must not be locked out (D7). */
export function obstacleAt(place: Place, isNewer: boolean, ports: Ports): string | undefined {
	if (isNewer) return 'its state was written by a newer req';
	return ports.branchState.writable(place) ? undefined : 'its state cannot be written here';
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
	const names = requirements.filter((requirement) => isDue(requirement, state));
	const lines = names.length === 0 ? undefined : await sizeOf(place, ports);
	if (lines === undefined) return [];
	const at = new Date(ports.now()).toISOString();
	return [{ op: 'measure', at, lines, names: namedIn(names) }];
}

/** Lines that a branch changes; `undefined` if git cannot tell, or nothing may be written. */
export async function sizeOf(place: Place, { context }: Ports): Promise<number | undefined> {
	return context.writing.isReadOnly ? undefined : branchSize(place, context);
}

function isDue(requirement: Requirement, state: BranchState | undefined): boolean {
	const fact = factOf(requirement);
	if (fact?.isTooLarge === undefined) return false;
	const measured = storedOf(state, requirement.name)?.measured;
	if (measured === undefined) return true;
	return measured.lines !== undefined && fact.isTooLarge(requirement, measured.lines);
}
