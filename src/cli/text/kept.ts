import { type Answer, answer } from '../desk.ts';

/** Something was kept; where a secret was taken out of it, the user is told (D30). */
export function keptAnswer(out: string, redacted: readonly string[]): Answer {
	const kinds = [...new Set(redacted)];
	const warnings = kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
	return { ...answer(out), warnings };
}
