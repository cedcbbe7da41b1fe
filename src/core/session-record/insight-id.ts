import type { InsightKind } from '../journal/values.ts';
import { fnv1a } from '../text/fnv1a.ts';

/**
 * The id of an insight: the same words of one kind are one insight, whoever says them and how often.
 *
 * @param text as it is stored: redacted
 */
export function insightId(kind: InsightKind, text: string): string {
	return `i${fnv1a(`${kind}\n${text}`)}`;
}
