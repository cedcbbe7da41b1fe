import { expect, it } from 'vitest';
import { requirement } from '../../tests/support/some-requirement.ts';
import { nextSteps, refuseManual } from './next-steps.ts';

const cases: [what: string, written: object, kinds: string[]][] = [
	['a skill, else the user', { skills: ['a'] }, ['skill', 'user']],
	['each skill', { skills: ['a', 'b'] }, ['skill', 'skill', 'user']],
	['a plan', { plan: true }, ['plan', 'user']],
	['its commands', { commands: ['npm test', 'make'] }, ['command', 'command', 'user']],
	['all of them', { skills: ['a'], plan: true, commands: ['make'] }, ['skill', 'plan', 'command', 'user']],
	['D36: nothing proves it, so anyone may say so', {}, ['command']],
	['D36: the user alone', { manual: 'user' }, ['user']],
	['D36: not manually', { manual: 'never', skills: ['a'] }, ['skill']],
	['a guard is approved', { type: 'guard', guard: 'protected_branch' }, ['user']],
	['so is a dynamic one', { type: 'dynamic', measure: 'branch_size', block: 1 }, ['user']],
];

it.each(cases)('%s', (_, written, kinds) => {
	expect(nextSteps({ requirement: requirement(written) }).map(({ kind }) => kind)).toEqual(kinds);
});

it('D39: a skill that satisfies when it is completed names its last step', () => {
	const ends = (satisfy_on: string) => nextSteps({ requirement: requirement({ skills: ['a'], satisfy_on }) })[0]?.ends;
	expect(ends('load')).toBeUndefined();
	expect(ends('done')).toContain('req done a');
});

it.each([
	[{}, true, true],
	[{ manual: 'user' }, true, false],
	[{ manual: 'never', plan: true }, false, false],
	[{ skills: ['review'] }, true, false],
	[{ plan: true }, true, false],
	[{ type: 'guard', guard: 'protected_branch' }, false, false],
	[{ type: 'guard', guard: 'protected_branch', manual: 'anyone' }, false, false],
	[{ type: 'dynamic', measure: 'branch_size', block: 9 }, false, false],
] as const)('D36: %j by the user: %s, by the model: %s', (written, user, model) => {
	const may = (isModel: boolean) => refuseManual(requirement(written), isModel) === undefined;
	expect([may(false), may(true)]).toEqual([user, model]);
});

it('D36: names the steps that a refused call names', () => {
	const written = { skills: ['review'], commands: ['npm test'], manual: 'user' };
	const hint = refuseManual(requirement(written), true)?.hint;
	expect(hint?.split('\n')).toEqual([
		'/review or `npm test` satisfies it.',
		'Only the user can satisfy it manually: `/req:satisfy it`.',
	]);
});
