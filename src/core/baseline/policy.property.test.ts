import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compile } from '../../../tests/support/compile-values.ts';
import type { ProjectConfig } from '../config/config.ts';
import { policyChanges, stricterOf } from './policy.ts';

const trigger = fc.constantFrom('edit', { edit: 'src/**' }, { command: 'git commit' });
const triggers = fc.uniqueArray(trigger, { maxLength: 3 });
const requirement = fc.record(
	{
		enabled: fc.boolean(),
		locked: fc.boolean(),
		scope: fc.constantFrom('session', 'branch', 'single_use', 'permanent'),
		enforce: fc.constantFrom('deny', 'stop', 'warn'),
		hold_stop: fc.boolean(),
		triggers,
		blocks: triggers,
		stale_after: triggers,
		skills: fc.subarray(['a', 'b', 'c']),
		satisfy_on: fc.constantFrom('load', 'done', 'evidence'),
		commands: fc.subarray(['npm test', { run: 'npm test', partial: true }, 'make check'], {
			maxLength: 1,
		}),
		plan: fc.boolean(),
		manual: fc.constantFrom('anyone', 'user', 'never'),
		carry: fc.subarray(['clear', 'fork']),
		ttl: fc.constantFrom('1h', '2h'),
	},
	{ requiredKeys: [] },
);
const written = fc.record(
	{
		enabled: fc.boolean(),
		protect: fc.constantFrom(true, false, 'ask'),
		requirements: fc.dictionary(fc.constantFrom('one', 'two', 'three'), requirement),
	},
	{ requiredKeys: [] },
);
const policy = fc.option(written, { nil: undefined }).map((value): ProjectConfig => {
	if (value === undefined) return { kind: 'none' };
	const { config, problems } = compile(value);
	return { kind: 'some', config, problems };
});

it('of two policies the stricter asks less than neither, and of one with itself it is that one', () => {
	fc.assert(
		fc.property(policy, policy, (began, present) => {
			const held = stricterOf(began, present, undefined);
			const looser = [...policyChanges(began, held), ...policyChanges(present, held)];
			expect(looser.filter((one) => one.looser.length > 0)).toEqual([]);
			expect(policyChanges(began, stricterOf(began, began, undefined))).toEqual([]);
			expect(policyChanges(began, began)).toEqual([]);
		}),
	);
});

it('with a floor, only what is in it outlives a policy that leaves it out', () => {
	const began = compile({ requirements: { one: { locked: true }, two: {} } });
	const held = stricterOf({ kind: 'some', ...began }, { kind: 'none' }, ({ locked }) => locked);
	const names = held.kind === 'some' ? held.config.requirements.map(({ name }) => name) : [];
	expect(names).toEqual(['one']);
});
