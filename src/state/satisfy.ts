import type { Applied } from '../store/document.ts';
import {
	allNamed,
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
} from './branch-state.ts';

/** A document, with nothing retired. */
export function kept<Doc>(doc: Doc): Applied<Doc> {
	return { doc, retired: [] };
}

/** Changes requirements one after the other; one that stays the same object is not written. */
export function changeEach<Each extends Named>(
	state: BranchState,
	names: readonly Each[],
	change: (before: RequirementState, named: Each) => Applied<RequirementState>,
): Applied<BranchState> {
	let doc = state;
	const retired: object[] = [];
	for (const named of names) {
		const before = requirementOf(doc, named);
		const after = change(before, named);
		retired.push(...after.retired);
		if (after.doc !== before)
			doc = { ...doc, requirements: { ...doc.requirements, [named.name]: after.doc } };
	}
	return { doc, retired };
}

type Satisfy = ChangeOf<'satisfy'>;

/** Records a satisfaction where its scope keeps it; an approval always belongs to its session (D1). */
export function applySatisfy(state: BranchState, change: Satisfy): Applied<BranchState> {
	return changeEach(state, change.names, (stored, named) => {
		const scoped = rescope(stored, named, change.at);
		const atRoot = isAtRoot(named, change);
		const before = atRoot ? scoped.doc : entryOf(scoped.doc.sessions, change);
		if (isOutranked(before, change)) return kept(stored);
		const session = atRoot ? undefined : entryKey(scoped.doc.sessions, change);
		const replaced = { at: change.at, named, session, endedBy: 'replaced' } as const;
		return {
			doc: record(scoped.doc, named, change),
			retired: [...scoped.retired, ...retire(before ?? {}, replaced)],
		};
	});
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
	const { at, all_sessions: isAll } = change;
	return changeEach(state, change.names, (before, named) => {
		const keys = isAll ? Object.keys(before.sessions) : ownKeys(before, change);
		const retired = retire(before, { at, named, session: undefined, endedBy: 'cleared' });
		const sessions = { ...before.sessions };
		for (const key of keys) {
			const entry = sessions[key];
			if (entry?.satisfied !== true) continue;
			retired.push(...retire(entry, { at, named, session: key, endedBy: 'cleared' }));
			sessions[key] = { ...withoutSatisfaction(entry), cleared_at: at };
		}
		if (retired.length === 0) return kept(before);
		if (before.satisfied !== true) return { doc: { ...before, sessions }, retired };
		return { doc: { ...withoutRootSatisfaction(before), cleared_at: at, sessions }, retired };
	});
}

/** At SessionEnd with `clear_session_state`: the session's own entries go, nobody else's. */
export function applyForget(state: BranchState, change: ChangeOf<'forget'>): Applied<BranchState> {
	return changeEach(state, allNamed(state), (before, named) => {
		const entry = entryOf(before.sessions, change);
		if (entry === undefined) return kept(before);
		const session = entryKey(before.sessions, change);
		const { [session]: _forgotten, ...sessions } = before.sessions;
		const leaving = { at: change.at, named, session, endedBy: 'session_end' } as const;
		return { doc: { ...before, sessions }, retired: retire(entry, leaving) };
	});
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
interface Leaving {
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
	return [historyLine(leaving, { ...entry, ...('uuid' in holder ? { uuid: holder.uuid } : {}) })];
}

/** The same of all that is satisfied in a requirement, at its root and by session. */
export function retireAll(
	requirement: RequirementState,
	leaving: Omit<Leaving, 'session'>,
): HistoryLine[] {
	return [
		...retire(requirement, { ...leaving, session: undefined }),
		...Object.entries(requirement.sessions).flatMap(([session, entry]) =>
			retire(entry, { ...leaving, session }),
		),
	];
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

/**
 * A requirement under the scope the config gives it now. What was satisfied under another scope goes
 * to the history and no longer counts; triggers stay.
 */
export function rescope(
	requirement: RequirementState,
	named: Named,
	at: string,
): Applied<RequirementState> {
	if (requirement.scope === named.scope) return kept(requirement);
	const before = { name: named.name, scope: requirement.scope };
	const sessions: Record<string, SessionEntry> = Object.fromEntries(
		Object.entries(requirement.sessions).map(([key, entry]) => [key, withoutSatisfaction(entry)]),
	);
	return {
		doc: { ...withoutRootSatisfaction(requirement), scope: named.scope, sessions },
		retired: retireAll(requirement, { at, named: before, endedBy: 'scope' }),
	};
}
