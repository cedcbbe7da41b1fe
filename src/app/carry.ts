import type { Requirement } from '../config/config.ts';
import { usedUnseen } from '../core/gate/verdict.ts';
import type { JournalLine } from '../core/journal/line.ts';
import { foldTriggers } from '../core/journal/triggers.ts';
import { branchCarry, carryChange } from '../core/requirement/carry.ts';
import { isNeverSatisfied, type Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { relativeTime } from '../core/text/phrases.ts';
import { compareTexts } from '../core/text/strings.ts';
import { birthOf, commitOf } from '../git/branch-log.ts';
import { type Birth, type BranchName, onBranch, type Place } from '../git/place.ts';
import type { BranchChange, BranchState, SatisfactionFields } from '../state/branch-state.ts';
import { branchStateKind } from '../state/branch-state-kind.ts';
import { entriesOf, isAlive } from '../state/registry-kind.ts';
import { clearedBefore, forkedFrom } from './continuity/records.ts';
import { journalOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import { machineOf, readRegistry } from './registering.ts';
import {
	type Arrival,
	type Batch,
	type Brought,
	branchFacts,
	readState,
	standingsOf,
	stateAfter,
} from './stored-state.ts';

/** What `carry: [clear]` brings over from the session that was just cleared (D1, D12). */
export async function carriedByClear(next: Arrival, ports: Ports): Promise<BranchChange[]> {
	return carryOver(next, { how: 'clear', find: () => clearedBefore(next, ports) }, ports);
}

/** What `carry: [fork]` brings over to a fork from the session it was made of. */
export async function carriedByFork(
	next: Arrival & { readonly transcript: string | undefined },
	ports: Ports,
): Promise<BranchChange[]> {
	return carryOver(next, { how: 'fork', find: () => forkedFrom(next, ports) }, ports);
}

/** What `broughtAlong` tells where the session has left anything on another branch. */
export async function takenFrom(arrival: Arrival, ports: Ports): Promise<Brought> {
	const birth = await newBranch(arrival, ports);
	const sources = await sourcesOf(arrival, birth, ports);
	const heldOn = (standing: Standing) => withHeldOn(standing, sources, ports.now());
	const moved = birth === undefined ? NOTHING : moveAlong(arrival, { birth, sources }, ports.now());
	return { state: arrival.state, ...moved, heldOn };
}

const NOTHING: Pick<Brought, 'changes' | 'leaving'> = { changes: [], leaving: [] };

function moveAlong(
	{ place, session, ...arrival }: Arrival,
	{ birth, sources }: { readonly birth: Birth; readonly sources: readonly Source[] },
	now: number,
): Omit<Brought, 'heldOn'> {
	const changes: BranchChange[] = [];
	const leaving: Batch[] = [];
	let { state } = arrival;
	for (const source of sources) {
		const here = state ?? branchStateKind(place, now).empty();
		const usable = source.standings.filter(({ reason }) => reason !== 'used');
		const carried = branchCarry(
			usable.map(({ requirement }) => requirement),
			{
				...{ session, from: source.state, to: { branch: place.branch, state: here } },
				...{ birth, lines: source.lines, now },
			},
		);
		if (carried.to.length === 0) continue;
		const left = carried.from.length === 0 ? [] : [...source.folds, ...carried.from];
		changes.push(...carried.to);
		leaving.push({ place: source.place, changes: left, movedTo: place });
		state = stateAfter(state, { place, changes: carried.to }, now);
	}
	return { changes, leaving, state };
}

/** How the branch began, unless another session has made it its own since: it is there and has committed. */
async function newBranch({ place, session }: Arrival, ports: Ports): Promise<Birth | undefined> {
	const birth = await birthOf(place);
	if (birth === undefined || commitOf(place) === birth.commit) return birth;
	const { state } = await readState(place, ports);
	const entries = Object.values(state?.requirements ?? {}).flatMap(({ sessions }) =>
		Object.values(sessions),
	);
	return entries.some(({ uuid }) => uuid !== session.uuid) ? undefined : birth;
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
	const others = [...(arrival.others ?? (await ports.branchState.elsewhere(place, session)))];
	const left = birth?.from;
	// What was only armed there may stand in the journal alone.
	if (left !== undefined && left !== place.branch && !others.some(({ branch }) => branch === left))
		others.push(branchStateKind(onBranch(place, left), ports.now()).empty());
	if (others.length === 0) return [];
	const lines = arrival.lines ?? (await journalOf(place, session, ports));
	const commit = commitOf(place);
	const now = ports.now();
	return others
		.sort((one, other) => compareTexts(rank(other, left), rank(one, left)))
		.map((stored) => {
			const there = onBranch(place, stored.branch as BranchName);
			const folds = foldTriggers(lines, {
				...branchFacts(there),
				session,
				state: stored,
				requirements,
			});
			const state = stateAfter(stored, { place: there, changes: folds }, now) ?? stored;
			const standings = usedUnseen(
				standingsOf(state, { place: there, session, requirements }, now),
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
interface Held {
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

interface Way {
	readonly how: Requirement['carry'][number];
	readonly find: () => Promise<Session | undefined>;
}

/** Happens once: what the session spent or somebody cleared since does not come back. */
async function carryOver(next: Arrival, { how, find }: Way, ports: Ports): Promise<BranchChange[]> {
	const { state, session, config, place } = next;
	const requirements = config.requirements.filter(({ carry }) => carry.includes(how));
	if (state === undefined || requirements.length === 0) return [];
	const from = await find();
	if (from === undefined || (await isLive(from, place, ports))) return [];
	const changes = carryChange(requirements, { state, from, to: session, now: ports.now() });
	return changes.map((change) => ({ ...change, once: true }));
}

/** Never from a live session (D1). */
async function isLive({ uuid }: Session, place: Place, ports: Ports): Promise<boolean> {
	const entries = entriesOf(await readRegistry(place, ports));
	const entry = entries.find(([, one]) => one.uuid === uuid)?.[1];
	return entry !== undefined && isAlive(entry, machineOf(ports));
}
