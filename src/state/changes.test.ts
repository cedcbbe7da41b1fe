import { describe, expect, it } from 'vitest';
import { ANNA, BERT, session } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, stateWith } from '../../tests/support/some-state.ts';
import { applyChanges, type BranchChange } from './changes.ts';

describe('D7: changes that change nothing leave the same document', () => {
	const nothing: [what: string, change: BranchChange][] = [
		['clear', by(ANNA).clear(1)],
		['clear, everybody', by(ANNA).clear(1, true)],
		['spend', by(ANNA, 'single_use').spend(1)],
		['stale', by(ANNA).stale(1)],
		['stale at the root', by(ANNA, 'branch').stale(1)],
		['forget', by(ANNA).forget(1)],
		['the end of no pause', { op: 'pause', paused: undefined }],
	];
	it.each(nothing)('%s', (_, change) => {
		expect(applyChanges(EMPTY, [change], at(1))).toEqual({ doc: EMPTY, retired: [] });
		expect(applyChanges(EMPTY, [change], at(1)).doc).toBe(EMPTY);
	});
});

describe('D31: triggers', () => {
	it('from before the last spend are history', () => {
		const once = by(ANNA, 'single_use');
		const spent = changed(EMPTY, once.trigger(1), once.satisfy(2), once.spend(3)).doc;
		expect(changed(spent, once.trigger(3)).doc).toBe(spent);
		const armed = changed(spent, once.trigger(4)).doc.requirements['it']?.sessions[ANNA.key];
		expect(armed).toMatchObject({ triggered: true, triggered_at: at(4), spent_at: at(3) });
	});
});

it('work that is over arms nothing, and later work does', () => {
	const entryOf = (...changes: BranchChange[]) => changed(EMPTY, ...changes).doc.requirements['it']?.sessions[ANNA.key];
	const { trigger, settle } = by(ANNA);
	const over = { uuid: ANNA.uuid, settled_at: at(2) };
	expect(entryOf(trigger(1), settle(2))).toEqual(over);
	expect(entryOf(settle(2), trigger(1))).toEqual(over);
	expect(entryOf(settle(2), trigger(3))).toEqual({ ...over, triggered: true, triggered_at: at(3) });
	expect(entryOf(trigger(3), settle(2))).toEqual({ ...over, triggered: true, triggered_at: at(3) });
});

describe('a spend', () => {
	const [anna, bert] = [by(ANNA, 'single_use'), by(BERT, 'single_use')];
	const before = changed(EMPTY, anna.trigger(1), anna.satisfy(2), bert.satisfy(2)).doc;

	it('D31: comes before the satisfaction of the same call', () => {
		const { doc } = changed(before, anna.spend(3), anna.satisfy(3, 'command'));
		expect(doc.requirements['it']?.sessions[ANNA.key]).toMatchObject({ satisfied: true });
	});
});

describe('what two sessions satisfied', () => {
	const both = changed(EMPTY, by(ANNA).trigger(1), by(ANNA).satisfy(2), by(BERT).satisfy(3)).doc;
	const theirs = { uuid: BERT.uuid, satisfied: true };
	const sessionsOf = ({ requirements }: typeof both) => requirements['it']?.sessions;

	it('is cleared for one of them, or for all', () => {
		const one = changed(both, by(ANNA).clear(4));
		expect(sessionsOf(one.doc)).toMatchObject({ [BERT.key]: theirs });
		expect(sessionsOf(one.doc)?.[ANNA.key]).not.toHaveProperty('satisfied');
		expect(one.retired).toMatchObject([{ session: ANNA.key, ended_by: 'cleared' }]);
		const all = changed(both, by(ANNA).clear(4, true));
		expect(all.retired.map(({ session }) => session)).toEqual([ANNA.key, BERT.key]);
	});

	it('goes to the history with the session that is forgotten', () => {
		const { doc, retired } = changed(both, by(ANNA).forget(4));
		expect(Object.keys(sessionsOf(doc) ?? {})).toEqual([BERT.key]);
		expect(retired).toMatchObject([
			{ session: ANNA.key, ended_by: 'session_end', entry: { satisfied: true, triggered: true } },
		]);
	});

	it.each(['branch', 'permanent'])('D1: an approval is of one session in scope %s', (scope) => {
		const { doc } = changed(EMPTY, by(ANNA, scope).satisfy(1, 'approval', 60));
		expect(doc.requirements['it']).not.toHaveProperty('satisfied');
		expect(sessionsOf(doc)?.[ANNA.key]).toMatchObject({ satisfied_by: 'approval' });
	});
});

describe('a clear', () => {
	it('takes back what stands at the root', () => {
		const branch = changed(EMPTY, by(ANNA, 'branch').satisfy(1)).doc;
		const { doc, retired } = changed(branch, by(BERT, 'branch').clear(2));
		expect(doc.requirements['it']).not.toHaveProperty('satisfied');
		expect(retired).toMatchObject([{ ended_by: 'cleared', scope: 'branch' }]);
		expect(retired[0]?.session).toBeUndefined();
	});
});

describe('D41: stale', () => {
	it('counts an edit of the same moment', () => {
		const { doc } = changed(EMPTY, by(ANNA).satisfy(1), by(ANNA).stale(1));
		expect(doc.requirements['it']?.sessions[ANNA.key]).toHaveProperty('stale_since');
	});

	it('is no edit from before it', () => {
		const { doc } = changed(EMPTY, by(ANNA).satisfy(2));
		expect(changed(doc, by(ANNA).stale(1)).doc).toBe(doc);
	});
});

it('the same size is no change', () => {
	const change = { op: 'measure', name: 'it', scope: 'session', at: at(1), lines: 7 } as const;
	const { doc } = changed(EMPTY, change);
	expect(doc.requirements['it']?.measured).toEqual({ lines: 7, at: at(1) });
	expect(changed(doc, { ...change, at: at(2) }).doc).toBe(doc);
	expect(changed(doc, { ...change, lines: 8 }).doc).not.toBe(doc);
});

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

	it('D8: an older one, told late, changes nothing', () => {
		const { doc } = changed(EMPTY, by(ANNA).satisfy(5));
		expect(changed(doc, by(ANNA).satisfy(4)).doc).toBe(doc);
	});

	it('what was satisfied under another scope goes, triggers stay', () => {
		const before = changed(EMPTY, by(ANNA).trigger(1), by(ANNA).satisfy(2), by(BERT).satisfy(3)).doc;
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
