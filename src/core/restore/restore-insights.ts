import type { Continuity } from '../config/continuity.ts';
import type { EventData } from '../event/event.ts';
import type { InsightKind } from '../journal/values.ts';
import { decayed } from '../relevance/decay.ts';
import { isCandidate } from '../session-record/insights.ts';
import type { Insight } from '../session-record/schema.ts';
import type { SourceRecord } from './choose-sources.ts';
import type { Drop, RestoredInsight } from './restoration.ts';
import { secretsAmong } from './secrets-among.ts';

interface InsightFacts {
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly branch: string;
	/** `explicit`: shown with what time has left of them, none dropped for it (D22). */
	readonly mode: 'auto' | 'explicit';
	readonly continuity: Pick<Continuity, 'decay' | 'caps'>;
	readonly holdsSecret: (text: string) => boolean;
}

/** In the order in which they are told (D18). */
const KIND_ORDER = ['warning', 'decision', 'learning', 'pattern'] as const;

const CAPS = {
	learning: 'learnings',
	pattern: 'patterns',
	warning: 'warnings',
	decision: 'decisions',
} as const satisfies Record<InsightKind, keyof Continuity['caps']>;

const HOUR = 3_600_000;

/**
 * What the sources learned, with the confidence that time has left (FR-004, D22): each once, what has faded left out,
 * the most confident of each kind first, no more of a kind than its cap.
 *
 * @param sources newest first
 */
export function restoreInsights(
	sources: readonly SourceRecord[],
	facts: InsightFacts,
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
	const insights = KIND_ORDER.flatMap((kind) => {
		const all = found.filter(({ one }) => one.insight.kind === kind).sort(byConfidence);
		const most = facts.continuity.caps[CAPS[kind]];
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

function faded({ record }: SourceRecord, facts: InsightFacts): Faded[] {
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
	}: { readonly kept: boolean; readonly seen: ReadonlySet<string>; readonly facts: InsightFacts },
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
