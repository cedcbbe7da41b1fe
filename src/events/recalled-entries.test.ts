import { describe, expect, it } from 'vitest';
import { ANNA, BERT, TWIN } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, rolled, stateWith } from '../../tests/support/some-state.ts';
import { formerHolders, recallChanges } from './carry-over.ts';

const DAY = 24 * 60 * 60;
const met = changed(EMPTY, by(ANNA).trigger(1), by(ANNA).satisfy(2), by(BERT).satisfy(3)).doc;
const away = rolled(met, 40 * DAY, BERT);

describe('D2, D10: a session that comes back', () => {
	it('not under another scope', () => {
		const { doc } = changed(away.doc, by(BERT, 'branch').satisfy(9));
		expect(changed(doc, ...recallChanges(away.retired, ANNA, EMPTY)).doc).toBe(doc);
	});

	it('of the rolled lines the newest counts', () => {
		const back = changed(away.doc, ...recallChanges(away.retired, ANNA, EMPTY), by(ANNA).satisfy(41 * DAY));
		const again = rolled(back.doc, 90 * DAY);
		const history = [...away.retired, ...back.retired, ...again.retired];
		expect(recallChanges(history, ANNA, EMPTY)).toMatchObject([{ entry: { satisfied_at: at(41 * DAY) } }]);
	});

	it('D6: finds an entry without a full id by its key', () => {
		const old = stateWith({
			it: { scope: 'session', sessions: { [ANNA.key]: { satisfied: true, satisfied_at: at(0) } } },
		});
		const { retired } = rolled(old, 40 * DAY);
		expect(recallChanges(retired, ANNA, EMPTY)).toHaveLength(1);
		expect(recallChanges(retired, BERT, EMPTY)).toEqual([]);
	});

	it('nothing comes from an earlier branch of that name', () => {
		const later = { ...EMPTY, created_at: at(41 * DAY) };
		expect(recallChanges(away.retired, ANNA, later)).toEqual([]);
	});

	it('nothing comes from lines of other sessions or other makes', () => {
		expect(recallChanges(away.retired, TWIN, EMPTY)).toEqual([]);
		const foreign = [null, 7, 'x', [], { ended_by: 'rolled' }];
		expect(recallChanges(foreign, ANNA, EMPTY)).toEqual([]);
	});
});

it('the latest first, and only who holds one', () => {
	const { doc } = changed(EMPTY, by(ANNA).satisfy(2), by(BERT).satisfy(1));
	expect(formerHolders('it', doc)).toEqual([ANNA, BERT]);
	expect(formerHolders('it', changed(doc, by(ANNA).clear(3)).doc)).toEqual([BERT]);
	expect(formerHolders('it', EMPTY)).toEqual([]);
});

it('an entry without an id is known by its key (D6)', () => {
	const entry = { satisfied: true, satisfied_at: at(1) };
	const state = stateWith({ it: { scope: 'session', sessions: { cccc0003: entry } } });
	expect(formerHolders('it', state)).toMatchObject([{ key: 'cccc0003' }]);
});
