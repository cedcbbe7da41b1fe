import { describe, expect, it } from 'vitest';
import { requirements } from '../../tests/support/some-requirement.ts';
import { ANNA } from '../../tests/support/some-session.ts';
import { at, ms } from '../../tests/support/some-state.ts';
import { satisfiedBySkill, satisfyChanges } from './satisfy.ts';

describe('a skill', () => {
	const all = requirements({
		commit_plan: {},
		adr_reviewed: {},
		mine: { skills: ['Check-It'] },
		off: { skills: ['mine'], enabled: false },
		on_main: { type: 'guard', guard: 'protected_branch' },
	});
	const satisfied = (skill: string) => satisfiedBySkill(all, skill).map(({ name }) => name);

	it.each(['arch-review', '/arch-review', 'req:arch-review', '/req:arch-review', ' plan-review '])(
		'satisfies everything it is mapped to: %j',
		(skill) => {
			expect(satisfied(skill)).toEqual(['commit_plan', 'adr_reviewed']);
		},
	);

	it.each(['', 'unknown', 'check-it', 'arch-review-2', '__proto__'])(
		'that is not mapped satisfies nothing: %j',
		(skill) => {
			expect(satisfied(skill)).toEqual([]);
		},
	);

	it('a disabled requirement is not there', () => {
		expect(satisfied('mine')).toEqual([]);
	});
});

describe('the change that satisfies', () => {
	const satisfier = { session: ANNA, at: ms(1), by: 'skill', metadata: { skill: 'a' } } as const;
	const all = requirements({ one: { ttl: '1m' }, two: { scope: 'branch' } });
	const { session, by, metadata } = satisfier;
	const change = { op: 'satisfy', session, at: at(1), by, metadata };

	it('is one for each, with its own scope and ttl', () => {
		expect(satisfyChanges(all, { ...satisfier, ttl: undefined })).toEqual([
			{ ...change, name: 'one', scope: 'session', expires_at: at(61) },
			{ ...change, name: 'two', scope: 'branch', expires_at: undefined },
		]);
	});

	it('takes the ttl that was asked for before the requirement’s own', () => {
		expect(satisfyChanges(all, { ...satisfier, ttl: 5_000 })).toMatchObject([
			{ expires_at: at(6) },
			{ expires_at: at(6) },
		]);
	});
});
