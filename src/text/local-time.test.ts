import { describe, expect, it } from 'vitest';
import { parseDuration } from '../config/duration.ts';
import { durationText, minute, withLocalTimes } from './local-time.ts';

describe('a stored time', () => {
	it.each([undefined, '', '\u001b[2J'])('%j is unknown', (iso) => {
		expect(minute(iso)).toBe('?');
	});

	it('is shown to the minute, by the clock of whoever reads it', () => {
		const here = new Date(2026, 2, 7, 9, 4, 30).toISOString();
		expect(minute(here)).toBe('2026-03-07 09:04');
		expect(withLocalTimes(`paused since ${here} by ana, ${here}`, undefined)).toBe(
			'paused since 2026-03-07 09:04 by ana, 2026-03-07 09:04',
		);
	});
});

it.each(['90s', '30m', '8h', '1h30m', '7d', '1d1s'])('%s is spelled as it can be read', (text) => {
	const milliseconds = parseDuration(text) ?? 0;
	expect(parseDuration(durationText(milliseconds))).toBe(milliseconds);
});
