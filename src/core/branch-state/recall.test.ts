import { describe, expect, it } from 'vitest';
import { ANNA, BERT, TWIN } from '../../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, stateWith } from '../../../tests/support/some-state.ts';
import { isForgotten, recallChange } from './history.ts';

const DAY = 24 * 60 * 60;
const away = changed(EMPTY, by(ANNA).trigger(1), by(ANNA).satisfy(2), by(BERT).satisfy(3), {
	op: 'tidy',
	at: at(40 * DAY),
	live: [BERT.uuid],
});

describe('D2, D10: a session that comes back', () => {
	it('gets its entry back as it was', () => {
		expect(isForgotten(away.doc, ANNA)).toBe(true);
		const { doc } = changed(away.doc, ...recallChange(away.retired, ANNA));
		expect(isForgotten(doc, ANNA)).toBe(false);
		expect(doc.requirements['it']?.sessions[ANNA.key]).toEqual({
			uuid: ANNA.uuid,
			triggered: true,
			triggered_at: at(1),
			satisfied: true,
			satisfied_at: at(2),
			satisfied_by: 'skill',
		});
	});

	it('takes nobody’s place', () => {
		const here = changed(away.doc, by(TWIN).satisfy(9)).doc;
		const { doc } = changed(here, ...recallChange(away.retired, ANNA));
		expect(doc.requirements['it']?.sessions).toMatchObject({
			[TWIN.key]: { uuid: TWIN.uuid },
			[ANNA.longKey]: { uuid: ANNA.uuid, satisfied: true },
		});
	});

	it('keeps a newer entry', () => {
		const { doc } = changed(away.doc, by(ANNA).trigger(9));
		expect(changed(doc, ...recallChange(away.retired, ANNA)).doc).toBe(doc);
	});

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

	it('what came back and was cleared stays cleared', () => {
		const cleared = changed(away.doc, ...recallChange(away.retired, ANNA), by(ANNA).clear(99));
		expect(recallChange([...away.retired, ...cleared.retired], ANNA)).toEqual([]);
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
