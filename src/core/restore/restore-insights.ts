import type { EventData } from '../event/event.ts';
import { KIND_OF, LISTS } from '../inherit/selection.ts';
import { decayed } from '../relevance/decay.ts';
import { isCandidate } from '../session-record/insights.ts';
import type { Insight } from '../session-record/schema.ts';
import type { SourceRecord } from './choose-sources.ts';
import type { Drop, RestoredInsight, RestoreFacts } from './restoration.ts';
import { secretsAmong } from './secrets-among.ts';

const HOUR = 3_600_000;

/**
 * What the sources learned, with the confidence that time has left (FR-004, D22): each once, what has faded left out,
 * the most confident of each kind first, no more of a kind than its cap.
 *
 * @param sources newest first
 */
export function restoreInsights(
	sources: readonly SourceRecord[],
	facts: RestoreFacts,
): {
	readonly insights: readonly RestoredInsight[];
	readonly dropped: readonly Drop[];
	readonly decays: readonly EventData['confidence_decay_applied'][];
} {
	const dropped: Drop[] = [];
	const seen = new Set<string>();
	const texts = sources.flatMap(({ record }) => record.insights.map(textOf));
	const asked = { ...facts, holdsSecret: secretsAmong(texts, facts.holdsSecret) };
	const found = sources
		.flatMap((source) => faded(source, facts))
		.filter(({ one, kept }) => {
			const why = refusal(one.insight, { kept, seen, facts: asked });
			if (why !== 'unconfirmed') for (const mark of marks(one.insight)) seen.add(mark);
			if (why !== undefined) dropped.push({ what: whatIs(one.insight), why });
			return why === undefined;
		});
	const insights = LISTS.flatMap((list) => {
		const all = found.filter(({ one }) => one.insight.kind === KIND_OF[list]).sort(byConfidence);
		const most = facts.continuity.caps[list];
		dropped.push(
			...all.slice(most).map(({ one }): Drop => ({ what: whatIs(one.insight), why: 'cap' })),
		);
		return all.slice(0, most);
	});
	return {
		insights: insights.map(({ one }) => one),
		dropped,
		decays: insights.map(({ one, hours }) => ({
			memory_id: one.insight.id,
			original_score: one.insight.confidence,
			decayed_score: one.confidence,
			hours_elapsed: hours,
		})),
	};
}

interface Faded {
	readonly one: RestoredInsight;
	readonly kept: boolean;
	readonly hours: number;
}

function faded({ record }: SourceRecord, facts: RestoreFacts): Faded[] {
	const { now, mode, continuity } = facts;
	const elsewhere = record.branch === facts.branch ? {} : { elsewhere: record.branch };
	const hours = Math.max(0, (now - Date.parse(record.last_activity)) / HOUR) || 0;
	return record.insights.map((insight) => {
		const { confidence, kept } = decayed(insight.confidence, hours, continuity.decay);
		return {
			one: { insight, from: record.key, confidence, ...elsewhere },
			kept: kept || mode === 'explicit',
			hours,
		};
	});
}

function refusal(
	insight: Insight,
	{
		kept,
		seen,
		facts,
	}: { readonly kept: boolean; readonly seen: ReadonlySet<string>; readonly facts: RestoreFacts },
): Drop['why'] | undefined {
	if (facts.holdsSecret(textOf(insight))) return 'secret';
	if (isCandidate(insight)) return 'unconfirmed';
	if (marks(insight).some((mark) => seen.has(mark))) return 'duplicate';
	return kept ? undefined : 'faded';
}

function textOf({ text, why }: Insight): string {
	return `${text} ${why ?? ''}`;
}

function marks({ id, text }: Insight): readonly string[] {
	return [`id ${id}`, `text ${text.trim().toLowerCase()}`];
}

function whatIs({ kind, id }: Insight): string {
	return `${kind} ${id}`;
}

function byConfidence(a: Faded, b: Faded): number {
	const [older, newer] = [a.one.insight.created_at, b.one.insight.created_at];
	if (a.one.confidence !== b.one.confidence) return b.one.confidence - a.one.confidence;
	return older === newer ? 0 : older < newer ? 1 : -1;
}
