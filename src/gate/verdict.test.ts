import { describe, expect, it } from 'vitest';
import { requirement } from '../../tests/support/some-requirement.ts';
import { ANNA } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms } from '../../tests/support/some-state.ts';
import type { JournalLine } from '../journal/entries.ts';
import type { BranchChange } from '../state/changes.ts';
import { traceLines } from './gate-text.ts';
import { isConsumable, type Status, statusOf } from './status.ts';
import { EDITS_ONLY } from './triggers.ts';
import { evaluate, withUnstoredConsumption } from './verdict.ts';

const EDIT = { ...EDITS_ONLY, tool: 'Edit', edits: ['src/a.ts'] };
const call = { occasion: EDIT, branch: 'main', lines: [] } as const;
const stop = { occasion: 'turn', branch: 'main', lines: [] } as const;

type Enforce = 'deny' | 'stop' | 'warn';

function status(written: object, name: string, ...changes: BranchChange[]): Status {
	const { doc } = changed(EMPTY, ...changes);
	const facts = { state: doc, session: ANNA, branch: 'main', now: ms(10) };
	return statusOf(requirement(written, name), facts);
}

const unmet = (enforce: Enforce) => status({ enforce }, `unmet-${enforce}`);
const met = (enforce: Enforce) => status({ enforce }, 'it', by(ANNA).satisfy(1));

describe('D35: a call', () => {
	const cases: [what: string, blocking: Status[], is: { decision: string; names: string[] }][] = [
		['that nothing blocks', [], { decision: 'allow', names: [] }],
		['whose requirement is satisfied', [met('deny')], { decision: 'allow', names: [] }],
		['is denied', [unmet('deny')], { decision: 'deny', names: ['unmet-deny'] }],
		['is allowed if only Stop asks', [unmet('stop')], { decision: 'allow', names: [] }],
		['is warned', [unmet('warn')], { decision: 'warn', names: ['unmet-warn'] }],
		[
			'is denied for what denies, and for no more',
			[unmet('warn'), met('deny'), unmet('stop'), unmet('deny')],
			{ decision: 'deny', names: ['unmet-deny'] },
		],
	];
	it.each(cases)('%s', (_, blocking, { decision, names }) => {
		const verdict = evaluate(blocking, call);
		expect(verdict.decision).toBe(decision);
		expect(verdict.unmet.map(({ requirement: { name } }) => name)).toEqual(names);
	});

	const single = { scope: 'single_use' };
	const ready = status(single, 'it', by(ANNA, 'single_use').satisfy(1));
	const approved = status(single, 'it', by(ANNA, 'single_use').satisfy(1, 'approval', 60));

	it('D31: that is allowed consumes what is single use', () => {
		expect(evaluate([ready, met('deny'), unmet('warn')], call).consumes).toEqual(['it']);
		expect(evaluate([ready, unmet('deny')], call).consumes).toEqual([]);
	});

	it('an approval is not consumed: it lasts until its ttl', () => {
		expect(isConsumable(ready)).toBe(true);
		expect(isConsumable(approved)).toBe(false);
	});
});

describe('a stop', () => {
	const trigger = by(ANNA).trigger(1);
	const size = { type: 'dynamic', measure: 'branch_size', block: 9 };
	const single = { scope: 'single_use' };
	const consumed = [by(ANNA, 'single_use').satisfy(2), by(ANNA, 'single_use').spend(3)];
	const cases: [what: string, status: Status, holds: boolean][] = [
		['is kept open by what is armed and unmet', status({}, 'it', trigger), true],
		['not by what was never armed', status({}, 'it'), false],
		['not by what is satisfied', status({}, 'it', trigger, by(ANNA).satisfy(2)), false],
		['is kept open by enforce: stop', status({ enforce: 'stop' }, 'it', trigger), true],
		['not with hold_stop: false', status({ hold_stop: false }, 'it', trigger), false],
		['not by a warning', status({ enforce: 'warn' }, 'it', trigger), false],
		['not by a dynamic check under its limit', status(size, 'it', trigger), false],
		['not by what was consumed', status(single, 'it', trigger, ...consumed), false],
	];
	it.each(cases)('%s', (_, one, holds) => {
		expect(evaluate([one], stop).unmet.length > 0).toBe(holds);
	});
});

const review = requirement({ scope: 'single_use', skills: ['a'] });
const { doc } = changed(EMPTY, by(ANNA, 'single_use').satisfy(5));
const spendable = statusOf(review, { state: doc, session: ANNA, branch: 'main', now: ms(9) });
const checked = (more: object): JournalLine => ({
	at: at(6),
	s: ANNA.uuid,
	e: 'checked',
	branch: 'main',
	names: ['it'],
	call: 'one',
	commit: 'aaa',
	...more,
});

describe('D31: a review that an earlier call consumed, though no event reported it', () => {
	it.each([
		['the branch moved since', checked({}), 'consumed'],
		['the branch did not move', checked({ commit: 'bbb' }), 'satisfied'],
		['a rebase was aborted', checked({ tip: 'bbb' }), 'satisfied'],
		['the earlier commit is unknown', checked({ commit: undefined }), 'satisfied'],
		['it was before this satisfaction', checked({ at: at(4) }), 'satisfied'],
		['on another branch', checked({ branch: 'other' }), 'satisfied'],
		['for another requirement', checked({ names: ['other'] }), 'satisfied'],
		['it is this very call', checked({ call: 'two' }), 'satisfied'],
		['it has failed', [checked({}), checked({ commit: undefined, failed: true })], 'satisfied'],
	])('%s', (_, line, reason) => {
		const facts = { lines: [line].flat(), call: 'two', branch: 'main', commit: 'bbb' };
		const evaluated = withUnstoredConsumption(spendable, facts);
		expect(evaluated).toMatchObject({ reason, satisfied: reason === 'satisfied' });
	});
});

describe('the trace has each requirement that matches, why, and the effect', () => {
	const shown = (statuses: Status[], more: object = {}) =>
		traceLines(evaluate(statuses, { ...call, ...more }).trace, ms(130));
	const single = { scope: 'single_use', skills: ['review'] };
	const by_anna = by(ANNA, 'single_use');
	const consumed = { ...by_anna.spend(3), commit: '91f12609aa' };

	it.each([
		[
			'what blocks',
			[status({ blocks: [{ edit: 'src/**' }] }, 'plan')],
			['plan: edits of src/** (src/a.ts); not satisfied in this session; blocks'],
		],
		[
			'what was consumed',
			[status({ ...single, enforce: 'warn' }, 'it', by_anna.satisfy(1), consumed)],
			['it: edits (src/a.ts); consumed by commit 91f1260, 2 minutes ago; the next call needs a new review; warns'],
		],
		[
			'what it consumes',
			[status(single, 'it', by_anna.satisfy(10))],
			['it: edits (src/a.ts); satisfied by skill 2 minutes ago; consumes the satisfaction'],
		],
		['nothing of what does not match', [status({ blocks: [{ edit: 'docs/**' }] }, 'docs')], []],
	])('%s', (_, statuses, lines) => {
		expect(shown(statuses)).toEqual(lines);
	});

	it('what is paused, and what only warns because nothing can be stored', () => {
		expect(shown([unmet('deny')], { isPaused: true })[0]).toMatch(/; nothing, paused$/);
		const obstacle = { code: 'state_unreadable', what: 'cannot read it', fix: 'correct it' };
		expect(shown([unmet('deny')], { obstacle })[0]).toMatch(/; warns$/);
	});

	it('what ends with a turn', () => {
		const armed = status({}, 'it', by(ANNA).trigger(1));
		expect(shown([armed, unmet('deny')], stop)).toEqual(['it: work armed it; not satisfied in this session; blocks']);
	});
});
