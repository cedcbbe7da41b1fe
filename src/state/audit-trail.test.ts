import { expect, it } from 'vitest';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY } from '../../tests/support/some-state.ts';
import { auditTrail } from './audit-trail.ts';

const [anna, bert] = [by(ANNA), by(BERT)];

/** Session, time, and how it ended, of each deed. */
function told(...trail: Parameters<typeof auditTrail>) {
	return auditTrail(...trail).map(({ session, satisfaction, ended }) => [
		session,
		satisfaction.satisfied_at,
		ended?.by,
	]);
}

it('what stands and what ended, newest first', () => {
	const { doc, retired } = changed(
		EMPTY,
		anna.satisfy(1),
		anna.clear(2),
		bert.satisfy(3),
		anna.satisfy(4),
		anna.satisfy(5),
		by(BERT).trigger(6),
	);
	expect(told(doc, retired)).toEqual([
		['aaaa0001', at(5), undefined],
		['aaaa0001', at(4), 'replaced'],
		['bbbb0002', at(3), undefined],
		['aaaa0001', at(1), 'cleared'],
	]);
});

it('a branch scope tells the session that satisfied it', () => {
	const { doc } = changed(EMPTY, by(BERT, 'branch').satisfy(1));
	expect(told(doc, [])).toEqual([['bbbb0002', at(1), undefined]]);
});

it('what rolled over and came back counts once; what was only triggered never (D10)', () => {
	const { doc } = changed(EMPTY, anna.satisfy(1));
	const line = { at: at(9), requirement: 'it', scope: 'session', ended_by: 'rolled' };
	const entry = { satisfied: true, satisfied_at: at(1), uuid: ANNA.uuid };
	const history = [
		{ ...line, session: 'aaaa0001', entry },
		{ ...line, session: 'bbbb0002', entry: { triggered: true } },
	];
	expect(told(doc, history)).toEqual([['aaaa0001', at(1), undefined]]);
	expect(told(undefined, history)).toEqual([['aaaa0001', at(1), 'rolled']]);
});

it('foreign lines cost only themselves', () => {
	expect(told(undefined, [{}, { at: 3 }, [], 'x'])).toEqual([]);
});
