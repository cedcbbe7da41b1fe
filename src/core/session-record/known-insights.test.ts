import { describe, expect, it } from 'vitest';
import { someRecord } from '../../../tests/support/some-record.ts';
import { insightsNamed, knownInsights } from './known-insights.ts';

function insight(id: string, day: number) {
	const rest = { kind: 'learning', text: 'text', confidence: 1, source: 'user' } as const;
	return { id, created_at: `2026-01-0${day}T00:00:00.000Z`, ...rest };
}

const ONE = someRecord('11111111-0000-4000-8000-000000000001', {
	insights: [insight('i11112222', 1), insight('i11113333', 3)],
});
const OTHER = someRecord('22222222-0000-4000-8000-000000000002', {
	insights: [insight('i11112222', 2)],
});
const KNOWN = knownInsights([ONE, OTHER]);

describe('what several sessions learnt', () => {
	it('is told newest first, each once, with the sessions that have it', () => {
		expect(
			KNOWN.map(({ insight: { id }, records }) => [id, records.map(({ key }) => key)]),
		).toEqual([
			['i11113333', ['11111111']],
			['i11112222', ['22222222', '11111111']],
		]);
	});

	it.each<[reference: string, ids: string[]]>([
		['i11112222', ['i11112222']],
		[' I11112 ', ['i11112222']],
		['i1111', ['i11113333', 'i11112222']],
		['i11', []],
		['', []],
		['11112222', []],
	])('%j means %j', (reference, ids) => {
		expect(insightsNamed(reference, KNOWN).map((one) => one.insight.id)).toEqual(ids);
	});
});
