import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decayed, decayFactor } from './decay.ts';

const DECAY = { rate: 0.4, floor: 0.3 };

describe('S2-028, S2-115: what time leaves of a confidence', () => {
	it.each([
		['S2-029', 0, 1],
		['S2-030', 24, 0.942857],
		['S2-031, S2-112', 48, 0.885714],
		['half a week', 84, 0.8],
		['S2-032', 168, 0.6],
		['the floor', 294, 0.3],
		['beyond it', 336, 0.3],
		['a clock set back', -5, 1],
	])('%s: after %d h the factor is %d', (_, hours, factor) => {
		expect(decayFactor(hours, DECAY)).toBeCloseTo(factor, 6);
	});

	it.each([
		['S2-035', 1, 48, 0.885714, true],
		['S2-034, S2-114', 0.45, 168, 0.27, false],
		['just kept', 0.5, 168, 0.3, true],
		['S2-089: no scale but 0 to 1', 7, 0, 1, true],
	])('%s: %d after %d h is %d', (...[, confidence, hours, left, kept]) => {
		const result = decayed(confidence, hours, DECAY);
		expect(result.confidence).toBeCloseTo(left, 6);
		expect(result.kept).toBe(kept);
	});

	it('never grows with time, and stays between 0 and 1', () => {
		const share = fc.double({ min: 0, max: 1, noNaN: true });
		const hours = fc.double({ min: 0, max: 10_000, noNaN: true });
		fc.assert(
			fc.property(
				share,
				fc.tuple(hours, hours),
				fc.tuple(share, share),
				(confidence, times, settings) => {
					const [sooner, later] = [Math.min(...times), Math.max(...times)];
					const [rate, floor] = settings;
					const before = decayed(confidence, sooner, { rate, floor }).confidence;
					const after = decayed(confidence, later, { rate, floor }).confidence;
					expect(after).toBeLessThanOrEqual(before);
					expect(after).toBeGreaterThanOrEqual(0);
					expect(before).toBeLessThanOrEqual(1);
				},
			),
		);
	});
});
