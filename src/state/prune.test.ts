import { describe, expect, it } from 'vitest';
import { applyChanges } from './apply.ts';
import type { BranchState } from './branch-state.ts';
import { branchStateKind } from './branch-state-kind.ts';
import { prunedHistory, recallChange } from './history.ts';

const AT = '2026-11-20T10:00:00.000Z';
const ANA = '1a2b3c4d-0000-4000-8000-000000000001';
const SESSION = { key: '1a2b3c4d', longKey: '1a2b3c4d0000', uuid: ANA } as Parameters<
	typeof recallChange
>[1];

const place = { branch: 'old', root: '/project' } as Parameters<typeof branchStateKind>[0];

function stateWith(more: BranchState['requirements']): BranchState {
	return { ...branchStateKind(place, Date.parse(AT)).empty(), requirements: more };
}

const satisfied = { uuid: ANA, satisfied: true, satisfied_at: AT, satisfied_by: 'user' };

describe('the history of a branch that is gone', () => {
	it('keeps what was satisfied, by session and at the root, and nothing that was only armed', () => {
		const state = stateWith({
			plan: { scope: 'session', sessions: { '1a2b3c4d': satisfied } },
			signed: { ...satisfied, scope: 'permanent', session: '1a2b3c4d', sessions: {} },
			armed: { scope: 'session', sessions: { '1a2b3c4d': { uuid: ANA, triggered: true } } },
		});
		expect(prunedHistory([], state, AT)).toEqual([
			expect.objectContaining({ requirement: 'plan', session: '1a2b3c4d', ended_by: 'pruned' }),
			expect.objectContaining({ requirement: 'signed', scope: 'permanent', ended_by: 'pruned' }),
		]);
	});

	it('gives nothing back to a session that returns, not even what had been rolled over (D10)', () => {
		const state = stateWith({ plan: { scope: 'session', sessions: { '1a2b3c4d': satisfied } } });
		const tidied = applyChanges(
			state,
			[{ op: 'tidy', at: '2027-11-20T10:00:00.000Z', live: [] }],
			AT,
		);
		expect(recallChange(tidied.retired, SESSION)).toHaveLength(1);
		const history = prunedHistory(tidied.retired, tidied.doc, AT);
		expect(history).toHaveLength(1);
		expect(recallChange(history, SESSION)).toEqual([]);
	});

	it('is the same when an interrupted prune is repeated later', () => {
		const state = stateWith({ plan: { scope: 'session', sessions: { '1a2b3c4d': satisfied } } });
		const once = prunedHistory([{ at: AT, foreign: true }], state, AT);
		expect(prunedHistory(once, state, '2026-11-21T10:00:00.000Z')).toEqual(once);
	});
});
