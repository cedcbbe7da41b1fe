import type { InsightFilter, Insights } from '../../app/commands/insights.ts';
import type { KnownInsight } from '../../core/session-record/known-insights.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { relativeTime } from '../../core/text/relative-time.ts';
import { columns } from './columns.ts';

/** What was learnt, one line each, newest first. */
export function insightListText(
	{ branch, insights }: Insights,
	{ all, candidates, caller }: InsightFilter,
	now: number,
): string {
	if (insights.length === 0) {
		const here = caller.session === undefined ? `on branch ${oneLine(branch)}` : 'in this session';
		const where = all ? 'in this repository' : here;
		return candidates ? `nothing waits for review ${where}` : `nothing was learnt ${where}`;
	}
	const rows = insights.map(({ insight, records }) => [
		oneLine(insight.id),
		insight.kind,
		String(insight.confidence),
		relativeTime(insight.created_at, now),
		oneLine(records[0]?.name ?? records[0]?.key ?? '-'),
		oneLine(insight.why === undefined ? insight.text : `${insight.text} — ${insight.why}`),
	]);
	return columns(rows).join('\n');
}

/** The same for scripts; absent values are null (D37). */
export function insightListJson(insights: readonly KnownInsight[]): object[] {
	return insights.map(({ insight, records }) => ({
		id: insight.id,
		kind: insight.kind,
		text: insight.text,
		why: insight.why ?? null,
		confidence: insight.confidence,
		source: insight.source,
		session: records[0]?.key ?? null,
		created_at: insight.created_at,
	}));
}
