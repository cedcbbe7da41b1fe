import type { BranchChange } from '../core/branch-state/change.ts';
import { branchStateKind } from '../core/branch-state/kind.ts';
import type { SatisfactionFields } from '../core/branch-state/requirement-state.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { Config } from '../core/config/config.ts';
import { usedUnseen } from '../core/gate/used-unseen.ts';
import type { JournalLine } from '../core/journal/line.ts';
import { foldTriggers } from '../core/journal/triggers.ts';
import { type Birth, type BranchName, onBranch, type Place } from '../core/place/place.ts';
import { branchCarry } from '../core/requirement/branch-carry.ts';
import { isNeverSatisfied, type Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { compareTexts } from '../core/text/compare-texts.ts';
import { relativeTime } from '../core/text/relative-time.ts';
import { journalOf } from './journaling.ts';
import { standingsOf, stateAfter } from './judging.ts';
import type { Ports } from './ports.ts';
import type { Batch } from './saving.ts';

/** A session on a branch where it has not satisfied something. */
export interface Arrival {
	readonly place: Place;
	readonly session: Session;
	readonly config: Config;
	readonly state: BranchState | undefined;
	/** The session's journal, where it was read already. */
	readonly lines?: readonly JournalLine[];
}

/** What a session brought from the other branches of the repository. */
export interface CarriedHere {
	/** The state with what goes along. */
	readonly state: BranchState | undefined;
	/** The writes that make it so; none where nothing goes along. */
	readonly batches: readonly Batch[];
	/** A standing here, with the branch on which the session has satisfied it where it has not here. */
	readonly heldOn: (standing: Standing) => Standing;
}

/**
 * Looks at what a session did on other branches (docs/adr/0013). To a branch that began since, its
 * satisfactions go along; of any other branch it is told where they are. Loaded only where something is
 * not satisfied.
 */
export async function carryToBranch(arrival: Arrival, ports: Ports): Promise<CarriedHere> {
	const { place, session } = arrival;
	const birth = await newBranch(arrival, ports);
	const sources = await sourcesOf(arrival, birth, ports);
	const heldOn = (standing: Standing) => withHeldOn(standing, sources, ports.now());
	if (birth === undefined) return { state: arrival.state, batches: [], heldOn };
	const batches: Batch[] = [];
	let { state } = arrival;
	for (const source of sources) {
		const here = state ?? branchStateKind(place, ports.now()).empty();
		const to = { branch: place.branch, state: here };
		const usable = source.standings.filter(({ reason }) => reason !== 'used');
		const carried = branchCarry(
			usable.map(({ requirement }) => requirement),
			{ session, from: source.state, to, birth, lines: source.lines, now: ports.now() },
		);
		if (carried.to.length === 0) continue;
		const leaving = carried.from.length === 0 ? [] : [...source.folds, ...carried.from];
		batches.push({ place, changes: carried.to });
		batches.push({ place: source.place, changes: leaving, movedTo: place });
		state = stateAfter(state, { place, changes: carried.to }, ports);
	}
	return { state, batches, heldOn };
}

/** How the branch began, unless another session has made it its own since: it is there and has committed. */
async function newBranch(
	{ place, session, state }: Arrival,
	ports: Ports,
): Promise<Birth | undefined> {
	const birth = await place.birth();
	const entries = Object.values(state?.requirements ?? {}).flatMap(({ sessions }) =>
		Object.values(sessions),
	);
	const isShared = entries.some(({ uuid }) => uuid !== session.uuid);
	return isShared && ports.places.commit(place) !== birth?.commit ? undefined : birth;
}

/** The session's own satisfactions of a requirement on other branches that still hold, latest first. */
export async function heldElsewhere(
	arrival: Arrival,
	ports: Ports,
): Promise<(name: string) => Held[]> {
	const sources = await sourcesOf(arrival, undefined, ports);
	return (name) => heldIn(sources, name);
}

/** Another branch, the session's journal folded into its state. */
interface Source {
	readonly place: Place;
	readonly state: BranchState;
	/** What the journal adds to it. */
	readonly folds: readonly BranchChange[];
	readonly standings: readonly Standing[];
	readonly lines: readonly JournalLine[];
}

/** The branch that the working tree has left first, then those that changed last. */
async function sourcesOf(
	arrival: Arrival,
	birth: Birth | undefined,
	ports: Ports,
): Promise<readonly Source[]> {
	const { place, session, config } = arrival;
	const { requirements } = config;
	const others = [...(await ports.branchState.elsewhere(place, session))];
	const left = birth?.from;
	// What was only armed there may stand in the journal alone.
	if (left !== undefined && left !== place.branch && !others.some(({ branch }) => branch === left))
		others.push(branchStateKind(onBranch(place, left), ports.now()).empty());
	if (others.length === 0) return [];
	const lines = arrival.lines ?? (await journalOf(place, session, ports));
	const commit = ports.places.commit(place);
	return others
		.sort((one, other) => compareTexts(rank(other, left), rank(one, left)))
		.map((stored) => {
			const there = onBranch(place, stored.branch as BranchName);
			const folds = foldTriggers(lines, { session, place: there, state: stored, requirements });
			const state = stateAfter(stored, { place: there, changes: folds }, ports) ?? stored;
			const standings = usedUnseen(
				standingsOf(state, { place: there, session, requirements }, ports.now()),
				lines,
				{ call: undefined, branch: there.branch, commit },
			);
			return { place: there, state, folds, standings, lines };
		});
}

function rank({ branch, updated_at }: BranchState, left: BranchName | undefined): string {
	return `${branch === left ? 1 : 0} ${updated_at}`;
}

/** A satisfaction, and the branch it is on. */
export interface Held {
	readonly place: Place;
	readonly entry: SatisfactionFields & { readonly satisfied_at: string };
}

function heldIn(sources: readonly Source[], name: string): Held[] {
	const held = sources.flatMap(({ place, standings }) =>
		standings.flatMap(({ requirement, reason, satisfaction: entry }) => {
			const at = entry?.satisfied_at;
			const isIt = requirement.name === name && reason === 'satisfied' && at !== undefined;
			return isIt ? [{ place, entry: { ...entry, satisfied_at: at } }] : [];
		}),
	);
	return held.sort((one, other) => compareTexts(other.entry.satisfied_at, one.entry.satisfied_at));
}

/** Says of what was never satisfied here where it was. */
function withHeldOn(standing: Standing, sources: readonly Source[], now: number): Standing {
	const [latest] = isNeverSatisfied(standing) ? heldIn(sources, standing.requirement.name) : [];
	if (latest === undefined) return standing;
	const { satisfied_at: at } = latest.entry;
	return { ...standing, heldOn: { branch: latest.place.branch, at, ago: relativeTime(at, now) } };
}
