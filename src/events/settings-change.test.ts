import { expect, it } from 'vitest';
import { switchedOff, switchesIn } from './settings-change.ts';

it.each([
	[{}, { disableAllHooks: true, model: 'x' }, ['disableAllHooks']],
	[{ disableAllHooks: true }, { disableAllHooks: true }, []],
	[{ disableAllHooks: true }, {}, []],
	[{}, { enabledPlugins: { 'req@claude-req': false } }, ['enabledPlugins']],
	[{ enabledPlugins: { req: true } }, {}, ['enabledPlugins']],
	[{ enabledPlugins: { req: true } }, { enabledPlugins: { req: true, other: false } }, []],
	[{}, { enabledPlugins: { other: false } }, []],
	[{ enabledPlugins: 7 }, { enabledPlugins: null }, []],
	[{}, { permissions: { defaultMode: 'plan' }, env: { A: '1' }, hooks: {} }, []],
])('from %j to %j switches off by %j (D36)', (before, after, keys) => {
	expect(switchedOff(before, after)).toEqual(keys);
});

it('names the keys in a text that is not read', () => {
	expect(switchesIn('{"disableAllHooks": tr')).toEqual(['disableAllHooks']);
	expect(switchesIn('{"model": "x"}')).toEqual([]);
});
