import { describe, expect, it } from 'vitest';
import { ANNA, BERT, session } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, stateWith } from '../../tests/support/some-state.ts';

describe('satisfy', () => {
	it.each(['branch', 'permanent'])('scope %s is kept at the root', (scope) => {
		const change = { ...by(ANNA, scope).satisfy(1, 'user', 60), metadata: { evidence: 'seen' } };
		expect(changed(EMPTY, change).doc.requirements).toEqual({
			it: {
				scope,
				satisfied: true,
				satisfied_at: at(1),
				satisfied_by: 'user',
				expires_at: at(60),
				metadata: { evidence: 'seen' },
				session: ANNA.key,
				uuid: ANNA.uuid,
				sessions: {},
			},
		});
	});

	it('a replaced approval is told by its session, at the root too', () => {
		const { approve, again } = {
			approve: by(ANNA, 'branch').satisfy(1, 'approval', 60),
			again: by(ANNA, 'branch').satisfy(2, 'approval', 90),
		};
		expect(changed(EMPTY, approve, again).retired).toMatchObject([{ session: ANNA.key }]);
	});

	it('D8: an older one, told late, changes nothing', () => {
		const { doc } = changed(EMPTY, by(ANNA).satisfy(5));
		expect(changed(doc, by(ANNA).satisfy(4)).doc).toBe(doc);
	});

	it('what was satisfied under another scope goes, triggers stay', () => {
		const before = changed(
			EMPTY,
			by(ANNA).trigger(1),
			by(ANNA).satisfy(2),
			by(BERT).satisfy(3),
		).doc;
		const { doc, retired } = changed(before, by(ANNA, 'branch').satisfy(4));
		expect(doc.requirements['it']).toMatchObject({
			scope: 'branch',
			satisfied_at: at(4),
			sessions: {
				[ANNA.key]: { uuid: ANNA.uuid, triggered: true, triggered_at: at(1) },
				[BERT.key]: { uuid: BERT.uuid },
			},
		});
		expect(retired.map(({ ended_by, scope }) => [ended_by, scope])).toEqual([
			['scope', 'session'],
			['scope', 'session'],
		]);
	});

	it('keeps unknown keys of a newer build', () => {
		const state = stateWith({
			it: { scope: 'session', extra: 1, sessions: { [ANNA.key]: { uuid: ANNA.uuid, more: 2 } } },
		});
		expect(changed(state, by(ANNA).satisfy(1)).doc.requirements['it']).toMatchObject({
			extra: 1,
			sessions: { [ANNA.key]: { more: 2, satisfied: true } },
		});
	});

	it('D5: a key alone does not take the full id away', () => {
		const { doc } = changed(EMPTY, by(ANNA).trigger(1), by(session(ANNA.key)).satisfy(2));
		expect(doc.requirements['it']?.sessions).toMatchObject({
			[ANNA.key]: { uuid: ANNA.uuid, triggered: true, satisfied: true },
		});
	});
});
