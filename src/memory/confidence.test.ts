import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmed, disputed, isPassedOn } from './confidence.ts';
import { isCandidate } from './record.ts';

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
