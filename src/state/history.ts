import { parseSessionId, type Session } from '../core/session/session-id.ts';
import * as z from '../store/shape.ts';
import { applyChanges } from './apply.ts';
import {
	allNamed,
	type BranchChange,
	type BranchState,
	entryOf,
	ownerOf,
	requirementOf,
	SessionEntry,
	storedOf,
} from './branch-state.ts';
import { retireAll } from './satisfy.ts';

/** A history line: a satisfaction that has ended. */
export const LeavingLine = z.looseObject({
	requirement: z.string(),
	scope: z.string(),
	session: z.optional(z.string()),
	ended_by: z.string(),
	entry: SessionEntry,
});

/** Whether a returning session may have entries in the history only (D10). */
export function isForgotten(state: BranchState | undefined, session: Session): boolean {
	if (state === undefined) return false;
	const entries = Object.values(state.requirements);
	return !entries.some(({ sessions }) => entryOf(sessions, ownerOf(session)) !== undefined);
}

/**
 * Brings back what was rolled over from this session, the newest line of each requirement (D10). What
 * came back before and then left for another reason stays away.
 */
export function recallChange(history: readonly unknown[], session: Session): BranchChange[] {
	const newest = new Map<string, { name: string; scope: string; entry: SessionEntry }>();
	for (const raw of history) {
		const line = LeavingLine.safeParse(raw);
		if (!line.success || !isOwn(line.data, session)) continue;
		const { requirement: name, scope, entry, ended_by } = line.data;
		if (ended_by === 'rolled') newest.set(name, { name, scope, entry });
		else newest.delete(name);
	}
	const entries = [...newest.values()];
	return entries.length === 0 ? [] : [{ op: 'recall', ...ownerOf(session), entries }];
}

/** An older tool's entry says by its key alone whose it is (D6). A root's satisfaction was nobody's entry. */
function isOwn({ session, entry }: z.output<typeof LeavingLine>, { key, uuid }: Session): boolean {
	if (session === undefined) return false;
	return entry.uuid === undefined ? session === key : entry.uuid === uuid;
}

/**
 * The whole history of a branch that is gone: what was only rolled over comes back no more, and what a
 * prune that was interrupted has written already stands in it once.
 *
 * @param before its lines so far, oldest first
 */
export function prunedHistory(
	before: readonly object[],
	state: BranchState,
	at: string,
): readonly object[] {
	const ended = allNamed(state).flatMap((named) =>
		retireAll(requirementOf(state, named), { at, named, endedBy: 'pruned' }),
	);
	const lines = [...before.map(asPruned), ...ended];
	const distinct = new Map<string, object>();
	for (const line of lines) {
		const id = idOf(line);
		if (!distinct.has(id)) distinct.set(id, line);
	}
	return [...distinct.values()];
}

function asPruned(line: object): object {
	return 'ended_by' in line && line.ended_by === 'rolled' ? { ...line, ended_by: 'pruned' } : line;
}

/** A pruned satisfaction by what it was, whenever that happened; any other line by all it says. */
function idOf(line: object): string {
	const isPruned = 'ended_by' in line && line.ended_by === 'pruned';
	return JSON.stringify(isPruned ? { ...line, at: '' } : line);
}

/** Sessions that hold a satisfaction of a requirement on this branch, the latest first (D1). */
export function formerHolders(
	name: string,
	state: BranchState,
	sha256: (text: string) => string,
): Session[] {
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
