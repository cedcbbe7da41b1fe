import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTINUITY } from '../../tests/support/some-continuity.ts';
import { hoursAgo, insight, record, restored, source } from '../../tests/support/some-source.ts';
import { restoredEvents } from './apply-start.ts';
import type { Occasion } from './start-facts.ts';

/** A session that learned something a while before it was active last. */
const taught = (hours: number, confidence = 1) => {
	const said = insight('i1', { confidence, created_at: hoursAgo(hours + 1) });
	return record('a', { hours, insights: [said] });
};

describe('inherited insights', () => {
	const confidences = (hours: number, confidence: number, kind: Occasion['kind'] = 'start') =>
		restored([source(taught(hours, confidence))], { kind }).insights.map((one) => one.confidence);

	it('have lost to time what their session did, and say so in an event', () => {
		const from = taught(48);
		const { insights, ...rest } = restored([source(from)]);
		expect(insights[0]?.confidence).toBeCloseTo(0.886, 3);
		expect(restoredEvents({ ...rest, insights }, 'me')[1]?.data).toEqual({
			...{ memory_id: 'i1', original_score: 1, hours_elapsed: 48 },
			decayed_score: insights[0]?.confidence,
		});
	});

	it('the stored one stays', () => {
		const from = record('a', { hours: 48, insights: [insight('i1')] });
		expect(restored([source(from)]).insights[0]?.note).toMatchObject({ confidence: 1 });
	});

	it('below 0.3 are dropped, unless the user named the session', () => {
		expect(confidences(168, 0.51)).toEqual([0.306]);
		expect(confidences(252, 0.6)).toEqual([]);
		expect(confidences(252, 0.6, 'named')[0]).toBeCloseTo(0.24, 6);
	});

	it.each(['start', 'named'] as const)('disputed are left out however new they are: %s', (kind) => {
		expect(confidences(0, 0.5, kind)).toEqual([]);
		expect(confidences(0, 0.6, kind)).toEqual([0.6]);
	});

	it('superseded are left out, and not called disputed', () => {
		const old = insight('i1', { confidence: 0, superseded_by: 'i2' });
		const { dropped } = restored([source(record('a', { insights: [old] }))]);
		expect(dropped).toEqual([{ what: 'learning i1', why: 'superseded' }]);
	});

	it('come by kind, the most confident first, each once, no more than the cap of a kind', () => {
		const insights = [
			insight('p', { kind: 'pattern' }),
			insight('l1', { confidence: 0.8 }),
			insight('l2', { confidence: 0.9 }),
			insight('l3'),
			insight('d', { kind: 'decision' }),
			insight('w', { kind: 'warning' }),
			insight('l4', { text: 'Text of L2' }),
		];
		const caps = { ...DEFAULT_CONTINUITY.caps, learnings: 2 };
		const continuity = { ...DEFAULT_CONTINUITY, caps };
		const { insights: shown, dropped } = restored([source(record('a', { insights }))], {
			continuity,
		});
		const ids = shown.map((one) => one.note.id);
		expect(ids).toEqual(['w', 'd', 'l3', 'l4', 'p']);
		expect(dropped).toEqual([
			{ what: 'learning l2', why: 'duplicate' },
			{ what: 'learning l1', why: 'cap' },
		]);
	});
});
