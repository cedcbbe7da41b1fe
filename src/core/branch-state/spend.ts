import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import { type HistoryLine, retire } from './history.ts';
import {
	requirementOf,
	withEntry,
	withoutSatisfaction,
	withRequirement,
} from './requirement-state.ts';
import type { BranchState, SessionEntry } from './schema.ts';
import { entryKey, entryOf } from './session-entries.ts';

/**
 * A guarded call succeeded: this session's single-use satisfaction is used up, and with it the
 * trigger, so that only work done afterwards arms it anew (D31).
 */
export function applySpend(state: BranchState, change: ChangeOf<'spend'>): Applied<BranchState> {
	let doc = state;
	const retired: HistoryLine[] = [];
	for (const named of change.names) {
		const requirement = requirementOf(doc, named);
		const entry = entryOf(requirement.sessions, change);
		if (entry?.satisfied !== true) continue;
		const session = entryKey(requirement.sessions, change);
		retired.push(...retire(entry, { at: change.at, named, session, endedBy: 'spent' }));
		doc = withRequirement(
			doc,
			named.name,
			withEntry(requirement, change, (before) => spent(before, change.at)),
		);
	}
	return { doc, retired };
}

function spent(entry: SessionEntry, at: string): SessionEntry {
	const { triggered: _triggered, triggered_at: _at, ...rest } = withoutSatisfaction(entry);
	return { ...rest, spent_at: at };
}
