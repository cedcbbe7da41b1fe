import { compareTexts } from '../text/compare-texts.ts';
import type { Insight, SessionRecord } from './schema.ts';

/** An insight with the sessions that have it. */
export interface KnownInsight {
	readonly insight: Insight;
	/** The newest first. */
	readonly records: readonly SessionRecord[];
}

/** Fewer characters name too much (D5). */
const SHORTEST = 4;

/**
 * The insights of these sessions, newest first. One that several sessions have is told once, as the
 * newest has it.
 */
export function knownInsights(records: readonly SessionRecord[]): KnownInsight[] {
	const byId = new Map<string, { insight: Insight; records: SessionRecord[] }>();
	const newestFirst = records
		.flatMap((record) => record.insights.map((insight) => ({ insight, record })))
		.sort((one, other) => compareTexts(other.insight.created_at, one.insight.created_at));
	for (const { insight, record } of newestFirst) {
		const known = byId.get(insight.id);
		if (known === undefined) byId.set(insight.id, { insight, records: [record] });
		else known.records.push(record);
	}
	return [...byId.values()];
}

/** Those that an id or a beginning of at least 4 characters means. */
export function insightsNamed(reference: string, known: readonly KnownInsight[]): KnownInsight[] {
	const wanted = reference.trim().toLowerCase();
	const exact = known.filter(({ insight }) => insight.id === wanted);
	if (exact.length > 0 || wanted.length < SHORTEST) return exact;
	return known.filter(({ insight }) => insight.id.startsWith(wanted));
}
