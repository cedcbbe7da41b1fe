import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import { type HistoryLine, retire } from './history.ts';
import {
	type Named,
	requirementOf,
	withoutRootSatisfaction,
	withoutSatisfaction,
	withRequirement,
} from './requirement-state.ts';
import type { BranchState, RequirementState } from './schema.ts';
import { entryKey, entryOf } from './session-entries.ts';

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
