import * as z from 'zod/mini';
import type { Session } from '../session/session-id.ts';
import type { BranchChange } from './change.ts';
import { type BranchState, SessionEntry } from './schema.ts';
import { entryOf, ownerOf } from './session-entries.ts';

const RolledLine = z.looseObject({
	requirement: z.string(),
	scope: z.string(),
	ended_by: z.literal('rolled'),
	entry: SessionEntry,
});

/** Whether a returning session may have entries in the history only (D10). */
export function isForgotten(state: BranchState | undefined, session: Session): boolean {
	if (state === undefined) return false;
	const entries = Object.values(state.requirements);
	return !entries.some(({ sessions }) => entryOf(sessions, ownerOf(session)) !== undefined);
}

/** Brings back what was rolled over from this session, the newest line of each requirement (D10). */
export function recallChange(history: readonly unknown[], session: Session): BranchChange[] {
	const newest = new Map<string, { name: string; scope: string; entry: SessionEntry }>();
	for (const raw of history) {
		const line = RolledLine.safeParse(raw);
		if (!line.success || line.data.entry.uuid !== session.uuid) continue;
		const { requirement: name, scope, entry } = line.data;
		newest.set(name, { name, scope, entry });
	}
	const entries = [...newest.values()];
	return entries.length === 0 ? [] : [{ op: 'recall', ...ownerOf(session), entries }];
}
