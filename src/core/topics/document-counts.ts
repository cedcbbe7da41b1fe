import type { DocumentCounts } from './rank-topics.ts';

/** Enough sessions to tell what is everywhere, few enough to count at every start. */
export const COUNTED_SESSIONS = 200;

/**
 * In how many sessions each term occurs (D28).
 *
 * @param sessions the terms of each, one a line, newest session first; empty where none are kept
 */
export function documentCounts(sessions: readonly string[]): DocumentCounts {
	const counted = sessions.filter((terms) => terms !== '').slice(0, COUNTED_SESSIONS);
	const counts = new Map<string, number>();
	for (const term of counted.flatMap((terms) => terms.split('\n'))) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	return { sessions: counts, total: counted.length };
}
