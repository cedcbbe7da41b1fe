import { describe, expect, it } from 'vitest';
import { requirements } from '../../../tests/support/some-requirement.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, ms } from '../../../tests/support/some-state.ts';
import { namedIn } from '../../config/config.ts';
import { satisfiedBySkill, satisfyChange } from './satisfying.ts';

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

	it('is one for all, with each one’s own scope and ttl', () => {
		expect(satisfyChange(all, { ...satisfier, ttl: undefined })).toEqual([
			{
				op: 'satisfy',
				at: at(1),
				key: ANNA.key,
				long_key: ANNA.longKey,
				uuid: ANNA.uuid,
				names: [
					{ name: 'one', scope: 'session', expires_at: at(61) },
					{ name: 'two', scope: 'branch' },
				],
				by: 'skill',
				metadata: { skill: 'a' },
			},
		]);
	});

	it('takes the ttl that was asked for before the requirement’s own', () => {
		expect(satisfyChange(all, { ...satisfier, ttl: 5_000 })).toMatchObject([
			{ names: [{ expires_at: at(6) }, { expires_at: at(6) }] },
		]);
	});

	it('is none for nothing', () => {
		expect(satisfyChange([], { ...satisfier, ttl: undefined })).toEqual([]);
	});

	it('names requirements with the config’s scope', () => {
		expect(namedIn(all)).toEqual([
			{ name: 'one', scope: 'session' },
			{ name: 'two', scope: 'branch' },
		]);
	});
});
