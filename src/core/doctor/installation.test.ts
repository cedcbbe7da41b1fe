import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examine } from './finding.ts';
import { PLUGIN } from './installation.ts';
import type { PluginFacts } from './plugin.ts';
import {
	LAYERS,
	pluginSwitch,
	type SettingsFile,
	type SettingsLayer,
	whyIgnored,
} from './settings.ts';

const ID = 'req@m';
const at = (layer: SettingsLayer, json: unknown): SettingsFile => ({
	...{ layer, json, path: `/${layer}`, trouble: undefined, text: JSON.stringify(json, null, 1) },
});
const absent = { path: '', trouble: undefined, json: undefined, text: '' };
const on = at('user', { enabledPlugins: { [ID]: true } });
const plugin: PluginFacts = {
	...{ id: ID, root: '/p', switched: { value: true, by: on }, origin: 'copy', isBuilt: true },
	...{ manifest: { ...absent, json: { version: '1' } }, hooks: { ...absent, json: {} } },
	...{ commands: [], missing: [] },
};
/** What is said of the plugin, which is on and whole, with these settings. */
const findingsWith = (...settings: readonly SettingsFile[]) => {
	const own = { root: '/own', version: '1', commands: [], manifest: absent, hooks: absent };
	const installation = { folders: ['/r'], files: settings, settings, plugins: [plugin], wired: [] };
	return examine('plugin', PLUGIN, {
		...{ ...installation, own, clientState: absent },
		...{ isAtWork: false, hasServer: undefined, modules: [] },
		...{ isUnknown: false, hasProgram: () => true },
	}).findings;
};

describe('settings', () => {
	it('the strongest file that says something decides', () => {
		const value = fc.constantFrom(true, false, undefined);
		fc.assert(
			fc.property(fc.tuple(value, value, value, value), (values) => {
				const files = LAYERS.map((layer, index) =>
					at(layer, values[index] === undefined ? {} : { disableAllHooks: values[index] }),
				);
				const last = values.findLast((one) => one !== undefined);
				expect(findingsWith(...files).length).toBe(last === true ? 1 : 0);
			}),
		);
	});

	it.each([
		['no object', [], 1],
		['a switch of another type', { disableAllHooks: 1 }, 1],
		['hooks of another type', { hooks: 'x' }, 0],
		['a plugin list of another type', { enabledPlugins: 'x' }, 0],
	])('a file with %s is ignored as the client does', (_, json, count) => {
		expect(whyIgnored(at('user', json)) === undefined).toBe(count === 0);
	});

	it('a name from Object.prototype is nobody’s key', () => {
		expect(pluginSwitch([at('user', { enabledPlugins: {} })], 'constructor')).toBeUndefined();
	});
});
