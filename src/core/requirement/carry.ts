import type { ChangeOf } from '../branch-state/change.ts';
import { isRootScope } from '../branch-state/requirement-state.ts';
import type { BranchState } from '../branch-state/schema.ts';
import { ownerOf } from '../branch-state/session-entries.ts';
import type { Requirement } from '../config/config.ts';
import type { Session } from '../session/session-id.ts';
import { standingOf } from './standing.ts';

/** From which session to which, as of when. */
export interface Carry {
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
		const { satisfied_at, satisfied_by, expires_at, metadata } = satisfaction;
		const { name, scope } = requirement;
		const by = metadata?.['originally_by'] ?? satisfied_by;
		const origin = { carried_from: from.key, originally_by: by };
		return [
			{
				op: 'satisfy',
				at: satisfied_at,
				...ownerOf(to),
				names: [expires_at === undefined ? { name, scope } : { name, scope, expires_at }],
				by: 'carried',
				metadata: { ...metadata, ...origin },
			},
		];
	});
}
