import { applyChanges } from '../core/branch-state/apply.ts';
import type { BranchChange } from '../core/branch-state/change.ts';
import { branchStateKind } from '../core/branch-state/kind.ts';
import { storedOf } from '../core/branch-state/requirement-state.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import { foreignFact, foreignText, TRUST } from '../core/branch-state/trust.ts';
import type { Requirement } from '../core/config/config.ts';
import type { Place } from '../core/place/place.ts';
import { namedIn } from '../core/requirement/satisfying.ts';
import { type Standing, standingOf } from '../core/requirement/standing.ts';
import { factOf } from '../core/requirement-type/type-table.ts';
import type { Session } from '../core/session/session-id.ts';
import { typedForm } from '../core/text/typed-form.ts';
import { recordFault } from './faults.ts';
import type { Ports } from './ports.ts';
import { readState } from './state-reading.ts';

/** Requirements of one place, judged for one session. */
export interface Judged {
	readonly state: BranchState | undefined;
	readonly standings: readonly Standing[];
	readonly paused: boolean;
	/** For the user, once: another program wrote the state. */
	readonly news: () => Promise<string | undefined>;
	/** Why nobody could satisfy anything here, or `undefined`: then gates only warn (D7). */
	readonly obstacle: () => string | undefined;
}

/** Judges requirements by what is stored now. */
export async function judgeAt(
	place: Place,
	who: { readonly session: Session; readonly requirements: readonly Requirement[] },
	ports: Ports,
): Promise<Judged> {
	const { state, isNewer } = await readState(place, ports);
	const measured = await withMeasure(state, { place, requirements: who.requirements }, ports);
	return {
		state,
		standings: standingsOf(measured, { ...who, place }, ports.now()),
		paused: state?.paused !== undefined,
		news: () => untrustedNews(place, state, ports),
		obstacle: () => obstacleAt(place, isNewer, ports),
	};
}

/** What the user is told of a state that another program wrote, once for each time it was changed. */
export async function untrustedNews(
	place: Place,
	state: BranchState | undefined,
	ports: Ports,
): Promise<string | undefined> {
	const message = state && foreignFact(state);
	if (state === undefined || message === undefined) return undefined;
	const faults = await ports.faults.read(place);
	if (faults.some((fault) => fault.code === 'state_foreign' && fault.message === message))
		return undefined;
	const hint = state.behind_link === undefined ? TRUST : 'remove the link';
	await recordFault(place, ports, { code: 'state_foreign', message, hint });
	return `req: ${typedForm(foreignText(state) ?? message)}`;
}

/** The standings of requirements in a state that is already read. */
export function standingsOf(
	state: BranchState | undefined,
	who: {
		readonly place: Place;
		readonly session: Session | undefined;
		readonly requirements: readonly Requirement[];
	},
	now: number,
): Standing[] {
	const { branch, renamedFrom, hasLeft } = who.place;
	const facts = { state, session: who.session, branch, renamedFrom, hasLeft, now };
	return who.requirements.map((requirement) => standingOf(requirement, facts));
}

/** Why nobody could satisfy anything at a place: a user must not be locked out (D7). */
export function obstacleAt(place: Place, isNewer: boolean, ports: Ports): string | undefined {
	if (isNewer) return 'its state was written by a newer req';
	return ports.branchState.writable(place) ? undefined : 'its state cannot be written here';
}

/** The state as it is after changes that are not written yet. */
export function stateAfter(
	state: BranchState | undefined,
	{ place, changes }: { readonly place: Place; readonly changes: readonly BranchChange[] },
	ports: Ports,
): BranchState | undefined {
	if (changes.length === 0) return state;
	const now = ports.now();
	const base = state ?? branchStateKind(place, now).empty();
	return applyChanges(base, changes, new Date(now).toISOString()).doc;
}

/**
 * A size is measured where nobody has yet, and again before a known one refuses: what was too large may
 * have been made smaller by other hands. PostToolUse keeps the figures.
 */
export async function withMeasure(
	state: BranchState | undefined,
	{ place, requirements }: { readonly place: Place; readonly requirements: readonly Requirement[] },
	ports: Ports,
): Promise<BranchState | undefined> {
	const names = requirements.filter((requirement) => isDue(requirement, state));
	const lines = names.length === 0 ? undefined : await ports.sizes.branchSize(place);
	if (lines === undefined) return state;
	const at = new Date(ports.now()).toISOString();
	const changes: BranchChange[] = [{ op: 'measure', at, lines, names: namedIn(names) }];
	return stateAfter(state, { place, changes }, ports);
}

function isDue(requirement: Requirement, state: BranchState | undefined): boolean {
	const fact = factOf(requirement);
	if (fact?.isMeasured !== true) return false;
	const measured = storedOf(state, requirement.name)?.measured;
	return (
		measured === undefined ||
		fact.holds(requirement, { isNamed: () => false, lines: measured.lines })
	);
}
