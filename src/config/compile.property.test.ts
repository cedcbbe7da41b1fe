import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../tests/support/compile-values.ts';

/** Anything YAML can yield, with keys and values that mean something mixed in. */
const anything = fc.letrec((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.constantFrom<unknown>(true, false, null, 'edit', 'deny', 'guard', 'dynamic', '8h', 'session'),
		fc.anything(),
		fc.array(tie('value'), { maxLength: 4 }),
		tie('map'),
	),
	map: fc.dictionary(
		fc.oneof(
			fc.constantFrom(
				...['requirements', 'enabled', 'protect', 'continuity', 'inherit', 'use_global', 'plan'],
				...['triggers', 'blocks', 'skills', 'auto_resolve_skill', 'type', 'locked', 'ttl', 'edit'],
				...['tool', 'command', '__proto__', 'constructor', 'toString'],
			),
			fc.string(),
		),
		tie('value'),
		{ maxKeys: 6 },
	),
})).value;

/** Entries whose keys are each valid, so that they reach the merge. */
const entry = fc.record(
	{
		enabled: fc.boolean(),
		scope: fc.constantFrom('session', 'branch', 'single_use', 'permanent'),
		enforce: fc.constantFrom('deny', 'stop', 'warn'),
		manual: fc.constantFrom('anyone', 'user', 'never'),
		triggers: fc.subarray(['edit', { edit: 'src/**' }, { command: 'git commit' }]),
		blocks: fc.subarray(['edit', { edit: 'src/**' }, { command: 'git commit' }]),
		stale_after: fc.subarray(['edit', { edit: 'src/**' }]),
		skills: fc.subarray(['a', 'b', '/req:c']),
		commands: fc.subarray(['npm test', 'true']),
		carry: fc.subarray(['clear', 'fork']),
		plan: fc.boolean(),
		satisfy_on: fc.constantFrom('load', 'done', 'evidence'),
		hold_stop: fc.boolean(),
		ttl: fc.constantFrom('1h', '2h', '3d'),
		locked: fc.boolean(),
	},
	{ requiredKeys: [] },
);

describe('always and never', () => {
	it('no value makes it throw, and every problem names its file', () => {
		fc.assert(
			fc.property(anything, anything, anything, (global, project, local) => {
				const { config, problems } = compile(global, project, local);
				expect(problems.every(({ file }) => file.endsWith('.yaml'))).toBe(true);
				expect(config.requirements.every(({ triggers }) => Array.isArray(triggers))).toBe(true);
				expect(({} as Record<string, unknown>)['enabled']).toBeUndefined();
			}),
			{ numRuns: 100 },
		);
	});

	it('no later file takes anything from a locked requirement', () => {
		fc.assert(
			fc.property(entry, entry, entry, (first, project, local) => {
				// It has to be sound itself: not every `enforce` goes with every `hold_stop`.
				const { hold_stop: _, ...sound } = first;
				const before = { requirements: { plan: { ...sound, enabled: true, locked: true } } };
				const [held] = compile(before).config.requirements;
				const [after] = compile(
					before,
					{ enabled: false, protect: false, use_global: false, requirements: { plan: project } },
					{ requirements: { plan: local } },
				).config.requirements;
				const order = ['deny', 'stop', 'warn'];
				expect(after?.locked).toBe(true);
				expect(order.indexOf(after?.enforce ?? '')).toBeLessThanOrEqual(order.indexOf(held?.enforce ?? ''));
				expect(held?.skills).toEqual(expect.arrayContaining([...(after?.skills ?? ['?'])]));
				expect(held?.commands).toEqual(expect.arrayContaining([...(after?.commands ?? ['?'])]));
				expect(after?.ttl ?? Infinity).toBeLessThanOrEqual(held?.ttl ?? Infinity);
				expect(held?.holdsStop === true && after?.holdsStop === false).toBe(false);
				expect(after?.plan === true && held?.plan === false).toBe(false);
			}),
			{ numRuns: 100 },
		);
	});
});
