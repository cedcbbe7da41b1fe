import { expect, it } from 'vitest';
import { relativeTime } from './phrases.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 4, 30);

it.each([
	[0, 'just now'],
	[29, 'within a minute'],
	[-60, '1 minute ago'],
	[3_599, 'in 1 hour'],
	[-7_200, '2 hours ago'],
	[-48 * 3_600, '2 days ago'],
])('%i seconds from now is %s', (seconds, text) => {
	expect(relativeTime(new Date(NOW + seconds * 1000).toISOString(), NOW)).toBe(text);
});

it.each([undefined, '', '\u001b[2J'])('%j is unknown', (iso) => {
	expect(relativeTime(iso, NOW)).toBe('at an unknown time');
});
