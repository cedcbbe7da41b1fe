import type { Session } from '../host/session-id.ts';
import {
	type BranchState,
	entryKey,
	entryOf,
	isRootScope,
	type Paused,
	type RequirementState,
	type SatisfactionFields,
	type SatisfiedBy,
	type SessionEntry,
	storedOf,
	withRequirement,
} from './branch-state.ts';
import { type Changed, type EndedBy, type HistoryLine, lineOf, pauseLine } from './history.ts';

/** The requirement and the session that a change is about. The scope is that of the config; `at`: ISO time. */
interface About {
	readonly name: string;
	readonly scope: string;
	readonly session: Session;
	readonly at: string;
}

interface Satisfy extends About {
	readonly op: 'satisfy';
	readonly by: SatisfiedBy;
	readonly expires_at?: string | undefined;
	readonly metadata?: Readonly<Record<string, unknown>> | undefined;
	/** Only if the session never satisfied it: what was consumed or cleared stays so. */
	readonly keepsConsumed?: boolean;
}

/** The satisfaction was consumed, by this commit if one was made; with `to` it moved to that branch. */
interface Spend extends About {
	readonly op: 'spend';
	readonly commit?: string | undefined;
	readonly to?: string;
}

/** A change outdated the satisfaction: the first file, and the git command that changed it. */
interface Stale extends About {
	readonly op: 'stale';
	readonly file?: string | undefined;
	readonly cause?: string | undefined;
}

type RequirementChange =
	| Satisfy
	/** `trigger`: work arms the requirement. `settle`: what armed it up to that time is over. */
	| (About & { readonly op: 'trigger' | 'settle' })
	| Stale
	| Spend
	| (About & { readonly op: 'clear'; readonly allSessions: boolean })
	/** A session that returns gets an entry back from the history (D10). */
	| (About & { readonly op: 'recall'; readonly entry: SessionEntry })
	/** Changed lines of the branch; without lines if git cannot tell. */
	| (Omit<About, 'session'> & { readonly op: 'measure'; readonly lines?: number })
	/** The session's entry goes to the history (`clear_session_state`). */
	| (About & { readonly op: 'forget' });

/** Everything that can happen to a branch's state. */
export type BranchChange =
	| Exclude<RequirementChange, { op: 'forget' }>
	/** The same for each requirement. */
	| { readonly op: 'forget'; readonly session: Session; readonly at: string }
	/** `undefined`: the gates are on again. */
	| { readonly op: 'pause'; readonly paused: Paused | undefined };

/** Applies changes in order. Returns `state` itself if nothing changed. `at`: ISO time of the update. */
export function applyChanges(state: BranchState, changes: readonly BranchChange[], at: string): Changed {
	const retired: HistoryLine[] = [];
	const doc = changes.reduce((so, change) => applyOne(so, change, { retired, at }), state);
	return { doc: doc === state ? state : { ...doc, updated_at: at }, retired };
}

function applyOne(
	state: BranchState,
	change: BranchChange,
	{ retired, at }: { readonly retired: HistoryLine[]; readonly at: string },
): BranchState {
	const { paused } = state;
	switch (change.op) {
		case 'pause':
			if (isSame(paused, change.paused)) return state;
			if (paused !== undefined && change.paused === undefined) retired.push(pauseLine(paused, at));
			return { ...state, paused: change.paused };
		case 'forget':
			return Object.entries(state.requirements).reduce(
				(so, [name, { scope }]) => changeOne(so, { ...change, name, scope }, retired),
				state,
			);
		default:
			return changeOne(state, change, retired);
	}
}

function isSame(one: object | undefined, other: object | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** Notes that a satisfaction ends; nothing if there is none. `key`: of the session, `undefined` at the root. */
type End = (holder: SatisfactionFields & Pick<SessionEntry, 'spent_commit'>, endedBy: EndedBy, key?: string) => void;

function changeOne(state: BranchState, change: RequirementChange, retired: HistoryLine[]): BranchState {
	const { name, scope } = change;
	const stored = storedOf(state, name) ?? { scope, sessions: {} };
	const ended: HistoryLine[] = [];
	const of = { at: change.at, name, scope: stored.scope };
	const end: End = (holder, endedBy, key) => {
		if (holder.satisfied === true) ended.push(lineOf(of, holder, endedBy, key));
	};
	const isOfConfig = change.op !== 'satisfy' && change.op !== 'trigger';
	const before = isOfConfig ? stored : rescoped(stored, scope, end);
	const after = changedBy(before, change, end);
	if (after === before) return state;
	retired.push(...ended);
	return withRequirement(state, name, after);
}

function changedBy(before: RequirementState, change: RequirementChange, end: End): RequirementState {
	switch (change.op) {
		case 'satisfy':
			return satisfied(before, change, end);
		case 'trigger':
			return withEntry(before, change.session, (entry) => {
				const { at, session } = change;
				if (entry?.triggered === true || at <= armableSince(entry)) return entry;
				return { uuid: session.uuid, ...entry, triggered: true, triggered_at: at };
			});
		case 'settle':
			return withEntry(before, change.session, (entry) => {
				const { triggered_at = '', settled_at = '' } = entry ?? {};
				if (change.at <= settled_at) return entry;
				// Later work stays armed.
				const left = entry && triggered_at <= change.at ? unarmed(entry) : entry;
				return { uuid: change.session.uuid, ...left, settled_at: change.at };
			});
		case 'spend':
			return spent(before, change, end);
		case 'stale':
			if (isRootScope(change.scope)) return stale(before, change);
			return withEntry(before, change.session, (entry) => entry && stale(entry, change));
		case 'clear':
			return cleared(before, change, end);
		case 'forget':
			return withEntry(before, change.session, (entry, key) => {
				end(entry ?? {}, 'session_end', key);
				return undefined;
			});
		case 'recall':
			return withEntry(before, change.session, (entry) => {
				if (entry !== undefined || before.scope !== change.scope) return entry;
				return { ...change.entry, uuid: change.session.uuid };
			});
		case 'measure': {
			const { at, lines } = change;
			if (before.measured !== undefined && before.measured.lines === lines) return before;
			return { ...before, measured: { lines, at } };
		}
	}
}

/** Work up to then, ISO time, arms nothing: a commit consumed its satisfaction, or it is over. */
export function armableSince({ spent_at = '', settled_at = '' }: SessionEntry = {}): string {
	return spent_at > settled_at ? spent_at : settled_at;
}

/** A requirement with its session's entry replaced, made, or removed. The same entry changes nothing. */
function withEntry(
	requirement: RequirementState,
	session: Session,
	change: (entry: SessionEntry | undefined, key: string) => SessionEntry | undefined,
): RequirementState {
	const key = entryKey(requirement.sessions, session);
	const before = entryOf(requirement, session);
	const after = change(before, key);
	if (after === before) return requirement;
	const { [key]: _, ...others } = requirement.sessions;
	const sessions = after === undefined ? others : { ...requirement.sessions, [key]: after };
	return { ...requirement, sessions };
}

/** Stored where the scope stores it; an approval always belongs to its session (D1). */
function satisfied(requirement: RequirementState, change: Satisfy, end: End): RequirementState {
	const { at, by, expires_at, metadata, session } = change;
	const made = { satisfied: true, satisfied_at: at, satisfied_by: by, expires_at, metadata };
	if (isRootScope(change.scope) && by !== 'approval') {
		if (isOutranked(requirement, change)) return requirement;
		end(requirement, 'replaced');
		return { ...unsatisfied(requirement), ...made, session: session.key, uuid: session.uuid };
	}
	return withEntry(requirement, session, (entry, key) => {
		if (isOutranked(entry, change)) return entry;
		end(entry ?? {}, 'replaced', key);
		// A session that is known by its key alone does not replace a full id.
		const uuid = session.uuid === session.key ? (entry?.uuid ?? session.uuid) : session.uuid;
		return { ...unsatisfied(entry ?? {}), uuid, ...made };
	});
}

/** What is stored already counts for more than this satisfaction, or is the same. */
function isOutranked(before: Partial<SessionEntry> | undefined, change: Satisfy): boolean {
	const { at, by, keepsConsumed } = change;
	if (before?.satisfied !== true) {
		return keepsConsumed === true && (before?.spent_at ?? before?.cleared_at) !== undefined;
	}
	const { satisfied_at = '', satisfied_by, stale_since } = before;
	const isNewer = stale_since === undefined && satisfied_at > at;
	return keepsConsumed === true || isNewer || (satisfied_at === at && satisfied_by === by);
}

/** With the satisfaction goes the trigger: only later work arms the requirement again (D31). */
function spent(requirement: RequirementState, { at, session, to, commit }: Spend, end: End): RequirementState {
	return withEntry(requirement, session, (entry, key) => {
		if (entry?.satisfied !== true) return entry;
		if (to === undefined) end({ ...entry, spent_commit: commit }, 'spent', key);
		else end({ ...entry, metadata: { ...entry.metadata, carried_to_branch: to } }, 'carried', key);
		const { spent_commit: _, spent_to: _to, ...rest } = unarmed(unsatisfied(entry));
		const by = commit === undefined ? {} : { spent_commit: commit };
		const left = to === undefined ? by : { spent_to: to };
		return { ...rest, spent_at: at, ...left };
	});
}

function unarmed({ triggered: _, triggered_at: _at, ...rest }: SessionEntry): SessionEntry {
	return rest;
}

/** The first matching edit after a satisfaction makes it stale; later ones change nothing (D41). */
function stale<Holder extends SatisfactionFields>(holder: Holder, { at, file, cause }: Stale): Holder {
	const { satisfied, satisfied_at = '', stale_since } = holder;
	const isFresh = satisfied === true && stale_since === undefined && satisfied_at <= at;
	if (!isFresh) return holder;
	const what = file === undefined ? {} : { stale_file: file };
	const why = cause === undefined ? {} : { stale_cause: cause };
	return { ...holder, stale_since: at, ...what, ...why };
}

/** This session's satisfaction and the root's, or every session's. Triggers stay (D31). */
function cleared(
	requirement: RequirementState,
	change: About & { readonly allSessions: boolean },
	end: End,
): RequirementState {
	const { at, session, allSessions } = change;
	const own = entryOf(requirement, session);
	const isMeant = (holder: SatisfactionFields) =>
		holder.satisfied === true && (allSessions || holder === own || holder === requirement);
	return endAll(requirement, (holder, key) => {
		if (!isMeant(holder)) return undefined;
		end(holder, 'cleared', key);
		return { cleared_at: at };
	});
}

/** Under the scope of the config. What was satisfied under another scope no longer counts; triggers stay. */
function rescoped(requirement: RequirementState, scope: string, end: End): RequirementState {
	if (requirement.scope === scope) return requirement;
	const all = endAll(requirement, (holder, key) => {
		end(holder, 'scope', key);
		return {};
	});
	return { ...all, scope };
}

/** Takes satisfactions away, at the root and in each entry, for the fields that `ends` returns; `undefined`: it stays. */
function endAll(
	requirement: RequirementState,
	ends: (holder: SatisfactionFields, key?: string) => SatisfactionFields | undefined,
): RequirementState {
	const root = ends(requirement);
	let left = requirement;
	for (const [key, entry] of Object.entries(requirement.sessions)) {
		const fields = ends(entry, key);
		if (fields === undefined) continue;
		left = { ...left, sessions: { ...left.sessions, [key]: { ...unsatisfied(entry), ...fields } } };
	}
	if (root === undefined) return left;
	const { session: _, uuid: _uuid, ...rest } = unsatisfied(left);
	return { ...rest, ...root };
}

const SATISFACTION = new Set([
	...['satisfied', 'satisfied_at', 'satisfied_by', 'expires_at', 'stale_since', 'stale_file'],
	...['stale_cause', 'metadata'],
]);

function unsatisfied<Holder extends SatisfactionFields>(holder: Holder): Holder {
	const kept = Object.entries(holder).filter(([key]) => !SATISFACTION.has(key));
	return Object.fromEntries(kept) as Holder;
}
