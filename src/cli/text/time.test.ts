import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../core/config/duration.ts';
import { durationText, minute, relativeTime, withLocalTimes } from './time.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 4, 30);

describe('a stored time', () => {
	it.each([
		[0, 'just now'],
		[-29, 'just now'],
		[29, 'within a minute'],
		[-60, '1 min ago'],
		[3_540, 'in 59 min'],
		[3_599, 'in 1 h'],
		[-7_200, '2 h ago'],
		[47 * 3_600, 'in 47 h'],
		[-48 * 3_600, '2 days ago'],
	])('%i seconds from now is %s', (seconds, text) => {
		expect(relativeTime(new Date(NOW + seconds * 1000).toISOString(), NOW)).toBe(text);
	});

	it.each([undefined, '', '\u001b[2J'])('%j is unknown', (iso) => {
		expect(relativeTime(iso, NOW)).toBe('at an unknown time');
		expect(minute(iso)).toBe('?');
	});

	it('is shown to the minute, by the clock of whoever reads it', () => {
		const here = new Date(2026, 2, 7, 9, 4, 30).toISOString();
		expect(minute(here)).toBe('2026-03-07 09:04');
		expect(withLocalTimes(`paused since ${here} by ana, ${here}`)).toBe(
			'paused since 2026-03-07 09:04 by ana, 2026-03-07 09:04',
		);
	});
});

it.each(['90s', '30m', '8h', '1h30m', '7d', '1d1s'])('%s is spelled as it can be read', (text) => {
	const milliseconds = parseDuration(text) ?? 0;
	expect(parseDuration(durationText(milliseconds))).toBe(milliseconds);
});
