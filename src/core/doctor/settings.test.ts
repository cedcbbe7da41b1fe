import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockedSource } from './policy.ts';
import {
	LAYERS,
	type Layer,
	pluginSwitch,
	readableSettings,
	type SettingsFile,
	switchedOff,
	unreadableSettings,
} from './settings.ts';

const ID = 'req@m';
const at = (layer: Layer, json: unknown): SettingsFile => ({
	...{ layer, json, path: `/${layer}`, trouble: undefined, text: JSON.stringify(json, null, 1) },
});

describe('settings', () => {
	it('the strongest file that says something decides', () => {
		const value = fc.constantFrom(true, false, undefined);
		fc.assert(
			fc.property(fc.tuple(value, value, value, value), (values) => {
				const files = LAYERS.map((layer, index) =>
					at(layer, values[index] === undefined ? {} : { disableAllHooks: values[index] }),
				);
				const last = values.findLast((one) => one !== undefined);
				expect(switchedOff(files, []).length).toBe(last === true ? 1 : 0);
			}),
		);
	});

	it.each([
		['no object', [], 1],
		['a switch of another type', { disableAllHooks: 1 }, 1],
		['hooks of another type', { hooks: 'x' }, 0],
		['a plugin list of another type', { enabledPlugins: 'x' }, 0],
	])('a file with %s is ignored as the client does', (_, json, count) => {
		expect(unreadableSettings([at('user', json)])).toHaveLength(count);
		expect(readableSettings([at('user', json)])).toHaveLength(1 - count);
	});

	it('names the line of the key', () => {
		const file = at('local', { a: 1, disableAllHooks: true });
		expect(switchedOff([file], [])).toMatchObject([{ file: '/local', line: 3 }]);
	});

	it('a name from Object.prototype is nobody’s key', () => {
		expect(pluginSwitch([at('user', { enabledPlugins: {} })], 'constructor')).toBeUndefined();
	});
});

describe('what an administrator says of marketplaces', () => {
	const source = { source: 'github', repo: 'acme/tools' };
	it.each<[string, object, boolean]>([
		['nothing', {}, false],
		['none is allowed', { strictKnownMarketplaces: [] }, true],
		['this one is', { strictKnownMarketplaces: [source] }, false],
		['another one is', { strictKnownMarketplaces: [{ ...source, repo: 'x/y' }] }, true],
		['a pattern is', { strictKnownMarketplaces: [{ source: 'hostPattern' }] }, false],
		['this one is blocked', { blockedMarketplaces: [source] }, true],
		['a pattern is blocked', { blockedMarketplaces: [{ source: 'hostPattern' }] }, false],
	])('%s', (_, json, isBlocked) => {
		const found = blockedSource([at('managed', json)], { id: ID, source });
		expect(found.map(({ code }) => code)).toEqual(isBlocked ? ['marketplace_blocked'] : []);
		expect(blockedSource([at('user', json)], { id: ID, source })).toEqual([]);
	});
});
