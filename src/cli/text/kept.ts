import type { ShownMemory } from '../../app/commands/shown-memory.ts';
import type { Answer } from '../desk.ts';

/** Something is shown; whose it is, is said where nobody named the session. */
export function shownAnswer(
	shown: Answer,
	{ session, isLatest }: Pick<ShownMemory, 'session' | 'isLatest'>,
): Answer {
	if (!isLatest) return shown;
	return { ...shown, warnings: [`of session ${session.key}, the last one of this branch`] };
}

/** What the user is told where a secret was taken out of what was kept. */
export function redactedNotes(redacted: readonly string[]): string[] {
	const kinds = [...new Set(redacted)];
	return kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
}
