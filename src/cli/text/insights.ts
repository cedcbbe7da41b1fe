import type { InsightFilter, Insights } from '../../app/commands/insights.ts';

import { onBranchText } from '../../core/place/branch-text.ts';
import type { KnownInsight, SupposedBlocker } from '../../core/session-record/insights.ts';

import { oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';
import { elsewhereText } from './elsewhere.ts';

const HEAD = ['ID', 'KIND', 'CONFIDENCE', 'AGE', 'SESSION', 'TEXT'];

/** What was learnt, one line each, newest first. */
export function insightListText(
	{ branch, insights, blockers, elsewhere }: Insights,
	{ all, which, caller }: InsightFilter,
	{ width, when }: Layout,
): string {
	if (insights.length + blockers.length === 0) {
		const here = caller.session === undefined ? onBranchText(branch) : 'in this session';
		const where = all ? 'in this repository' : here;
		const nothing = which === 'candidates' ? 'nothing waits for review' : 'nothing was learnt';
		return `${nothing} ${where}${elsewhereText(elsewhere)}`;
	}
	const rows = insights.map(({ insight, records }) => [
		oneLine(insight.id),
		insight.kind,
		String(insight.confidence),
		when(insight.created_at),
		oneLine(records[0]?.name ?? records[0]?.key ?? '-'),
		oneLine(insight.why === undefined ? insight.text : `${insight.text} — ${insight.why}`),
	]);
	const inTheWay = blockers.map(({ id, type, text, at, records }) => [
		...[oneLine(id), 'blocker', '-', when(at)],
		oneLine(records[0]?.name ?? records[0]?.key ?? '-'),
		oneLine(`${type}: ${text}`),
	]);
	return columns([HEAD, ...rows, ...inTheWay], width).join('\n');
}

/** The same for scripts; absent values are null (D37). */
export function insightListJson({ insights, blockers }: Insights): object[] {
	return [...insights.map(insightJson), ...blockers.map(blockerJson)];
}

function blockerJson({ id, type, text, at, records }: SupposedBlocker): object {
	return {
		...{ id, kind: 'blocker', type, text },
		...{ why: null, confidence: null, source: 'prompt' },
		session: records[0]?.key ?? null,
		created_at: at,
	};
}

function insightJson({ insight, records }: KnownInsight): object {
	return {
		id: insight.id,
		kind: insight.kind,
		text: insight.text,
		why: insight.why ?? null,
		confidence: insight.confidence,
		source: insight.source,
		session: records[0]?.key ?? null,
		created_at: insight.created_at,
	};
}
