import * as z from '../document/shape.ts';
import type { Session } from '../session/session-id.ts';
import { type BranchChange, type BranchState, entryOf, ownerOf, SessionEntry } from './schema.ts';

/** A line of a branch's history, of a satisfaction that left. */
export const LeavingLine = z.looseObject({
	requirement: z.string(),
	scope: z.string(),
	session: z.optional(z.string()),
	ended_by: z.string(),
	entry: SessionEntry,
});

/** `foreign`: another program wrote it. */
const OwnLine = z.looseObject({ ...LeavingLine.shape, foreign: z.optional(z.boolean()) });
type OwnLine = z.output<typeof OwnLine>;

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
		const line = OwnLine.safeParse(raw);
		if (!line.success || line.data.foreign === true || !isOwn(line.data, session)) continue;
		const { requirement: name, scope, entry, ended_by } = line.data;
		if (ended_by === 'rolled') newest.set(name, { name, scope, entry });
		else newest.delete(name);
	}
	const entries = [...newest.values()];
	return entries.length === 0 ? [] : [{ op: 'recall', ...ownerOf(session), entries }];
}

/** An older tool's entry says by its key alone whose it is (D6). A root's satisfaction was nobody's entry. */
function isOwn({ session, entry }: OwnLine, { key, uuid }: Session): boolean {
	if (session === undefined) return false;
	return entry.uuid === undefined ? session === key : entry.uuid === uuid;
}
