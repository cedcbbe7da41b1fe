import { describe, expect, it } from 'vitest';
import { requirement, requirements } from '../../tests/support/some-requirement.ts';
import { ANNA } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms } from '../../tests/support/some-state.ts';
import type { JournalLine } from '../journal/entries.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { completable, completedSkills } from './satisfy.ts';
import { statusOf } from './status.ts';

const anna = by(ANNA, 'single_use');
const completed: BranchChange = { ...anna.satisfy(3), metadata: { completed: 'done' } };
const REVIEW = requirement({ scope: 'single_use', skills: ['review'] });

function invoked(seconds: number, skill = 'review'): JournalLine {
	return { at: at(seconds), s: ANNA.uuid, e: 'skill', skill, by: 'model' };
}

/** Whether `req done review` would count, ten seconds after ten. */
function counts(lines: readonly JournalLine[], ...changes: BranchChange[]): boolean {
	const { doc: state } = changed(EMPTY, ...changes);
	const facts = { state, session: ANNA, branch: 'main', now: ms(10) };
	const found = completable([statusOf(REVIEW, facts)], 'review', { session: ANNA, state, lines });
	return found.length === 1;
}

it.each<[string, boolean, JournalLine[], ...BranchChange[]]>([
	['never invoked', false, []],
	['another skill', false, [invoked(1, 'plan')]],
	['invoked', true, [invoked(1)]],
	['D39: satisfied by loading it', true, [invoked(1)], anna.satisfy(1)],
	['completed already', false, [invoked(1)], completed],
	['completed, then invoked again', true, [invoked(1), invoked(4)], completed],
	['D31: consumed since', false, [invoked(1)], completed, anna.spend(4)],
	['consumed, then invoked again', true, [invoked(5)], completed, anna.spend(4)],
	['D41: stale since', false, [invoked(1)], anna.satisfy(1), anna.stale(4)],
	['stale, then invoked again', true, [invoked(5)], anna.satisfy(1), anna.stale(4)],
	['expired since', false, [invoked(1)], anna.satisfy(1, 'skill', 4)],
	['approved meanwhile', true, [invoked(1)], anna.satisfy(2, 'approval', 60)],
	['cleared by the user', false, [invoked(1)], completed, anna.clear(4)],
])('%s: %s', (_, expected, lines, ...changes) => {
	expect(counts(lines, ...changes)).toBe(expected);
});

const all = requirements({
	done: { skills: ['a', 'b'], satisfy_on: 'done' },
	loaded: { skills: ['a'], satisfy_on: 'load' },
});
const line = (skill: string, p: string | undefined, by: 'model' | 'user' = 'model'): JournalLine => ({
	at: at(1),
	s: ANNA.uuid,
	e: 'skill',
	skill,
	by,
	...(p === undefined ? {} : { p }),
});
const ends = (prompt: string | undefined, ...lines: JournalLine[]) => completedIn(EMPTY, prompt, ...lines);
const completedIn = (state: BranchState, prompt: string | undefined, ...lines: JournalLine[]) => {
	const facts = { state, session: ANNA, branch: 'main', now: ms(5) };
	const statuses = all.map((requirement) => statusOf(requirement, facts));
	return completedSkills(statuses, { state, session: ANNA, lines, prompt, at: ms(5) });
};

describe('D39: a skill that was invoked in the turn that ends', () => {
	it('is completed: it satisfies what is completed so, and nothing else', () => {
		expect(ends('p1', line('a', 'p1', 'user'))).toMatchObject([
			{
				op: 'satisfy',
				at: at(5),
				name: 'done',
				by: 'skill',
				metadata: { skill: 'a', invoked_by: 'user', completed: 'turn' },
			},
		]);
	});

	it('counts once, however often it was invoked', () => {
		expect(ends('p1', line('a', 'p1'), line('a', 'p1'))).toHaveLength(1);
	});

	it.each([
		['was consumed since', [by(ANNA, 'single_use').satisfy(2), by(ANNA, 'single_use').spend(3)]],
		['went stale since', [by(ANNA, 'single_use').satisfy(2), by(ANNA, 'single_use').stale(3)]],
		['was cleared since', [by(ANNA, 'single_use').satisfy(2), by(ANNA, 'single_use').clear(3)]],
	])('satisfies nothing again that %s', (_, changes) => {
		const { doc } = changed(EMPTY, ...changes);
		const once = requirements({ it: { scope: 'single_use', skills: ['a'], satisfy_on: 'done' } });
		const facts = { state: doc, session: ANNA, branch: 'main', now: ms(5) };
		const statuses = once.map((requirement) => statusOf(requirement, facts));
		const turn = { state: doc, session: ANNA, lines: [line('a', 'p1')], prompt: 'p1', at: ms(5) };
		expect(completedSkills(statuses, turn)).toEqual([]);
	});

	it.each([
		['another turn’s', ends('p2', line('a', 'p1'))],
		['a turn without an id', ends(undefined, line('a', undefined))],
		['an unknown skill', ends('p1', line('x', 'p1'))],
		['no skill at all', ends('p1')],
	])('satisfies nothing: %s', (_, changes) => {
		expect(changes).toEqual([]);
	});
});
