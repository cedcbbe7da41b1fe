import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeAt } from '../../src/git/find-place.ts';
import { findAll, readWorld } from '../../src/setup/findings.ts';
import { readInstallation } from '../../src/setup/installation.ts';
import { INSTALLATION_FINDINGS } from '../../src/setup/installation-findings.ts';
import { contextOf } from '../support/context.ts';
import { type InstalledWorld, makeInstalledWorld } from '../support/installed-world.ts';
import { planted } from '../support/planted.ts';

const MANAGED = 'managed/managed-settings.json';

/** What an administrator can switch off. */
const managedFaults = [
	planted('the plugin switched off by an administrator', 'plugin_disabled', (world) =>
		world.put(MANAGED, { enabledPlugins: { 'req@scratch': false } }),
	),
	planted('disableAllHooks of an administrator', 'hooks_disabled', (world) =>
		world.put('managed/managed-settings.d/10.json', { disableAllHooks: true }),
	),
	planted('managed hooks only', 'hooks_disabled', (world) => world.put(MANAGED, { allowManagedHooksOnly: true })),
];

const codesIn = async (world: InstalledWorld): Promise<readonly string[]> => {
	const { plugin: root, repo, env, userEnv } = world;
	const { context } = contextOf({ env: { ...env, ...userEnv }, cwd: repo });
	const given = {
		place: placeAt(repo, context),
		config: { kind: 'none' } as const,
		root,
		isLive: false,
	};
	const read = await readWorld(given, context);
	const installation = readInstallation([repo], context, join(world.dir, 'managed'));
	const found = findAll(INSTALLATION_FINDINGS, { ...read, installation });
	return found.map(({ code }) => code);
};

describe('settings of an administrator', () => {
	it.each(managedFaults)('%s: %s, and only that', async (_what, code, plant) => {
		await using world = await makeInstalledWorld();
		plant(world);
		expect(await codesIn(world)).toEqual([code]);
	});

	it('that enable the plugin make its hooks managed ones', async () => {
		await using world = await makeInstalledWorld();
		const enabledPlugins = { 'req@scratch': true };
		world.put('managed/managed-settings.json', { allowManagedHooksOnly: true, enabledPlugins });
		expect(await codesIn(world)).toEqual([]);
	});
});
