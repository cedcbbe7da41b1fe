import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

describe('parseDuration', () => {
	it.each([
		['90s', 90_000],
		['8h', 28_800_000],
		['7d', 604_800_000],
		['1h30m', 5_400_000],
		['1d2h3m4s', 93_784_000],
	])('reads %s as %d ms', (text, expected) => {
		expect(parseDuration(text)).toBe(expected);
	});

	it.each(['', '0s', '8', '-1h', '1.5h', '30m1h', '1h1h', '1H', '9999999d'])('refuses %j', (text) => {
		expect(parseDuration(text)).toBeUndefined();
	});
});
