import type { ShownMemory } from '../../app/commands/shown-memory.ts';
import { type Answer, answer } from '../desk.ts';

/** Something is shown; whose it is, is said where nobody named the session. */
export function shownAnswer(
	shown: Answer,
	{ session, isLatest }: Pick<ShownMemory, 'session' | 'isLatest'>,
): Answer {
	if (!isLatest) return shown;
	return { ...shown, warnings: [`of session ${session.key}, the last one of this branch`] };
}

/** Something was kept; where a secret was taken out of it, the user is told (D30). */
export function keptAnswer(out: string, redacted: readonly string[]): Answer {
	const kinds = [...new Set(redacted)];
	const warnings = kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
	return { ...answer(out), warnings };
}
