import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import {
	isRootScope,
	type Named,
	requirementOf,
	type SatisfactionFields,
	withEntry,
	withRequirement,
} from './requirement-state.ts';
import type { BranchState, RequirementState } from './schema.ts';
import { entryOf } from './session-entries.ts';

/** The first matching edit after a satisfaction makes it stale; later ones change nothing (D41). */
export function applyStale(state: BranchState, change: ChangeOf<'stale'>): Applied<BranchState> {
	let doc = state;
	for (const named of change.names) {
		const before = requirementOf(doc, named);
		const after = staleAt(before, named, change);
		if (after !== before) doc = withRequirement(doc, named.name, after);
	}
	return { doc, retired: [] };
}

function staleAt(
	requirement: RequirementState,
	{ scope }: Named,
	change: ChangeOf<'stale'>,
): RequirementState {
	const mark = <Holder extends SatisfactionFields>(holder: Holder): Holder =>
		isFresh(holder, change.at) ? { ...holder, stale_since: change.at } : holder;
	if (isRootScope(scope)) return mark(requirement);
	const hasEntry = entryOf(requirement.sessions, change) !== undefined;
	return hasEntry ? withEntry(requirement, change, mark) : requirement;
}

function isFresh(holder: SatisfactionFields, at: string): boolean {
	return (
		holder.satisfied === true &&
		holder.stale_since === undefined &&
		(holder.satisfied_at ?? '') <= at
	);
}
