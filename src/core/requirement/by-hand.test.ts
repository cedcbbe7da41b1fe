import { expect, it } from 'vitest';
import { requirement } from '../../../tests/support/some-requirement.ts';
import { refusalByHand } from './by-hand.ts';

it.each([
	[{}, true, true],
	[{ manual: 'user' }, true, false],
	[{ manual: 'never' }, false, false],
	[{ skills: ['review'] }, true, false],
	[{ plan: true }, true, false],
	[{ type: 'guard', guard: 'protected_branch' }, false, false],
	[{ type: 'guard', guard: 'protected_branch', manual: 'anyone' }, false, false],
	[{ type: 'dynamic', measure: 'branch_size', block: 9 }, false, false],
] as const)('D36: %j by the user: %s, by the model: %s', (written, user, model) => {
	const may = (isModel: boolean) => refusalByHand(requirement(written), isModel) === undefined;
	expect([may(false), may(true)]).toEqual([user, model]);
});

it('D36: the model is never told of what only the user may do', () => {
	const written = { skills: ['review'], commands: ['npm test'], manual: 'user' };
	const hint = refusalByHand(requirement(written), true)?.hint;
	expect(hint).toContain('/review');
	expect(hint).toContain('npm test');
	expect(hint).not.toContain('req satisfy');
});
