import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { askedTime } from './asked-time.ts';

/** A Friday, ten to midnight in London, Saturday in Berlin. */
const NOW = Date.parse('2026-11-20T23:50:00Z');

afterEach(() => vi.unstubAllEnvs());

const meant = (text: string) => {
	const found = askedTime(text, NOW);
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
		vi.stubEnv('TZ', 'Europe/London');
		expect(meant(text)).toBe(expected);
	});

	test.each([
		...['', 'soon', 'tu', 'last', '2026-02-30', '2026-13-01', '0d', '-3d', '2026', 'three days'],
		...['9 lives ago', '__proto__', 'constructor weeks ago', '2026-11-03T25:00'],
	])('%j means no time', (text) => {
		expect(meant(text)).toBeUndefined();
	});

	test.each([
		['Europe/Berlin', 'today', '2026-11-20T23:00 2026-11-21T23:00'],
		['Europe/Berlin', '2026-11-03T10:30', '2026-11-03T09:30'],
		['America/New_York', 'today', '2026-11-20T05:00 2026-11-21T05:00'],
		// A day with 25 hours.
		['Europe/Berlin', '2026-10-25', '2026-10-24T22:00 2026-10-25T23:00'],
	])('days are those of the reader: %s, %s', (zone, text, expected) => {
		vi.stubEnv('TZ', zone);
		expect(meant(text)).toBe(expected);
	});

	it('never throws, and never ends before it begins', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				for (const one of [text, `${text} ago`, `last ${text}`]) {
					const found = askedTime(one, NOW);
					if (found !== undefined) expect(found.to).toBeGreaterThanOrEqual(found.from);
				}
			}),
		);
	});
});
