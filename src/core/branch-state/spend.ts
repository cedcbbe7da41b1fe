import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import { type HistoryLine, type Leaving, retire } from './history.ts';
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
		const isThere =
			entry?.satisfied === true || (change.to !== undefined && entry?.triggered === true);
		if (entry === undefined || !isThere) continue;
		const session = entryKey(requirement.sessions, change);
		retired.push(...retire(...leaving(entry, { ...change, named, session })));
		doc = withRequirement(
			doc,
			named.name,
			withEntry(requirement, change, (before) => spent(before, change.at)),
		);
	}
	return { doc, retired };
}

/** The audit trail of a branch says where a satisfaction went. */
function leaving(
	entry: SessionEntry,
	{
		at,
		to,
		named,
		session,
	}: Pick<ChangeOf<'spend'>, 'at' | 'to'> & Pick<Leaving, 'named' | 'session'>,
): [SessionEntry, Leaving] {
	if (to === undefined) return [entry, { at, named, session, endedBy: 'spent' }];
	const metadata = { ...entry.metadata, carried_to_branch: to };
	return [
		{ ...entry, metadata },
		{ at, named, session, endedBy: 'carried' },
	];
}

function spent(entry: SessionEntry, at: string): SessionEntry {
	const { triggered: _triggered, triggered_at: _at, ...rest } = withoutSatisfaction(entry);
	return { ...rest, spent_at: at };
}
