import type { Applied } from '../document/document.ts';
import {
	type Named,
	type SatisfactionFields,
	withoutRootSatisfaction,
	withoutSatisfaction,
} from './requirement-state.ts';
import type { RequirementState, SessionEntry } from './schema.ts';

/**
 * Why a satisfaction left the state. `rolled`: it only grew old, and may come back (D10). `pruned`: its
 * branch is gone, and a new branch of that name starts without it.
 */
export type EndedBy =
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
