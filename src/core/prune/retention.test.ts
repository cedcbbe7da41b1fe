import { describe, expect, test } from 'vitest';
import { isPast, quarantinedAt } from './retention.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const DAY = 86_400_000;

describe('how long things are kept (D14)', () => {
	test.each([
		['journal', 30 * DAY, false],
		['journal', 30 * DAY + 1, true],
		['journal', -DAY, false],
		['run', 90 * DAY, false],
		['run', 90 * DAY + 1, true],
		['temporary', DAY, false],
		['temporary', DAY + 1, true],
		['lock', -DAY, true],
	] as const)('a %s that is %i ms old is past: %s', (kind, age, expected) => {
		expect(isPast(kind, NOW - age, NOW)).toBe(expected);
	});

	test.each([
		['main.2026-11-20T10-00-00.000Z.json', NOW],
		['a.b~12345678.2026-11-20T10-00-00.000Z-2.json', NOW],
		['a.b~12345678.2026-11-20T10-00-00.000Z-4711-1.json', NOW],
		['main.json.folding.2026-11-20T10-00-00.000Z.jsonl', NOW],
		['main.2026-13-20T10-00-00.000Z.json', undefined],
		['notes.txt', undefined],
		['', undefined],
	])('%s was quarantined at %s', (name, at) => {
		expect(quarantinedAt(name)).toBe(at);
	});
});
