import type { Chosen } from '../../app/commands/session-choice.ts';
import type { Stored } from '../../app/commands/store-changes.ts';
import { type Answer, answer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';

/** What a user should know of how a change was kept; nothing where it simply was (D8). */
export function storageWarnings({ kind }: Stored): string[] {
	if (kind !== 'pending') return [];
	return ['the state is busy; the change is kept beside it and folded in by the next write'];
}

/** A change that was made; with a warning where nothing tells of its session here (D37). */
export function changeAnswer(
	out: string,
	{ session, isKnown, stored }: Chosen & { readonly stored: Stored },
): Answer {
	const warnings = storageWarnings(stored);
	if (isKnown) return { ...answer(out), warnings };
	const unheard = `nothing is known of session ${session.uuid} here: no hook of req has seen it`;
	return { out, warnings: [...warnings, unheard], exit: EXIT.warned };
}
