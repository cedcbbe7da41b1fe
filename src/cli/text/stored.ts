import type { Chosen } from '../../app/commands/session-choice.ts';
import type { Stored } from '../../app/commands/store-changes.ts';
import { storageNotes } from '../../core/inject/change-text.ts';
import { type Answer, answer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';

/** A change that was made; with a warning where nothing tells of its session here (D37). */
export function changeAnswer(
	out: string,
	{ session, isKnown, stored }: Chosen & { readonly stored: Stored },
): Answer {
	const warnings = storageNotes(stored.kind);
	if (isKnown) return { ...answer(out), warnings };
	const unheard = `nothing is known of session ${session.uuid} here: no hook of req has seen it`;
	return { out, warnings: [...warnings, unheard], exit: EXIT.warned };
}
