import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import {
	isRootScope,
	requirementOf,
	type SatisfactionFields,
	withEntry,
	withRequirement,
} from './requirement-state.ts';
import type { BranchState } from './schema.ts';
import { entryOf } from './session-entries.ts';

/** The first matching edit after a satisfaction makes it stale; later ones change nothing (D41). */
export function applyStale(state: BranchState, change: ChangeOf<'stale'>): Applied<BranchState> {
	let doc = state;
	for (const named of change.names) {
		const requirement = requirementOf(doc, named);
		const mark = <Holder extends SatisfactionFields>(holder: Holder): Holder =>
			isFresh(holder, change.at) ? { ...holder, stale_since: change.at } : holder;
		if (isRootScope(named.scope)) doc = withRequirement(doc, named.name, mark(requirement));
		else if (entryOf(requirement.sessions, change) !== undefined)
			doc = withRequirement(doc, named.name, withEntry(requirement, change, mark));
	}
	return { doc, retired: [] };
}

function isFresh(holder: SatisfactionFields, at: string): boolean {
	return (
		holder.satisfied === true &&
		holder.stale_since === undefined &&
		(holder.satisfied_at ?? '') <= at
	);
}
