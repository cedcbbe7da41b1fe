import { expect, it } from 'vitest';
import { requirement } from '../../tests/support/some-requirement.ts';
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

it('D36: says as a refused call does what satisfies it, and what only the user may do', () => {
	const written = { skills: ['review'], commands: ['npm test'], manual: 'user' };
	const hint = refusalByHand(requirement(written), true)?.hint;
	expect(hint?.split('\n')).toEqual([
		'/review satisfies it.',
		'A successful `npm test` satisfies it.',
		'Only the user can satisfy it manually: `/req:satisfy it` typed here, or `req satisfy it` in a terminal.',
	]);
});
