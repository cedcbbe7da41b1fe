import { describe, expect, it } from 'vitest';
import { requirements } from '../../../tests/support/some-requirement.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms } from '../../../tests/support/some-state.ts';
import type { BranchState } from '../branch-state/schema.ts';
import type { JournalLine } from '../journal/line.ts';
import { completedSkills } from './completed-skills.ts';
import { standingOf } from './standing.ts';

const all = requirements({
	done: { skills: ['a', 'b'], satisfy_on: 'done' },
	loaded: { skills: ['a'], satisfy_on: 'load' },
});
const line = (
	skill: string,
	p: string | undefined,
	by: 'model' | 'user' = 'model',
): JournalLine => ({
	at: at(1),
	s: ANNA.uuid,
	e: 'skill',
	skill,
	by,
	...(p === undefined ? {} : { p }),
});
const completed = (prompt: string | undefined, ...lines: JournalLine[]) =>
	completedIn(EMPTY, prompt, ...lines);
const completedIn = (state: BranchState, prompt: string | undefined, ...lines: JournalLine[]) => {
	const facts = { state, session: ANNA, branch: 'main', now: ms(5) };
	const standings = all.map((requirement) => standingOf(requirement, facts));
	return completedSkills(standings, { state, session: ANNA, lines, prompt, at: ms(5) });
};

describe('D39: a skill that was invoked in the turn that ends', () => {
	it('is completed: it satisfies what waits for that, and nothing else', () => {
		expect(completed('p1', line('a', 'p1', 'user'))).toMatchObject([
			{
				op: 'satisfy',
				at: at(5),
				names: [{ name: 'done' }],
				by: 'skill',
				metadata: { skill: 'a', invoked_by: 'user', completed: 'turn' },
			},
		]);
	});

	it('counts once, however often it was invoked', () => {
		expect(completed('p1', line('a', 'p1'), line('a', 'p1'))).toHaveLength(1);
	});

	it.each([
		['was spent since', [by(ANNA, 'single_use').satisfy(2), by(ANNA, 'single_use').spend(3)]],
		['went stale since', [by(ANNA, 'single_use').satisfy(2), by(ANNA, 'single_use').stale(3)]],
		['was cleared since', [by(ANNA, 'single_use').satisfy(2), by(ANNA, 'single_use').clear(3)]],
	])('satisfies nothing again that %s', (_, changes) => {
		const { doc } = changed(EMPTY, ...changes);
		const once = requirements({ it: { scope: 'single_use', skills: ['a'], satisfy_on: 'done' } });
		const facts = { state: doc, session: ANNA, branch: 'main', now: ms(5) };
		const standings = once.map((requirement) => standingOf(requirement, facts));
		const turn = { state: doc, session: ANNA, lines: [line('a', 'p1')], prompt: 'p1', at: ms(5) };
		expect(completedSkills(standings, turn)).toEqual([]);
	});

	it.each([
		['another turn’s', completed('p2', line('a', 'p1'))],
		['a turn nobody can name', completed(undefined, line('a', undefined))],
		['an unknown skill', completed('p1', line('x', 'p1'))],
		['no skill at all', completed('p1')],
	])('satisfies nothing: %s', (_, changes) => {
		expect(changes).toEqual([]);
	});
});
