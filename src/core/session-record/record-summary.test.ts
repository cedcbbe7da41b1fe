import { describe, expect, it } from 'vitest';
import { someRecord } from '../../../tests/support/some-record.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at } from '../../../tests/support/some-state.ts';
import { isSummary, summaryOf } from './record-summary.ts';

/** With everything that a row can have. */
const ROW = summaryOf(
	someRecord(ANNA.uuid, {
		...{ name: 'login', continued_by: 'def45678' },
		unpinned: [{ label: 'a', session: 'def45678', at: at(1) }],
	}),
	true,
);
const FIELDS = Object.keys(ROW);
const OPTIONAL = ['name', 'endedAt', 'continuedBy', 'unpinned'];

describe('a row of the index', () => {
	it('is one with all its fields, as it is read back', () => {
		expect(Object.values(ROW)).not.toContain(undefined);
		expect(isSummary(JSON.parse(JSON.stringify(ROW)))).toBe(true);
	});

	it.each(FIELDS)('is none without %s, unless not every session has it', (field) => {
		const { [field]: _, ...rest } = ROW as unknown as Record<string, unknown>;
		expect(isSummary(rest)).toBe(OPTIONAL.includes(field));
	});

	it.each(FIELDS)('is none with something else as %s', (field) => {
		for (const other of [null, {}, [7], Symbol('x')]) {
			expect(isSummary({ ...ROW, [field]: other })).toBe(false);
		}
	});

	it.each([
		['a name that is none', { name: '--x' }],
		['a task that is no text', { pendingTasks: ['t1', 7] }],
		['pins without a count', { pins: { standard: 1 } }],
		['half a pin that was taken away', { unpinned: [{ label: 'a', session: 'b' }] }],
	])('is none with %s', (_, different) => {
		expect(isSummary({ ...ROW, ...different })).toBe(false);
	});

	it.each([[null], ['x'], [7], [undefined]])('%j is none', (value) => {
		expect(isSummary(value)).toBe(false);
	});
});
