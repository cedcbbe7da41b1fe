import { type Planted, planting } from './planted.ts';

const MANAGED = 'managed/managed-settings.json';

/** What an administrator can switch off. */
export const managedFaults: readonly Planted[] = [
	[
		'the plugin switched off by an administrator',
		'plugin_disabled',
		planting((world) => world.put(MANAGED, { enabledPlugins: { 'req@scratch': false } })),
	],
	[
		'disableAllHooks of an administrator',
		'hooks_disabled',
		planting((world) => world.put('managed/managed-settings.d/10.json', { disableAllHooks: true })),
	],
	[
		'managed hooks only',
		'hooks_disabled',
		planting((world) => world.put(MANAGED, { allowManagedHooksOnly: true })),
	],
];
