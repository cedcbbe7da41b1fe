import { describe, expect, it } from 'vitest';
import { requirement } from '../../tests/support/some-requirement.ts';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms } from '../../tests/support/some-state.ts';
import type { Scope } from '../config/config.ts';
import { statusOf } from '../gate/status.ts';
import type { BranchChange } from '../state/changes.ts';
import { carryFromSession } from './carry-over.ts';

function carried(scope: Scope, ...changes: BranchChange[]): BranchChange[] {
	const { doc } = changed(EMPTY, ...changes);
	return carryFromSession([requirement({ scope })], {
		state: doc,
		from: ANNA,
		to: BERT,
		now: ms(10),
		keepsConsumed: true,
	});
}

describe('D1: a satisfaction that is carried to another session', () => {
	it('keeps its time, its end and where it came from', () => {
		expect(carried('session', by(ANNA).satisfy(1, 'plan', 60))).toMatchObject([
			{
				op: 'satisfy',
				at: at(1),
				session: BERT,
				expires_at: at(60),
				by: 'carried',
				metadata: { carried_from: ANNA.key, originally_by: 'plan' },
			},
		]);
	});

	it('counts there', () => {
		const { doc } = changed(EMPTY, by(ANNA).satisfy(1));
		const changes = carryFromSession([requirement({})], {
			state: doc,
			from: ANNA,
			to: BERT,
			now: ms(10),
			keepsConsumed: true,
		});
		const facts = { session: BERT, branch: 'main', now: ms(10) };
		const status = statusOf(requirement({}), { ...facts, state: changed(doc, ...changes).doc });
		expect(status.reason).toBe('satisfied');
	});

	const never: [what: string, scope: Scope, ...changes: BranchChange[]][] = [
		['what was never satisfied', 'session', by(ANNA).trigger(1)],
		['an approval', 'session', by(ANNA).satisfy(1, 'approval', 60)],
		['what expired', 'session', by(ANNA).satisfy(1, 'skill', 9)],
		['what went stale', 'session', by(ANNA).satisfy(1), by(ANNA).stale(2)],
		['what another session did', 'session', by(BERT).satisfy(1)],
		['what holds for every session anyway', 'branch', by(ANNA, 'branch').satisfy(1)],
		['what holds for every session anyway', 'permanent', by(ANNA, 'permanent').satisfy(1)],
	];
	it.each(never)('is never %s (%s)', (_, scope, ...changes) => {
		expect(carried(scope, ...changes)).toEqual([]);
	});
});
