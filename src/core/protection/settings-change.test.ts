import { expect, it } from 'vitest';
import { switchesChanged } from './settings-change.ts';

it.each([
	[{}, { permissions: { allow: ['Bash'] } }, []],
	[{ permissions: { allow: ['Bash'] } }, {}, []],
	[{}, { permissions: { allow: [], defaultMode: 'plan' } }, ['permissions.defaultMode']],
	[{}, { permissions: 'none' }, ['permissions']],
	[{ permissions: { deny: [] } }, { permissions: [] }, ['permissions']],
	[{}, { enabledPlugins: { 'req@req': false } }, ['enabledPlugins']],
	[{ enabledPlugins: { req: true } }, {}, ['enabledPlugins']],
	[{}, { disableAllHooks: true, model: 'x' }, ['disableAllHooks']],
	[{}, { env: { FOO: '1' } }, ['env']],
	[{ env: { PATH: '/a' } }, { env: { PATH: '/b' } }, ['env']],
	[{ env: { PATH: '/a' } }, { theme: 'dark', env: { PATH: '/a' } }, []],
	[{}, { statusLine: { type: 'command', command: 'date' } }, ['statusLine']],
	[{}, { hooks: { Stop: [] } }, ['hooks']],
	[{}, { neverHeardOf: 1, plansDirectory: 'docs' }, ['neverHeardOf', 'plansDirectory']],
	[{}, { 'a (key)\n': 1, 'b key': 2 }, ['a key of its own']],
	[{}, { model: 'x', language: 'de', outputStyle: 'Learning' }, []],
])('from %j to %j changes %j (D36)', (before, after, keys) => {
	expect(switchesChanged(before, after)).toEqual(keys);
});

it('tells a key whose value is nested without end', () => {
	const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
	expect(switchesChanged({}, { disableAllHooks: true, x: deep })).toEqual(['disableAllHooks', 'x']);
	expect(switchesChanged({ x: deep }, { x: deep, disableAllHooks: true })).toContain(
		'disableAllHooks',
	);
});
