import { parseSessionId, type Session } from '../host/session-id.ts';
import { type BranchState, entryOf, type SessionEntry, storedOf } from './branch-state.ts';
import type { BranchChange } from './changes.ts';
import { HistoryLine } from './history.ts';

/** Whether a returning session may have entries in the history only (D10). */
export function isForgotten(state: BranchState, session: Session): boolean {
	return !Object.values(state.requirements).some((one) => entryOf(one, session) !== undefined);
}

/**
 * Brings back what was rolled over from this session, the newest line of each requirement (D10). What came back before
 * and then left for another reason stays away, and so does what an earlier branch of this name left.
 */
export function recallChanges(
	history: readonly unknown[],
	session: Session,
	{ created_at }: BranchState,
): BranchChange[] {
	const newest = new Map<string, BranchChange>();
	for (const raw of history) {
		if (!HistoryLine.fits(raw)) continue;
		const { at, requirement: name, scope, session: key, entry, ended_by } = raw;
		// An entry without a full id belongs to the session that has its key; one at the root to no session.
		const isOwn = entry.uuid === undefined ? key === session.key : entry.uuid === session.uuid;
		if (key === undefined || !isOwn) continue;
		if (ended_by === 'rolled' && at >= created_at)
			newest.set(name, { op: 'recall', at, name, scope, session, entry });
		else newest.delete(name);
	}
	return [...newest.values()];
}

/** Sessions with a satisfaction of a requirement on this branch, the latest first (D1). */
export function formerHolders(name: string, state: BranchState): Session[] {
	const timeOf = (entry: SessionEntry) => entry.satisfied_at ?? '';
	return Object.entries(storedOf(state, name)?.sessions ?? {})
		.filter(([, { satisfied }]) => satisfied === true)
		.sort(([, one], [, other]) => (timeOf(one) < timeOf(other) ? 1 : -1))
		.flatMap(([key, { uuid }]) => parseSessionId(uuid ?? key) ?? []);
}
