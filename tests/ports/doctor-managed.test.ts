import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveCheckup } from '../../src/adapters/checkup.ts';
import { installationAt } from '../../src/app/doctor/installation.ts';
import { examine } from '../../src/core/doctor/finding.ts';
import { PLUGIN } from '../../src/core/doctor/installation.ts';
import { allPorts, clientSurroundings } from '../../src/runtime/all-ports.ts';
import { commandPorts } from '../../src/runtime/command-ports.ts';
import { contextOf } from '../support/context.ts';
import { type InstalledWorld, makeInstalledWorld } from '../support/installed-world.ts';
import { managedFaults } from '../support/planted-managed.ts';

const codesIn = (world: InstalledWorld): readonly string[] => {
	const { configDir, plugin, repo, env, userEnv } = world;
	const own = { ...env, ...userEnv };
	const { context } = contextOf({ env: own });
	const live = allPorts(commandPorts(context));
	const checkup = liveCheckup({
		...{ configDir, hostname: hostname(), env: own, root: plugin },
		now: live.now,
		surroundings: { ...clientSurroundings(context), managed: join(world.dir, 'managed') },
	});
	const ports = { ...live, checkup, host: { ...live.host, configDir } };
	const inside = { isAtWork: false, hasServer: undefined, modules: [] };
	const { findings } = examine('plugin', PLUGIN, { ...installationAt([repo], ports), ...inside });
	return findings.map(({ code }) => code);
};

describe('settings of an administrator', () => {
	it.each(managedFaults)('%s: %s, and only that', async (_what, code, plant) => {
		await using world = await makeInstalledWorld();
		plant(world);
		expect(codesIn(world)).toEqual([code]);
	});

	it('that enable the plugin make its hooks managed ones', async () => {
		await using world = await makeInstalledWorld();
		const enabledPlugins = { 'req@scratch': true };
		world.put('managed/managed-settings.json', { allowManagedHooksOnly: true, enabledPlugins });
		expect(codesIn(world)).toEqual([]);
	});
});
