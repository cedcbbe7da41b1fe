import { applyChanges } from '../branch-state/apply.ts';
import { recallChange } from '../branch-state/recall.ts';
import { type BranchState, storedOf } from '../branch-state/schema.ts';
import type { Requirement } from '../config/config.ts';
import { parseSessionId, type Session } from '../session/session-id.ts';

/** Sessions that hold a satisfaction of a requirement on this branch, the latest first (D1). */
export function formerHolders(
	requirement: Requirement,
	state: BranchState,
	sha256: (text: string) => string,
): Session[] {
	const { name } = requirement;
	const stored = storedOf(state, name);
	return Object.entries(stored?.sessions ?? {})
		.filter(([, { satisfied }]) => satisfied === true)
		.sort(([, one], [, other]) => (timeOf(one) < timeOf(other) ? 1 : -1))
		.flatMap(([key, { uuid }]) => parseSessionId(uuid ?? key, sha256) ?? []);
}

/** A branch's state together with the entries that only grew too old for its file (D10). */
export function withRolledEntries(
	state: BranchState,
	history: readonly unknown[],
	sha256: (text: string) => string,
): BranchState {
	const ids = history.map((line) => (line as { entry?: { uuid?: unknown } }).entry?.uuid);
	const sessions = [...new Set(ids)].flatMap((id) => parseSessionId(id, sha256) ?? []);
	const changes = sessions.flatMap((session) => recallChange(history, session));
	return applyChanges(state, changes, state.updated_at).doc;
}

function timeOf(entry: { readonly satisfied_at?: string | undefined }): string {
	return entry.satisfied_at ?? '';
}
