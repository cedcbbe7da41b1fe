import type { InsightKind } from '../journal/activity.ts';

const DIGITS = 8;

/**
 * The id of an insight: the same words of one kind are one insight, whoever says them and how often.
 *
 * @param text as it is stored: redacted
 * @param sha256 hex digest
 */
export function insightId(
	kind: InsightKind,
	text: string,
	sha256: (text: string) => string,
): string {
	return `i${sha256(`${kind}\n${text}`).slice(0, DIGITS)}`;
}
