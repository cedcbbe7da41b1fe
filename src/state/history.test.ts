import { expect, it } from 'vitest';
import { requirement } from '../../tests/support/some-requirement.ts';
import { ANNA, BERT, sha256 } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, stateWith } from '../../tests/support/some-state.ts';
import { formerHolders, withRolledEntries } from './history.ts';

const [anna, bert] = [by(ANNA), by(BERT)];
const IT = requirement({});

it('the latest first, and only who holds one', () => {
	const { doc } = changed(EMPTY, anna.satisfy(2), bert.satisfy(1));
	expect(formerHolders(IT.name, doc, sha256)).toEqual([ANNA, BERT]);
	expect(formerHolders(IT.name, changed(doc, anna.clear(3)).doc, sha256)).toEqual([BERT]);
	expect(formerHolders(IT.name, EMPTY, sha256)).toEqual([]);
});

it('an entry without an id is known by its key (D6)', () => {
	const entry = { satisfied: true, satisfied_at: at(1) };
	const state = stateWith({ it: { scope: 'session', sessions: { cccc0003: entry } } });
	expect(formerHolders(IT.name, state, sha256)).toMatchObject([{ key: 'cccc0003' }]);
});

it('D10: entries that rolled over still hold', () => {
	const { doc } = changed(EMPTY, anna.satisfy(2));
	const entry = { satisfied: true, satisfied_at: at(1), uuid: BERT.uuid };
	const line = { at: at(9), requirement: 'it', scope: 'session', session: BERT.key, entry };
	const known = withRolledEntries(doc, [{ ...line, ended_by: 'rolled' }], sha256);
	expect(formerHolders(IT.name, known, sha256)).toEqual([ANNA, BERT]);
	const spent = withRolledEntries(doc, [{ ...line, ended_by: 'spent' }], sha256);
	expect(formerHolders(IT.name, spent, sha256)).toEqual([ANNA]);
});
