import { describe, expect, it } from 'vitest';
import { ANNA, BERT, TWIN } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, stateWith } from '../../tests/support/some-state.ts';
import { isForgotten, recallChange } from './history.ts';

const DAY = 24 * 60 * 60;
const away = changed(EMPTY, by(ANNA).trigger(1), by(ANNA).satisfy(2), by(BERT).satisfy(3), {
	op: 'tidy',
	at: at(40 * DAY),
	live: [BERT.uuid],
});

describe('D2, D10: a session that comes back', () => {
	it('not under another scope', () => {
		const { doc } = changed(away.doc, by(BERT, 'branch').satisfy(9));
		expect(changed(doc, ...recallChange(away.retired, ANNA)).doc).toBe(doc);
	});

	it('of the rolled lines the newest counts', () => {
		const back = changed(away.doc, ...recallChange(away.retired, ANNA), by(ANNA).satisfy(41 * DAY));
		const again = changed(back.doc, { op: 'tidy', at: at(90 * DAY), live: [] });
		const history = [...away.retired, ...back.retired, ...again.retired];
		expect(recallChange(history, ANNA)).toMatchObject([
			{ entries: [{ entry: { satisfied_at: at(41 * DAY) } }] },
		]);
	});

	it('D6: finds an older tool’s entry by its key', () => {
		const old = stateWith({
			it: { scope: 'session', sessions: { [ANNA.key]: { satisfied: true, satisfied_at: at(0) } } },
		});
		const { retired } = changed(old, { op: 'tidy', at: at(40 * DAY), live: [] });
		expect(recallChange(retired, ANNA)).toHaveLength(1);
		expect(recallChange(retired, BERT)).toEqual([]);
	});

	it('nothing comes from lines of other sessions or other makes', () => {
		expect(recallChange(away.retired, TWIN)).toEqual([]);
		expect(recallChange([null, 7, 'x', [], { ended_by: 'rolled' }], ANNA)).toEqual([]);
	});

	it('nothing is forgotten where nothing is stored', () => {
		expect(isForgotten(undefined, ANNA)).toBe(false);
	});
});
