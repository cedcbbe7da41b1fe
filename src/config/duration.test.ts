import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

describe('parseDuration', () => {
	it.each([
		['90s', 90_000],
		['30m', 1_800_000],
		['8h', 28_800_000],
		['7d', 604_800_000],
		['1h30m', 5_400_000],
		['1d2h3m4s', 93_784_000],
	])('reads %s as %d ms', (text, expected) => {
		expect(parseDuration(text)).toBe(expected);
	});

	it.each([
		'',
		'0s',
		'0d0h',
		'8',
		'h',
		'-1h',
		'1.5h',
		'30m1h',
		'1h1h',
		' 1h',
		'1H',
		'1w',
		'9999999d',
	])('refuses %j', (text) => {
		expect(parseDuration(text)).toBeUndefined();
	});

	it('reads every text as a positive whole number a date can be moved by, or not at all', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(\d{1,7}[dhms]){1,4}$/)), (text) => {
				const read = parseDuration(text);
				const usable = read === undefined || (read > 0 && read < 8.64e15 && Number.isInteger(read));
				expect(usable).toBe(true);
			}),
		);
	});
});
