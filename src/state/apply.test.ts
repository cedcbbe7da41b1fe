import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANNA, BERT, session } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, stateWith } from '../../tests/support/some-state.ts';
import { applyChanges, KEPT_ENTRIES, MAX_SESSION_ENTRIES } from './apply.ts';
import { type BranchChange, ownerOf } from './branch-state.ts';

const names = [{ name: 'it', scope: 'session' }];

describe('D7: changes that change nothing leave the same document', () => {
	const nothing: [what: string, change: BranchChange][] = [
		['clear', by(ANNA).clear(1)],
		['clear, everybody', by(ANNA).clear(1, true)],
		['spend', by(ANNA, 'single_use').spend(1)],
		['stale', by(ANNA).stale(1)],
		['stale at the root', by(ANNA, 'branch').stale(1)],
		['forget', by(ANNA).forget(1)],
		['disarm', { op: 'disarm', at: at(1), ...ownerOf(ANNA), names }],
		['unpause', { op: 'unpause' }],
		['tidy', { op: 'tidy', at: at(1), live: [] }],
		['nothing to trigger', { ...by(ANNA).trigger(1), names: [] }],
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

describe('a bypass that is over', () => {
	const owner = ownerOf(ANNA);
	const bypass = (seconds: number): BranchChange => ({
		...{ op: 'trigger', ...owner },
		names: [{ name: 'it', scope: 'session', at: at(seconds) }],
	});
	const disarm = (seconds: number): BranchChange => ({
		...{ op: 'disarm', at: at(seconds), ...owner, names },
	});

	it('arms nothing any more', () => {
		const armed = changed(EMPTY, bypass(1)).doc;
		expect(armed.requirements['it']?.sessions[ANNA.key]).toMatchObject({ triggered_at: at(1) });
		const { doc } = changed(armed, disarm(1));
		expect(doc.requirements['it']?.sessions[ANNA.key]).toEqual({ uuid: ANNA.uuid });
	});

	it('leaves what other work armed', () => {
		const { doc } = changed(EMPTY, by(ANNA).trigger(1), bypass(2), disarm(2));
		expect(doc.requirements['it']?.sessions[ANNA.key]).toEqual({
			...{ uuid: ANNA.uuid, triggered: true, triggered_at: at(1) },
		});
	});
});

describe('a spend', () => {
	const [anna, bert] = [by(ANNA, 'single_use'), by(BERT, 'single_use')];
	const before = changed(EMPTY, anna.trigger(1), anna.satisfy(2), bert.satisfy(2)).doc;

	it('D31: comes before the satisfaction of the same call', () => {
		const { doc } = changed(before, anna.spend(3), anna.satisfy(3, 'command'));
		expect(doc.requirements['it']?.sessions[ANNA.key]).toMatchObject({ satisfied: true });
	});
});

describe('a clear', () => {
	it('takes back what stands at the root', () => {
		const branch = changed(EMPTY, by(ANNA, 'branch').satisfy(1)).doc;
		const { doc, retired } = changed(branch, by(BERT, 'branch').clear(2));
		expect(doc.requirements['it']).not.toHaveProperty('satisfied');
		expect(retired).toMatchObject([{ ended_by: 'cleared', scope: 'branch' }]);
		expect(retired[0]).not.toHaveProperty('session');
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

describe('measure and pause', () => {
	it('the same size is no change', () => {
		const change = { op: 'measure', at: at(1), names, lines: 7 } as const;
		const { doc } = changed(EMPTY, change);
		expect(doc.requirements['it']?.measured).toEqual({ lines: 7, at: at(1) });
		expect(changed(doc, { ...change, at: at(2) }).doc).toBe(doc);
		expect(changed(doc, { ...change, lines: 8 }).doc).not.toBe(doc);
	});
});

describe('any list of changes', () => {
	const change = fc.oneof(
		...[ANNA, BERT].flatMap((who) =>
			['session', 'single_use', 'branch'].map((scope) =>
				fc
					.tuple(
						fc.constantFrom('satisfy', 'trigger', 'spend', 'stale', 'clear', 'forget'),
						fc.nat(9),
					)
					.map(([op, seconds]): BranchChange => by(who, scope)[op](seconds)),
			),
		),
	);

	it('is the same in one update as one by one', () => {
		fc.assert(
			fc.property(fc.array(change), (changes) => {
				const all = applyChanges(EMPTY, changes, at(900));
				const retired: object[] = [];
				const doc = changes.reduce((before, one) => {
					const done = applyChanges(before, [one], at(900));
					retired.push(...done.retired);
					return done.doc;
				}, EMPTY);
				expect(all).toEqual({ doc, retired });
			}),
		);
	});
});

describe('D10: an update that finds far too many entries', () => {
	it('rolls the oldest over, never its own session’s', () => {
		const entries = Array.from({ length: 2 * MAX_SESSION_ENTRIES }, (_, index) => {
			const { key, uuid } = session(`s${index}`);
			return [key, { uuid, satisfied: true, satisfied_at: at(index) }] as const;
		});
		const state = stateWith({ it: { scope: 'session', sessions: Object.fromEntries(entries) } });
		const nextWeek = 7 * 24 * 60 * 60;
		const { doc, retired } = applyChanges(state, [by(ANNA).satisfy(nextWeek)], at(nextWeek));
		expect(Object.keys(doc.requirements['it']?.sessions ?? {})).toHaveLength(KEPT_ENTRIES);
		expect(doc.requirements['it']?.sessions).toHaveProperty(ANNA.key);
		expect(retired).toHaveLength(2 * MAX_SESSION_ENTRIES + 1 - KEPT_ENTRIES);
		expect(retired[0]).toMatchObject({ ended_by: 'rolled' });
	});

	it('keeps what was touched within a day: its session may be alive', () => {
		const entries = Array.from({ length: 2 * MAX_SESSION_ENTRIES }, (_, index) => {
			const { key, uuid } = session(`s${index}`);
			return [key, { uuid, satisfied: true, satisfied_at: at(index) }] as const;
		});
		const state = stateWith({ it: { scope: 'session', sessions: Object.fromEntries(entries) } });
		expect(changed(state, by(ANNA).satisfy(800)).retired).toEqual([]);
	});
});
