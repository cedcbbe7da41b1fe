import { describe, expect, it } from 'vitest';
import { requirements } from '../../../tests/support/some-requirement.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, ms } from '../../../tests/support/some-state.ts';
import type { JournalLine } from '../journal/line.ts';
import { completedSkills } from './completed-skills.ts';

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
	completedSkills(lines, all, { session: ANNA, prompt, at: ms(5) });

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
		['another turn’s', completed('p2', line('a', 'p1'))],
		['a turn nobody can name', completed(undefined, line('a', undefined))],
		['an unknown skill', completed('p1', line('x', 'p1'))],
		['no skill at all', completed('p1')],
	])('satisfies nothing: %s', (_, changes) => {
		expect(changes).toEqual([]);
	});
});
