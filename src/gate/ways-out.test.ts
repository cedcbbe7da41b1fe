import { expect, it } from 'vitest';
import { requirement } from '../../tests/support/some-requirement.ts';
import { waysOut } from './status.ts';

const cases: [what: string, written: object, kinds: string[]][] = [
	['a skill, else the user', { skills: ['a'] }, ['skill', 'user']],
	['each skill', { skills: ['a', 'b'] }, ['skill', 'skill', 'user']],
	['a plan', { plan: true }, ['plan', 'user']],
	['its commands', { commands: ['npm test', 'make'] }, ['command', 'command', 'user']],
	[
		'all of them',
		{ skills: ['a'], plan: true, commands: ['make'] },
		['skill', 'plan', 'command', 'user'],
	],
	['D36: nothing proves it, so anyone may say so', {}, ['command']],
	['D36: the user alone', { manual: 'user' }, ['user']],
	['D36: nobody by hand', { manual: 'never', skills: ['a'] }, ['skill']],
	['a guard is approved', { type: 'guard', guard: 'protected_branch' }, ['user']],
	['so is a dynamic one', { type: 'dynamic', measure: 'branch_size', block: 1 }, ['user']],
];

it.each(cases)('%s', (_, written, kinds) => {
	expect(waysOut(requirement(written)).map(({ kind }) => kind)).toEqual(kinds);
});

it('D39: a skill that satisfies when it is completed says how it ends', () => {
	const ends = (satisfy_on: string) => waysOut(requirement({ skills: ['a'], satisfy_on }))[0]?.ends;
	expect(ends('load')).toBeUndefined();
	expect(ends('done')).toContain('req done a');
});
