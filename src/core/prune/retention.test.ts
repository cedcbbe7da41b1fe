import { describe, expect, it, test } from 'vitest';
import { isLitter, isPast, isPastRun, quarantinedAt, recentLines } from './retention.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const DAY = 86_400_000;

describe('how long things are kept (D14)', () => {
	it.each([
		[90 * DAY, false],
		[90 * DAY + 1, true],
	])('a run of %i ms is past: %s', (age, expected) => {
		expect(isPastRun(NOW - age, NOW)).toBe(expected);
	});

	test.each([
		[30 * DAY, false],
		[30 * DAY + 1, true],
		[-DAY, false],
	])('what is %i ms old is past: %s', (age, expected) => {
		expect(isPast(NOW - age, NOW)).toBe(expected);
	});

	test.each([
		[DAY, false],
		[DAY + 1, true],
	])('a temporary file of %i ms is litter: %s', (age, expected) => {
		expect(isLitter(NOW - age, NOW)).toBe(expected);
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

	it('a line that tells no time stays', () => {
		const lines = ['old', 'new', 'torn'];
		const times = new Map([
			['old', NOW - 31 * DAY],
			['new', NOW],
		]);
		expect(recentLines(lines, (line) => times.get(line), NOW)).toEqual(['new', 'torn']);
	});
});
