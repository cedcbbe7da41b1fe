import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { askedTime, type Clock } from './asked-time.ts';

/** A Friday, ten to midnight in London, Saturday in Berlin. */
const NOW = Date.parse('2026-11-20T23:50:00Z');
const LONDON: Clock = { now: NOW, offset: () => 0 };
const BERLIN: Clock = { now: NOW, offset: () => 60 };
const NEW_YORK: Clock = { now: NOW, offset: () => -300 };
/** Summer time ended there on 2026-10-25 at 01:00Z. */
const CHANGING: Clock = {
	now: NOW,
	offset: (ms) => (ms < Date.parse('2026-10-25T01:00:00Z') ? 120 : 60),
};

const told = (text: string, clock = LONDON) => {
	const found = askedTime(text, clock);
	if (found === undefined) return undefined;
	const short = (ms: number) => new Date(ms).toISOString().replace(/:00\.000Z$/, '');
	return found.from === found.to ? short(found.from) : `${short(found.from)} ${short(found.to)}`;
};

describe('when somebody means', () => {
	test.each([
		['2026-11-03', '2026-11-03T00:00 2026-11-04T00:00'],
		['2026-11-03T10:30', '2026-11-03T10:30'],
		['2026-11-03T10:30Z', '2026-11-03T10:30'],
		['2026-11-03T10:30+02:00', '2026-11-03T08:30'],
		['7d', '2026-11-13T23:50'],
		['1d12h', '2026-11-19T11:50'],
		['today', '2026-11-20T00:00 2026-11-21T00:00'],
		['yesterday', '2026-11-19T00:00 2026-11-20T00:00'],
	])('%j', (text, expected) => {
		expect(told(text)).toBe(expected);
	});

	test.each([
		...['', 'soon', 'tu', 'last', '2026-02-30', '2026-13-01', '0d', '-3d', '2026', 'three days'],
		...['9 lives ago', '__proto__', 'constructor weeks ago', '2026-11-03T25:00'],
	])('%j means no time', (text) => {
		expect(askedTime(text, LONDON)).toBeUndefined();
	});

	test.each([
		['Berlin', 'today', BERLIN, '2026-11-20T23:00 2026-11-21T23:00'],
		['Berlin', '2026-11-03T10:30', BERLIN, '2026-11-03T09:30'],
		['New York', 'today', NEW_YORK, '2026-11-20T05:00 2026-11-21T05:00'],
		['the day with 25 hours', '2026-10-25', CHANGING, '2026-10-24T22:00 2026-10-25T23:00'],
	] as const)('days are those of the reader: %s, %s', (...[, text, clock, expected]) => {
		expect(told(text, clock)).toBe(expected);
	});

	it('never throws, and never ends before it begins', () => {
		fc.assert(
			fc.property(fc.string(), fc.integer({ min: -720, max: 840 }), (text, minutes) => {
				const clock = { now: NOW, offset: () => minutes };
				for (const one of [text, `${text} ago`, `last ${text}`]) {
					const found = askedTime(one, clock);
					if (found !== undefined) expect(found.to).toBeGreaterThanOrEqual(found.from);
				}
			}),
		);
	});
});
