import type { Continuity } from '../config/settings.ts';

const HOURS_A_WEEK = 168;

/**
 * What is left of a confidence after some time: `max(floor, 1 − h/168 × rate)` (D22). 0.942857 at 24 h, 0.6 at a week.
 *
 * @param hours since the session it comes from was last at work; a time to come counts as now
 */
export function decayFactor(hours: number, { rate, floor }: Continuity['decay']): number {
	return Math.max(floor, 1 - (Math.max(hours, 0) / HOURS_A_WEEK) * rate);
}

/**
 * A confidence as it is passed on; the stored one stays. `kept`: false below the floor, where an item is
 * not passed on by itself.
 *
 * @param confidence 0–1
 */
export function decayed(
	confidence: number,
	hours: number,
	decay: Continuity['decay'],
): { readonly confidence: number; readonly kept: boolean } {
	const left = Math.min(Math.max(confidence, 0), 1) * decayFactor(hours, decay);
	return { confidence: left, kept: left >= decay.floor };
}
