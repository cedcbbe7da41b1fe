import { describe, expect, test } from 'vitest';
import { isPast, KEPT_DAYS, quarantinedAt } from './retention.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const DAY = 86_400_000;

describe('how long things are kept (D14)', () => {
	test.each([
		[30, 30 * DAY, false],
		[30, 30 * DAY + 1, true],
		[30, -DAY, false],
		[KEPT_DAYS.run, 90 * DAY, false],
		[KEPT_DAYS.run, 90 * DAY + 1, true],
		[KEPT_DAYS.stray, DAY, false],
		[KEPT_DAYS.stray, DAY + 1, true],
	])('what is kept for %i days and is %i ms old is past: %s', (days, age, expected) => {
		expect(isPast(NOW - age, days, NOW)).toBe(expected);
	});

	test.each([
		['main.2026-11-20T10-00-00.000Z.json', NOW],
		['a.b~12345678.2026-11-20T10-00-00.000Z-2.json', NOW],
		['main.json.folding.2026-11-20T10-00-00.000Z.jsonl', NOW],
		['main.2026-13-20T10-00-00.000Z.json', undefined],
		['notes.txt', undefined],
		['', undefined],
	])('%s was quarantined at %s', (name, at) => {
		expect(quarantinedAt(name)).toBe(at);
	});
});
