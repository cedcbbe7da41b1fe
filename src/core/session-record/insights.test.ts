import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someRecord } from '../../../tests/support/some-record.ts';
import {
	confirmed,
	disputed,
	insightsNamed,
	isCandidate,
	isPassedOn,
	knownInsights,
} from './insights.ts';

const score = fc.double({ min: 0, max: 1, noNaN: true });
const anInsight = fc.record({
	source: fc.constantFrom('prompt', 'user', 'agent'),
	confidence: score,
});

describe('how sure an insight is', () => {
	it.each<[source: string, before: number, then: [up: number, down: number]]>([
		['user', 1, [1, 0.5]],
		['agent', 0.8, [0.9, 0.4]],
		['user', 0.95, [1, 0.475]],
		['user', 0.1, [0.6, 0.05]],
		['prompt', 0.5, [1, 0.25]],
		['prompt', 0.25, [1, 0.125]],
	])('of %s at %d: %j when confirmed and when disputed', (source, confidence, then) => {
		const one = { source, confidence };
		expect([confirmed(one), disputed(one)]).toEqual(then);
	});

	it.each<[source: string, confidence: number, waits: boolean]>([
		['prompt', 0.5, true],
		['prompt', 0.3, true],
		['prompt', 0.25, true],
		['prompt', 1, false],
		['user', 0.5, false],
	])('of %s at %d it is a supposition: %s (D26)', (source, confidence, waits) => {
		expect(isCandidate({ source, confidence })).toBe(waits);
	});

	it('stays between 0 and 1; a word for it never lowers, one against it never raises', () => {
		fc.assert(
			fc.property(anInsight, (one) => {
				const [up, down] = [confirmed(one), disputed(one)];
				expect([up, down].every((value) => value >= 0 && value <= 1)).toBe(true);
				expect(up).toBeGreaterThanOrEqual(one.confidence - 1e-6);
				expect(down).toBeLessThanOrEqual(one.confidence + 1e-6);
			}),
		);
	});

	it('is passed on from the floor upwards', () => {
		const passes = (one: number) => isPassedOn(one, { rate: 0.1, floor: 0.3 });
		expect([0.29, 0.3].map(passes)).toEqual([false, true]);
	});
});

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
