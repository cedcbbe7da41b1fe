import type { Requirement } from '../config/config.ts';
import { usedUnseen } from '../core/gate/verdict.ts';
import { isFork, type JournalLine } from '../core/journal/line.ts';
import { foldTriggers } from '../core/journal/triggers.ts';
import { isNeverSatisfied, type Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { relativeTime } from '../core/text/phrases.ts';
import { compareTexts } from '../core/text/strings.ts';
import { birthOf, commitOf } from '../git/branch-log.ts';
import { type Birth, type BranchName, onBranch, type Place } from '../git/place.ts';
import { statesElsewhere } from '../state/branch-files.ts';
import { type BranchState, emptyState, type SatisfactionFields } from '../state/branch-state.ts';
import { carryToBranch, carryToSession } from '../state/carry.ts';
import type { BranchChange } from '../state/changes.ts';
import { liveNow } from '../state/registry.ts';
import { clearedBefore, forkedFrom } from './continuity/records.ts';
import { journalOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import {
	type Arrival,
	type Batch,
	type Brought,
	branchFacts,
	readState,
	standingsOf,
	stateAfter,
} from './stored-state.ts';

/**
 * What `carry:` carries over from the session that this one follows: the one that was just cleared, or the one it is a
 * fork of (D1, D12). Once: what the session consumed since does not come back. Never from a live session.
 */
export async function carriedBy(
	how: Requirement['carry'][number],
	next: Arrival & { readonly transcript?: string | undefined },
	ports: Ports,
): Promise<BranchChange[]> {
	const { state, session: to, config, lines = [], transcript } = next;
	const requirements = config.requirements.filter(({ carry }) => carry.includes(how));
	if (state === undefined || requirements.length === 0) return [];
	if (how === 'fork' && !isFork(lines)) return [];
	const from =
		how === 'clear'
			? await clearedBefore(next, ports)
			: await forkedFrom({ ...next, transcript }, ports);
	if (from === undefined || liveNow(ports.context).has(from.uuid)) return [];
	return carryToSession(requirements, { state, from, to, now: ports.now(), once: true });
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
	const others = statesElsewhere(place, session, ports.context);
	const lines = arrival.lines ?? (await journalOf(place, session, ports));
	const isElsewhere = lines.some((line) => 'branch' in line && line.branch !== place.branch);
	if (others.length === 0 && !isElsewhere) return nothing;
	const birth = await newBranch({ ...arrival, session }, ports);
	const sources = await sourcesOf({ ...arrival, session, lines, others }, birth, ports);
	const heldOn = (standing: Standing) => withHeldOn(standing, sources, ports.now());
	if (birth === undefined) return { ...nothing, heldOn };
	return { ...moveAlong({ ...arrival, session }, { birth, sources }, ports.now()), heldOn };
}

function moveAlong(
	{ place, session, state: stored }: Arrival,
	{ birth, sources }: { readonly birth: Birth; readonly sources: readonly Source[] },
	now: number,
): Omit<Brought, 'heldOn'> {
	const changes: BranchChange[] = [];
	const leaving: Batch[] = [];
	let state = stored;
	for (const source of sources) {
		const usable = source.standings.filter(({ reason }) => reason !== 'used');
		const requirements = usable.map(({ requirement }) => requirement);
		const to = state ?? emptyState(place, new Date(now).toISOString());
		const { lines } = source;
		const carried = carryToBranch(requirements, {
			...{ session, from: source.state, to, birth, lines, now },
		});
		if (carried.to.length === 0) continue;
		const left = carried.from.length === 0 ? [] : [...source.folds, ...carried.from];
		changes.push(...carried.to);
		leaving.push({ place: source.place, changes: left, movedTo: place });
		state = stateAfter(state, { place, changes: carried.to }, now);
	}
	return { changes, leaving, state };
}

/** How the branch began; `undefined` if another session has committed on it since. */
async function newBranch({ place, session }: Arrival, ports: Ports): Promise<Birth | undefined> {
	const birth = await birthOf(place);
	if (birth === undefined || commitOf(place) === birth.commit) return birth;
	const { state } = await readState(place, ports);
	const requirements = Object.values(state?.requirements ?? {});
	const entries = requirements.flatMap(({ sessions }) => Object.values(sessions));
	return entries.some(({ uuid }) => uuid !== session.uuid) ? undefined : birth;
}

/** Another branch, with what the session's journal adds to its state. */
interface Source {
	readonly place: Place;
	readonly state: BranchState;
	/** What the journal adds. */
	readonly folds: readonly BranchChange[];
	readonly standings: readonly Standing[];
	readonly lines: readonly JournalLine[];
}

/** The branch that the working tree has left first, then those that changed last. */
async function sourcesOf(
	arrival: Arrival & { readonly others: readonly BranchState[] },
	birth: Birth | undefined,
	ports: Ports,
): Promise<readonly Source[]> {
	const { place, session, config } = arrival;
	const { requirements } = config;
	const now = ports.now();
	const others = [...arrival.others];
	const left = birth?.from;
	// What was only armed there may be in the journal alone.
	if (left !== undefined && left !== place.branch && !others.some(({ branch }) => branch === left))
		others.push(emptyState({ branch: left, root: place.root }, new Date(now).toISOString()));
	if (others.length === 0) return [];
	const lines = arrival.lines ?? (await journalOf(place, session, ports));
	const commit = commitOf(place);
	const rank = ({ branch, updated_at }: BranchState) => `${branch === left ? 1 : 0} ${updated_at}`;
	return others
		.sort((one, other) => compareTexts(rank(other), rank(one)))
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

/** A satisfaction, and the branch it is on. */
interface Held {
	readonly place: Place;
	readonly entry: SatisfactionFields;
	readonly at: string;
}

/** The session's own satisfactions of a requirement on other branches that still hold, latest first. */
export async function heldElsewhere(
	arrival: Arrival,
	ports: Ports,
): Promise<(name: string) => Held[]> {
	const others = statesElsewhere(arrival.place, arrival.session, ports.context);
	const sources = await sourcesOf({ ...arrival, others }, undefined, ports);
	return (name) => heldIn(sources, name);
}

function heldIn(sources: readonly Source[], name: string): Held[] {
	const held = sources.flatMap(({ place, standings }) =>
		standings.flatMap(({ requirement, reason, satisfaction: entry }) => {
			const at = entry?.satisfied_at;
			const isIt = requirement.name === name && reason === 'satisfied' && at !== undefined;
			return isIt && entry !== undefined ? [{ place, entry, at }] : [];
		}),
	);
	return held.sort((one, other) => compareTexts(other.at, one.at));
}

/** Adds where the session has satisfied what it never satisfied here. */
function withHeldOn(standing: Standing, sources: readonly Source[], now: number): Standing {
	const [latest] = isNeverSatisfied(standing) ? heldIn(sources, standing.requirement.name) : [];
	if (latest === undefined) return standing;
	const { place, at } = latest;
	return { ...standing, heldOn: { branch: place.branch, at, ago: relativeTime(at, now) } };
}
