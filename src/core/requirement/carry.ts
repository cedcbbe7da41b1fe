import type { Requirement } from '../../config/config.ts';
import type { Birth, BranchName } from '../../git/place.ts';
import {
	type BranchChange,
	type BranchState,
	type ChangeOf,
	entryOf,
	isRootScope,
	ownerOf,
	requirementOf,
	type SatisfactionFields,
	type SessionEntry,
	storedOf,
} from '../../state/branch-state.ts';
import { factOf } from '../gate/requirement-types.ts';
import { type JournalLine, ofKind } from '../journal/line.ts';
import type { Session } from '../session/session-id.ts';
import { standingOf } from './standing.ts';

/** From which session to which, as of when. */
interface Carry {
	readonly state: BranchState;
	readonly from: Session;
	readonly to: Session;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/**
 * Copies satisfactions that still hold to another session, with their original time and provenance.
 * Never an approval, never one that expired or went stale (D1).
 */
export function carryChange(
	requirements: readonly Requirement[],
	{ state, from, to, now }: Carry,
): ChangeOf<'satisfy'>[] {
	return requirements.flatMap((requirement): ChangeOf<'satisfy'>[] => {
		// What stands at the root holds for every session of the branch already.
		if (isRootScope(requirement.scope)) return [];
		const facts = { state, session: from, branch: state.branch, now };
		const { reason, satisfaction } = standingOf(requirement, facts);
		if (reason !== 'satisfied' || satisfaction?.satisfied_at === undefined) return [];
		const origin = { carried_from: from.key };
		return [carried(requirement, satisfaction, { to, at: satisfaction.satisfied_at, origin })];
	});
}

/** A satisfaction as it goes along, with its end and its evidence, and who brought it about first. */
function carried(
	{ name, scope }: Requirement,
	{ expires_at, metadata, satisfied_by }: SatisfactionFields,
	way: { readonly to: Session; readonly at: string; readonly origin: object },
): ChangeOf<'satisfy'> {
	const by = metadata?.['originally_by'] ?? satisfied_by;
	return {
		op: 'satisfy',
		at: way.at,
		...ownerOf(way.to),
		names: [expires_at === undefined ? { name, scope } : { name, scope, expires_at }],
		by: 'carried',
		metadata: { ...metadata, ...way.origin, originally_by: by },
	};
}

/** A session that has come from one branch to another. */
interface BranchMove {
	readonly session: Session;
	/** The branch it comes from, the session's journal folded in. */
	readonly from: BranchState;
	readonly to: { readonly branch: BranchName; readonly state: BranchState };
	/** How the branch it has come to began, while the session was at work. */
	readonly birth: Birth;
	/** The session's own journal. */
	readonly lines: readonly JournalLine[];
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** Changes of the branch a session has come to, and of the one it comes from. */
interface Carried {
	readonly to: readonly BranchChange[];
	readonly from: readonly BranchChange[];
}

/**
 * What a session takes along to a branch that began while it was at work. Satisfactions keep their time,
 * their end and their origin; one that was stale is stale there. Uncommitted work comes along only with
 * its working tree, and with it its armed flags and its single-use satisfactions: these leave the other
 * branch, so that one review pays for one commit. Never an approval, nor what stands at the root: these
 * are about the branch.
 */
export function branchCarry(requirements: readonly Requirement[], move: BranchMove): Carried {
	const each = requirements.map((requirement) => carryOne(requirement, move));
	return { to: each.flatMap(({ to }) => to), from: each.flatMap(({ from }) => from) };
}

/** A satisfaction as it goes along to another branch in the same session. */
export function carriedEntry(
	requirement: Requirement,
	entry: SatisfactionFields,
	way: Record<'from' | 'to' | 'at', string> & { readonly session: Session },
): ChangeOf<'satisfy'> {
	const origin = { carried_from_branch: way.from, carried_to_branch: way.to };
	return carried(requirement, entry, { to: way.session, at: way.at, origin });
}

/** What belongs to uncommitted work leaves the branch that the work has left. */
export function leaveChange(
	{ name, scope }: Requirement,
	{ session, to, now }: { readonly session: Session; readonly to: string; readonly now: number },
): ChangeOf<'spend'> {
	const at = new Date(now).toISOString();
	return { op: 'spend', at, ...ownerOf(session), names: [{ name, scope }], to };
}

function carryOne(requirement: Requirement, move: BranchMove): Carried {
	const { session, from, to, birth, now } = move;
	const owner = ownerOf(session);
	const stored = storedOf(from, requirement.name);
	const entry = stored?.scope === requirement.scope ? entryOf(stored.sessions, owner) : undefined;
	if (entry === undefined) return { to: [], from: [] };
	const here = entryOf(requirementOf(to.state, requirement).sessions, owner);
	// The working tree came straight from there, and the uncommitted work with it.
	const isSameTree = birth.from === from.branch;
	const changes = [
		...satisfactionOf(requirement, { entry, here, isSameTree }, move),
		...(isSameTree ? armedOf(requirement, { entry, here }, move) : []),
	];
	const leaves = changes.length > 0 && requirement.scope === 'single_use';
	const leaving = { session, to: to.branch, now };
	return { to: changes, from: leaves ? [leaveChange(requirement, leaving)] : [] };
}

interface Entries {
	readonly entry: SessionEntry;
	/** The session's entry on the branch it has come to. */
	readonly here: SessionEntry | undefined;
}

function satisfactionOf(
	requirement: Requirement,
	{ entry, here, isSameTree }: Entries & { readonly isSameTree: boolean },
	move: BranchMove,
): BranchChange[] {
	const { session, from, to, birth } = move;
	const { name, scope } = requirement;
	const at = entry.satisfied_at;
	const isOurs = entry.satisfied === true && entry.satisfied_by !== 'approval' && at !== undefined;
	const isMovable = factOf(requirement) === undefined && !isRootScope(scope);
	if (!isOurs || !isMovable || !isBefore(at, birth)) return [];
	if (scope === 'single_use' && !isSameTree) return [];
	// What was spent or taken back here stays so.
	if (here?.satisfied === true || here?.spent_at !== undefined || here?.cleared_at !== undefined)
		return [];
	const way = { session, from: from.branch, to: to.branch, at };
	const change = { ...carriedEntry(requirement, entry, way), once: true };
	const stale = staleSince(requirement, entry, move);
	if (stale === undefined) return [change];
	return [change, { op: 'stale', at: stale, ...ownerOf(session), names: [{ name, scope }] }];
}

function armedOf(
	{ name, scope }: Requirement,
	{ entry, here }: Entries,
	{ session, birth }: BranchMove,
): BranchChange[] {
	const at = entry.triggered === true ? entry.triggered_at : undefined;
	if (at === undefined || !isBefore(at, birth)) return [];
	if (here?.triggered === true || (here?.spent_at ?? '') >= at) return [];
	return [{ op: 'trigger', ...ownerOf(session), names: [{ name, scope, at }] }];
}

function isBefore(at: string, birth: Birth): boolean {
	return Date.parse(at) <= birth.at;
}

/**
 * Since when it is stale. What counts is work on the branch itself, work elsewhere before the branch began, and
 * whatever was done before this working tree came to the branch: uncommitted changes come along with the tree.
 */
function staleSince(
	{ name, staleAfter }: Requirement,
	{ satisfied_at = '', stale_since }: SessionEntry,
	{ from, to, birth, lines }: BranchMove,
): string | undefined {
	const isKnownHere = (at: string) => birth.from !== undefined || isBefore(at, birth);
	if (stale_since !== undefined && isKnownHere(stale_since)) return stale_since;
	if (staleAfter.length === 0) return undefined;
	// Of work on the branch it comes from, the entry itself tells.
	return ofKind(lines, 'trigger').find(
		({ at, branch, names, stale = names }) =>
			stale.includes(name) &&
			at > satisfied_at &&
			(branch === to.branch || (branch !== from.branch && isKnownHere(at))),
	)?.at;
}
