import { expect, it } from 'vitest';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY } from '../../tests/support/some-state.ts';
import type { BranchState } from '../state/branch-state.ts';
import { happeningsOfBranch } from './log-lines.ts';

const [anna, bert] = [by(ANNA), by(BERT)];

/** Session, time and kind of each happening, oldest first. */
function told(state: BranchState | undefined, history: readonly object[]) {
	const found = happeningsOfBranch({ branch: 'main', state, history });
	return found.map((one) => [one.at, one.session, one.kind]).sort();
}

it('what is satisfied, and what ended; nothing of one that was replaced', () => {
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
		[at(1), 'aaaa0001', 'satisfied'],
		[at(2), 'aaaa0001', 'cleared'],
		[at(3), 'bbbb0002', 'satisfied'],
		[at(4), 'aaaa0001', 'satisfied'],
		[at(5), 'aaaa0001', 'satisfied'],
	]);
});

it('a branch scope tells the session that satisfied it', () => {
	const { doc } = changed(EMPTY, by(BERT, 'branch').satisfy(1));
	expect(told(doc, [])).toEqual([[at(1), 'bbbb0002', 'satisfied']]);
});

it('what rolled over and came back counts once; what was only triggered never (D10)', () => {
	const { doc } = changed(EMPTY, anna.satisfy(1));
	const line = { at: at(9), requirement: 'it', scope: 'session', ended_by: 'rolled' };
	const entry = { satisfied: true, satisfied_at: at(1), uuid: ANNA.uuid };
	const history = [
		{ ...line, session: 'aaaa0001', entry },
		{ ...line, session: 'bbbb0002', entry: { triggered: true } },
	];
	expect(told(doc, history)).toEqual([[at(1), 'aaaa0001', 'satisfied']]);
	expect(told(undefined, history)).toEqual([[at(1), 'aaaa0001', 'satisfied']]);
});

it('foreign lines cost only themselves', () => {
	expect(told(undefined, [{}, { at: 3 }, []])).toEqual([]);
});
