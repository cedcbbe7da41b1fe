import { applyChanges } from '../core/branch-state/apply.ts';
import { branchStateKind } from '../core/branch-state/kind.ts';
import { storedOf } from '../core/branch-state/requirement-state.ts';
import type { BranchChange, BranchState } from '../core/branch-state/schema.ts';
import { foreignFact, foreignText, TRUST } from '../core/branch-state/trust.ts';
import { type Config, namedIn, type Requirement } from '../core/config/config.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import { type Standing, standingOf } from '../core/requirement/standing.ts';
import { factOf } from '../core/requirement-type/type-table.ts';
import type { Session } from '../core/session/session-id.ts';
import { typedForm } from '../core/text/one-line.ts';
import type { NewFault } from './faults.ts';
import type { Ports } from './ports.ts';
import type { Batch } from './stored-state.ts';

/** What a session brings from the other branches of the repository. */
export interface Brought {
	/** Changes of this branch's state; none where nothing goes along. */
	readonly changes: readonly BranchChange[];
	/** What leaves the other branches, once this one has kept the changes. */
	readonly leaving: readonly Batch[];
	/** The state with the changes. */
	readonly state: BranchState | undefined;
	/** A standing here, with the branch on which the session has satisfied it where it has not here. */
	readonly heldOn: (standing: Standing) => Standing;
}

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
	readonly news: ForeignNews | undefined;
}

/** The standings of requirements in a state that is already read. `now`: milliseconds since the epoch. */
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

/** A session where it may bring something: it follows another one, or comes from another branch. */
export interface Arrival {
	readonly place: Place;
	readonly session: Session;
	readonly config: Config;
	readonly state: BranchState | undefined;
	/** The session's journal, where it was read already. */
	readonly lines?: readonly JournalLine[];
	/** The states of other branches that name the session, where they were read already. */
	readonly others?: readonly BranchState[];
}

/** The state as it is after changes that are not written yet. */
export function stateAfter(
	state: BranchState | undefined,
	{ place, changes }: { readonly place: Place; readonly changes: readonly BranchChange[] },
	now: number,
): BranchState | undefined {
	if (changes.length === 0) return state;
	const base = state ?? branchStateKind(place, now).empty();
	return applyChanges(base, changes, new Date(now).toISOString()).doc;
}

/** Why nobody could satisfy anything at a place: a user must not be locked out (D7). */
export function obstacleAt(place: Place, isNewer: boolean, ports: Ports): string | undefined {
	if (isNewer) return 'its state was written by a newer req';
	return ports.branchState.writable(place) ? undefined : 'its state cannot be written here';
}

/** A state that another program wrote, of which the user was not told yet. */
export interface ForeignNews {
	readonly text: string;
	/** Keeps it from being told twice. */
	readonly fault: NewFault;
}

/** What the user is to be told of a state that another program wrote, once for each time it was changed. */
export async function foreignNews(
	place: Place,
	state: BranchState | undefined,
	ports: Ports,
): Promise<ForeignNews | undefined> {
	const message = state && foreignFact(state);
	if (state === undefined || message === undefined) return undefined;
	const faults = await ports.faults.read(place);
	if (faults.some((fault) => fault.code === 'state_foreign' && fault.message === message))
		return undefined;
	const hint = state.behind_link === undefined ? TRUST : 'remove the link';
	return {
		text: `req: ${typedForm(foreignText(state) ?? message)}`,
		fault: { code: 'state_foreign', message, hint },
	};
}

/** The text for the user, who is not told again. */
export async function tellForeign(
	news: ForeignNews | undefined,
	place: Place,
	ports: Ports,
): Promise<string[]> {
	if (news === undefined) return [];
	const { recordFault } = await import('./faults.ts');
	await recordFault(place, ports, news.fault);
	return [news.text];
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
	const lines = names.length === 0 ? undefined : await ports.sizes.branchSize(place);
	if (lines === undefined) return [];
	const at = new Date(ports.now()).toISOString();
	return [{ op: 'measure', at, lines, names: namedIn(names) }];
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
