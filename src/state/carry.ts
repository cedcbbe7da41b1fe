import type { Requirement } from '../config/config.ts';
import { factOf } from '../core/gate/requirement-types.ts';
import { type JournalLine, ofKind } from '../core/journal/line.ts';
import { standingOf } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Birth } from '../git/place.ts';
import {
	type BranchState,
	entryOf,
	isRootScope,
	type SatisfactionFields,
	type SessionEntry,
	storedOf,
} from './branch-state.ts';
import type { BranchChange } from './changes.ts';

/**
 * Copies satisfactions that still hold to another session, with their time and origin. Never an approval, never one that
 * expired or went stale (D1). What is stored at the root holds for every session of the branch already.
 *
 * @param carry `now`: milliseconds since the epoch
 */
export function carryToSession(
	requirements: readonly Requirement[],
	carry: {
		readonly state: BranchState;
		readonly from: Session;
		readonly to: Session;
		readonly now: number;
		readonly once?: boolean;
	},
): BranchChange[] {
	const { state, from, to, now, once = false } = carry;
	return requirements.flatMap((requirement) => {
		const facts = { state, session: from, branch: state.branch, now };
		const { reason, satisfaction } = standingOf(requirement, facts);
		if (isRootScope(requirement.scope) || reason !== 'satisfied') return [];
		const origin = { carried_from: from.key };
		return carried(requirement, satisfaction ?? {}, { to, origin, once });
	});
}

/** A satisfaction with its time, end and evidence, and who brought it about first. */
function carried(
	{ name, scope }: Requirement,
	{ satisfied_at: at, satisfied_by, expires_at, metadata }: SatisfactionFields,
	{
		to: session,
		origin,
		once,
	}: { readonly to: Session; readonly origin: object; readonly once: boolean },
): BranchChange[] {
	if (at === undefined) return [];
	const originally_by = metadata?.['originally_by'] ?? satisfied_by;
	const said = { expires_at, metadata: { ...metadata, ...origin, originally_by } };
	return [{ op: 'satisfy', name, scope, session, at, by: 'carried', ...said, once }];
}

/** Changes of the branch that a session has come to, and of the branch it comes from. */
export interface Carried {
	readonly to: readonly BranchChange[];
	readonly from: readonly BranchChange[];
}

/** A session that goes from one branch to another. `now`: milliseconds since the epoch. */
interface Way {
	readonly session: Session;
	readonly from: string;
	readonly to: string;
	readonly now: number;
}

/** The session's satisfaction on another branch. A single-use one moves: one review pays for one commit. */
export function carryEntry(
	requirement: Requirement,
	entry: SatisfactionFields,
	way: Way & { readonly once?: boolean },
): Carried {
	const { session, from, to, once = false } = way;
	const origin = { carried_from_branch: from, carried_to_branch: to };
	return {
		to: carried(requirement, entry, { to: session, origin, once }),
		from: requirement.scope === 'single_use' ? [leave(requirement, way)] : [],
	};
}

function leave({ name, scope }: Requirement, { session, to, now }: Way): BranchChange {
	return { op: 'spend', name, scope, session, at: new Date(now).toISOString(), to };
}

/** A session that has come to a branch that began while it was active. */
interface BranchMove {
	readonly session: Session;
	/** The branch it comes from, with what the session's journal adds. */
	readonly from: BranchState;
	readonly to: BranchState;
	/** How the branch it has come to began. */
	readonly birth: Birth;
	/** The session's own journal. */
	readonly lines: readonly JournalLine[];
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/**
 * What a session takes along to a new branch. Satisfactions keep their time, end and origin, and stay stale. Uncommitted
 * work comes along only with its working tree, and with it armed flags and single-use satisfactions. Never an approval,
 * nor what is stored at the root: these are about the branch.
 */
export function carryToBranch(requirements: readonly Requirement[], move: BranchMove): Carried {
	const each = requirements.map((requirement) => carryOne(requirement, move));
	return { to: each.flatMap(({ to }) => to), from: each.flatMap(({ from }) => from) };
}

function carryOne(requirement: Requirement, move: BranchMove): Carried {
	const { session, from, to, now } = move;
	const { name, scope } = requirement;
	const stored = storedOf(from, name);
	const entry = stored?.scope === scope ? entryOf(stored, session) : undefined;
	if (entry === undefined) return { to: [], from: [] };
	const here = entryOf(storedOf(to, name), session);
	const way = { session, from: from.branch, to: to.branch, now };
	const changes: BranchChange[] = [];
	if (isMovable(requirement, { entry, here }, move)) {
		changes.push(...carryEntry(requirement, entry, { ...way, once: true }).to);
		const at = staleSince(requirement, entry, move);
		if (at !== undefined) changes.push({ op: 'stale', name, scope, session, at });
	}
	const at = armedSince({ entry, here }, move);
	if (at !== undefined) changes.push({ op: 'trigger', name, scope, session, at });
	const leaves = changes.length > 0 && scope === 'single_use';
	return { to: changes, from: leaves ? [leave(requirement, way)] : [] };
}

/** The session's entry on the branch it comes from, and on the branch it has come to. */
interface Entries {
	readonly entry: SessionEntry;
	readonly here: SessionEntry | undefined;
}

function isMovable(
	requirement: Requirement,
	{ entry, here }: Entries,
	{ from, birth }: BranchMove,
): boolean {
	const { satisfied, satisfied_by, satisfied_at: at } = entry;
	if (factOf(requirement) !== undefined || isRootScope(requirement.scope)) return false;
	if (requirement.scope === 'single_use' && birth.from !== from.branch) return false;
	// What was consumed or cleared here stays so.
	if (here?.satisfied === true || (here?.spent_at ?? here?.cleared_at) !== undefined) return false;
	const isOurs = satisfied === true && satisfied_by !== 'approval';
	return isOurs && at !== undefined && isBefore(at, birth);
}

function armedSince({ entry, here }: Entries, { from, birth }: BranchMove): string | undefined {
	const at = entry.triggered === true ? entry.triggered_at : undefined;
	if (at === undefined || birth.from !== from.branch || !isBefore(at, birth)) return undefined;
	return here?.triggered === true || (here?.spent_at ?? '') >= at ? undefined : at;
}

function isBefore(at: string, birth: Birth): boolean {
	return Date.parse(at) <= birth.at;
}

/**
 * Since when a carried satisfaction is stale: by work on the branch itself, by work before the branch began, and by all
 * work before this working tree came to the branch, because uncommitted changes come along with the tree.
 */
function staleSince(
	{ name, staleAfter }: Requirement,
	{ satisfied_at = '', stale_since }: SessionEntry,
	{ to, birth, lines }: BranchMove,
): string | undefined {
	const isKnown = (at: string) => birth.from !== undefined || isBefore(at, birth);
	if (stale_since !== undefined && isKnown(stale_since)) return stale_since;
	if (staleAfter.length === 0) return undefined;
	return ofKind(lines, 'trigger').find(
		({ at, branch, names, stale = names }) =>
			stale.includes(name) && at > satisfied_at && (branch === to.branch || isKnown(at)),
	)?.at;
}
