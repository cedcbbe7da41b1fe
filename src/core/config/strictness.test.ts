import { describe, expect, it } from 'vitest';
import { compile, names } from '../../../tests/support/compile-values.ts';

describe('locked: true (D34)', () => {
	const locked = (more: object) => ({
		requirements: { plan: { locked: true, ...more }, free: {} },
	});

	it.each([
		['enabled', {}, { enabled: false }],
		['locked', {}, { locked: false }],
		['type', {}, { type: 'guard', guard: 'protected_branch' }],
		['scope', {}, { scope: 'permanent' }],
		['enforce', {}, { enforce: 'warn' }],
		['enforce', { enforce: 'stop' }, { enforce: 'warn' }],
		['triggers', {}, { triggers: [{ edit: 'docs/**' }] }],
		['blocks', { triggers: ['edit'] }, { blocks: [] }],
		['skills', { skills: ['a'] }, { skills: ['a', 'b'] }],
		['skills', { skills: ['a'] }, { auto_resolve_skill: 'b' }],
		['skills', { skills: ['a'] }, { skills: [] }],
		['commands', {}, { commands: ['true'] }],
		['commands', { commands: 'npm test' }, { commands: { run: 'npm test', partial: true } }],
		['plan', {}, { plan: true }],
		['hold_stop', {}, { hold_stop: false }],
		['satisfy_on', { satisfy_on: 'done' }, { satisfy_on: 'load' }],
		['satisfy_on', { satisfy_on: 'evidence' }, { satisfy_on: 'done' }],
		['manual', { manual: 'never' }, { manual: 'user' }],
		['carry', {}, { carry: ['clear'] }],
		['ttl', { ttl: '1h' }, { ttl: '2h' }],
		['stale_after', { stale_after: ['edit'] }, { stale_after: [] }],
		['branches', { type: 'guard', guard: 'protected_branch' }, { branches: ['main'] }],
		['block', { type: 'dynamic', measure: 'branch_size', block: 400 }, { block: 401 }],
		['warn', { type: 'dynamic', measure: 'branch_size', warn: 9 }, { warn: 10 }],
	])('holds %s of %j against %j', (key, first, later) => {
		const before = compile(locked(first));
		const after = compile(locked(first), { requirements: { plan: later } });
		expect(after.config).toEqual(before.config);
		expect(after.problems.map((problem) => problem.key)).toContain(`requirements.plan.${key}`);
	});

	it.each([
		[{}, { scope: 'single_use', message: 'Please.' }],
		[{ enforce: 'warn' }, { enforce: 'deny' }],
		[{ triggers: [{ edit: 'src/**' }] }, { triggers: ['edit', { command: 'git push' }] }],
		[{ ttl: '2h' }, { ttl: '1h' }],
		[{ skills: ['a', 'b'] }, { skills: ['b'] }],
		[{ commands: { run: 'npm test', partial: true } }, { commands: 'npm test' }],
		[{}, { ttl: '2h' }],
	])('lets %j be tightened by %j', (first, later) => {
		const { config, problems } = compile(locked(first), { requirements: { plan: later } });
		expect(problems).toEqual([]);
		expect(config.requirements[0]).not.toEqual(compile(locked(first)).config.requirements[0]);
	});

	it('takes what tightens from an entry that also loosens', () => {
		const later = { requirements: { plan: { enforce: 'warn', scope: 'single_use' } } };
		expect(compile(locked({}), later).config.requirements[0]).toMatchObject({
			enforce: 'deny',
			scope: 'single_use',
		});
	});

	it.each([
		['enabled: false', { enabled: false }],
		['use_global: false', { use_global: false }],
	])('stands through %s, alone', (_, project) => {
		const { config } = compile(locked({}), project);
		expect(config).toMatchObject({ enabled: true, requirements: [{ name: 'plan' }] });
		expect(config.requirements).toHaveLength(1);
	});

	it('does not bind its own file', () => {
		expect(compile({ ...locked({}), enabled: false }).config.enabled).toBe(false);
		expect(names({ requirements: { plan: { locked: true, enabled: false } } })).toEqual([]);
	});

	it('holds protect as well, which keeps it from being satisfied by an edit', () => {
		const { config, problems } = compile(locked({}), { protect: 'ask' }, { protect: false });
		expect(config.protect).toBe(true);
		expect(problems.map(({ file }) => file)).toEqual(['project.yaml', 'local.yaml']);
	});
});
