import type { Applied } from '../document/document.ts';
import {
	type BranchState,
	type ChangeOf,
	entryKey,
	entryOf,
	isRootScope,
	type Named,
	type RequirementState,
	requirementOf,
	type SatisfactionFields,
	type SessionEntry,
	uuidFor,
	withEntry,
	withoutRootSatisfaction,
	withoutSatisfaction,
	withRequirement,
} from './schema.ts';

type Satisfy = ChangeOf<'satisfy'>;

/** Records a satisfaction where its scope keeps it; an approval always belongs to its session (D1). */
export function applySatisfy(state: BranchState, change: Satisfy): Applied<BranchState> {
	let doc = state;
	const retired: object[] = [];
	for (const named of change.names) {
		const scoped = rescope(requirementOf(doc, named), named, change.at);
		const atRoot = isAtRoot(named, change);
		const before = atRoot ? scoped.doc : entryOf(scoped.doc.sessions, change);
		if (isOutranked(before, change)) continue;
		const session = atRoot ? undefined : entryKey(scoped.doc.sessions, change);
		const replaced = { at: change.at, named, session, endedBy: 'replaced' } as const;
		retired.push(...scoped.retired, ...retire(before ?? {}, replaced));
		doc = withRequirement(doc, named.name, record(scoped.doc, named, change));
	}
	return { doc, retired };
}

function isAtRoot({ scope }: Named, { by }: Satisfy): boolean {
	return isRootScope(scope) && by !== 'approval';
}

function record(
	requirement: RequirementState,
	named: Satisfy['names'][number],
	change: Satisfy,
): RequirementState {
	const fields = {
		satisfied: true,
		satisfied_at: change.at,
		satisfied_by: change.by,
		...(named.expires_at === undefined ? {} : { expires_at: named.expires_at }),
		...(Object.keys(change.metadata).length === 0 ? {} : { metadata: change.metadata }),
		...(change.tip === undefined ? {} : { tip: change.tip }),
	};
	if (isAtRoot(named, change)) {
		const { key: session, uuid } = change;
		return { ...withoutRootSatisfaction(requirement), ...fields, session, uuid };
	}
	return withEntry(requirement, change, (entry) => ({
		...withoutSatisfaction(entry),
		uuid: uuidFor(entry, change),
		...fields,
	}));
}

/** What is stored already counts for more than this change. */
function isOutranked(before: Partial<SessionEntry> | undefined, change: Satisfy): boolean {
	const isRepeated = change.once === true && wasSatisfied(before);
	return isNewer(before, change.at) || isRecorded(before, change) || isRepeated;
}

function isNewer(before: SatisfactionFields | undefined, at: string): boolean {
	return (
		before?.satisfied === true &&
		before.stale_since === undefined &&
		(before.satisfied_at ?? '') > at
	);
}

/** Satisfied now, or spent or cleared since. */
function wasSatisfied(before: Partial<SessionEntry> | undefined): boolean {
	const ended = before?.spent_at ?? before?.cleared_at;
	return before?.satisfied === true || ended !== undefined;
}

/** The same satisfaction a second time changes nothing. */
function isRecorded(before: SatisfactionFields | undefined, { at, by }: Satisfy): boolean {
	return before?.satisfied === true && before.satisfied_at === at && before.satisfied_by === by;
}

/** Takes satisfactions back: this session's and the root's, or everybody's. Triggers stay (D31). */
export function applyClear(state: BranchState, change: ChangeOf<'clear'>): Applied<BranchState> {
	let doc = state;
	const retired: HistoryLine[] = [];
	for (const named of change.names) {
		const requirement = requirementOf(doc, named);
		const keys = change.all_sessions
			? Object.keys(requirement.sessions)
			: ownKeys(requirement, change);
		const cleared = clearOne(requirement, { named, keys, at: change.at });
		if (cleared.retired.length === 0) continue;
		retired.push(...cleared.retired);
		doc = withRequirement(doc, named.name, cleared.doc);
	}
	return { doc, retired };
}

/** At SessionEnd with `clear_session_state`: the session's own entries go, nobody else's. */
export function applyForget(state: BranchState, change: ChangeOf<'forget'>): Applied<BranchState> {
	let doc = state;
	const retired: HistoryLine[] = [];
	for (const [name, requirement] of Object.entries(state.requirements)) {
		const entry = entryOf(requirement.sessions, change);
		if (entry === undefined) continue;
		const key = entryKey(requirement.sessions, change);
		const named = { name, scope: requirement.scope };
		retired.push(...retire(entry, { at: change.at, named, session: key, endedBy: 'session_end' }));
		const { [key]: _forgotten, ...sessions } = requirement.sessions;
		doc = withRequirement(doc, name, { ...requirement, sessions });
	}
	return { doc, retired };
}

interface ClearOne {
	readonly named: Named;
	readonly keys: readonly string[];
	readonly at: string;
}

function clearOne(
	requirement: RequirementState,
	{ named, keys, at }: ClearOne,
): { doc: RequirementState; retired: HistoryLine[] } {
	const retired = retire(requirement, { at, named, session: undefined, endedBy: 'cleared' });
	const sessions = { ...requirement.sessions };
	for (const key of keys) {
		const entry = sessions[key];
		if (entry?.satisfied !== true) continue;
		retired.push(...retire(entry, { at, named, session: key, endedBy: 'cleared' }));
		sessions[key] = { ...withoutSatisfaction(entry), cleared_at: at };
	}
	if (requirement.satisfied !== true) return { doc: { ...requirement, sessions }, retired };
	return { doc: { ...withoutRootSatisfaction(requirement), cleared_at: at, sessions }, retired };
}

function ownKeys(requirement: RequirementState, change: ChangeOf<'clear'>): string[] {
	const isOwn = entryOf(requirement.sessions, change) !== undefined;
	return isOwn ? [entryKey(requirement.sessions, change)] : [];
}

/**
 * Why a satisfaction left the state. `rolled`: it only grew old, and may come back (D10). `pruned`: its
 * branch is gone, and a new branch of that name starts without it.
 */
type EndedBy =
	| 'spent'
	| 'carried'
	| 'cleared'
	| 'replaced'
	| 'scope'
	| 'session_end'
	| 'rolled'
	| 'pruned';

/** One line of `history/<branch>.jsonl`: the audit trail (AUD). */
export interface HistoryLine {
	readonly at: string;
	readonly requirement: string;
	readonly scope: string;
	/** Key of the session, absent for a satisfaction at the root. */
	readonly session?: string;
	readonly ended_by: EndedBy;
	readonly entry: object;
}

/** A satisfaction that leaves, with the moment it left. */
export interface Leaving {
	readonly at: string;
	readonly named: Named;
	readonly session: string | undefined;
	readonly endedBy: EndedBy;
}

/** History lines of a holder: none where nothing was satisfied. */
export function retire(holder: SatisfactionFields, leaving: Leaving): HistoryLine[] {
	if (holder.satisfied !== true) return [];
	const { satisfied, satisfied_at, satisfied_by, expires_at, stale_since, metadata } = holder;
	const entry = { satisfied, satisfied_at, satisfied_by, expires_at, stale_since, metadata };
	return [historyLine(leaving, { ...entry, ...uuidOf(holder) })];
}

/** Keeps a whole entry, triggers included, for a session that may come back. */
export function historyLine(leaving: Leaving, entry: object): HistoryLine {
	return {
		at: leaving.at,
		requirement: leaving.named.name,
		scope: leaving.named.scope,
		...(leaving.session === undefined ? {} : { session: leaving.session }),
		ended_by: leaving.endedBy,
		entry,
	};
}

function uuidOf(holder: object): object {
	return 'uuid' in holder ? { uuid: holder.uuid } : {};
}

/**
 * A requirement under the scope the config gives it now. What was satisfied under another scope goes
 * to the history and no longer counts; triggers stay.
 */
export function rescope(
	requirement: RequirementState,
	named: Named,
	at: string,
): Applied<RequirementState> {
	if (requirement.scope === named.scope) return { doc: requirement, retired: [] };
	const before = { name: named.name, scope: requirement.scope };
	const leave = (session: string | undefined) =>
		({ at, named: before, session, endedBy: 'scope' }) as const;
	const entries = Object.entries(requirement.sessions);
	const sessions: Record<string, SessionEntry> = Object.fromEntries(
		entries.map(([key, entry]) => [key, withoutSatisfaction(entry)]),
	);
	return {
		doc: { ...withoutRootSatisfaction(requirement), scope: named.scope, sessions },
		retired: [
			...retire(requirement, leave(undefined)),
			...entries.flatMap(([key, entry]) => retire(entry, leave(key))),
		],
	};
}
