import { describe, expect, it } from 'vitest';
import { ANNA, BERT, session } from '../../tests/support/some-session.ts';
import { at, rolled, stateWith } from '../../tests/support/some-state.ts';
import type { Session } from '../host/session-id.ts';
import type { SessionEntry } from './branch-state.ts';
import { KEPT_ENTRIES, MAX_ENTRIES } from './history.ts';

const DAY = 24 * 60 * 60;

function withEntries(sessions: Record<string, SessionEntry>) {
	return stateWith({ it: { scope: 'session', sessions } });
}

function withMany(count: number) {
	const entries = Array.from({ length: count }, (_, index) => {
		const { key, uuid } = session(`s${index}`);
		return [key, { uuid, triggered: true, triggered_at: at(index) }] as const;
	});
	return withEntries(Object.fromEntries(entries));
}

describe('D10: a write', () => {
	const gone = { days: 31, live: [] as Session[], stays: false };
	const cases: [what: string, entry: SessionEntry, then: typeof gone][] = [
		['30 days old stays', { satisfied_at: at(0) }, { ...gone, days: 30, stays: true }],
		['31 days old goes', { satisfied_at: at(0) }, gone],
		['a trigger counts as a touch', { triggered_at: at(DAY) }, { ...gone, stays: true }],
		['so does a spend', { spent_at: at(DAY) }, { ...gone, stays: true }],
		['so does going stale', { stale_since: at(DAY) }, { ...gone, stays: true }],
		['a live session stays whatever its age', { satisfied_at: at(0) }, { days: 400, live: [ANNA], stays: true }],
		['another live session does not help', { satisfied_at: at(0) }, { ...gone, live: [BERT] }],
		['an entry without a time has no age', { satisfied: true }, { ...gone, days: 400, stays: true }],
	];
	it.each(cases)('%s', (_, entry, { days, live, stays }) => {
		const state = withEntries({ [ANNA.key]: { uuid: ANNA.uuid, ...entry } });
		expect(rolled(state, days * DAY, ...live).doc === state).toBe(stays);
	});

	it('D6: an older tool’s entry is a live session’s by its key', () => {
		const state = withEntries({ [ANNA.key]: { satisfied: true, satisfied_at: at(0) } });
		expect(rolled(state, 31 * DAY, ANNA).doc).toBe(state);
		expect(rolled(state, 31 * DAY, BERT).doc).not.toBe(state);
	});

	it('keeps the newest of too many, with room for the next ones, and the whole of what leaves', () => {
		const state = withMany(MAX_ENTRIES + 1);
		const { doc, retired } = rolled(state, 2 * DAY);
		expect(Object.keys(doc.requirements['it']?.sessions ?? {})).toHaveLength(KEPT_ENTRIES);
		expect(retired).toHaveLength(MAX_ENTRIES + 1 - KEPT_ENTRIES);
		expect(retired.slice(-2)).toMatchObject([
			{
				session: 's1',
				ended_by: 'rolled',
				entry: { uuid: 's1', triggered: true, triggered_at: at(1) },
			},
			{ session: 's0', ended_by: 'rolled', entry: { uuid: 's0', triggered: true } },
		]);
	});

	it('leaves as many as there may be, and those of today', () => {
		expect(rolled(withMany(MAX_ENTRIES), 2 * DAY).retired).toEqual([]);
		expect(rolled(withMany(2 * MAX_ENTRIES), DAY - 1).retired).toEqual([]);
	});
});
