import { expect, it } from 'vitest';
import { changedPaths, snapshot } from '../../support/case-world.ts';
import { makeInstalledWorld } from '../../support/installed-world.ts';
import { installationFaults } from '../../support/planted-installation.ts';
import { projectFaults } from '../../support/planted-project.ts';

it.each([...installationFaults, ...projectFaults])(
	'%s: %s, and only that',
	async (_what, code, plant) => {
		await using world = await makeInstalledWorld();
		const env = (await plant(world)) ?? {};
		const before = snapshot(world);
		const { ok, findings } = await world.doctor(env);
		expect([...new Set(findings.map((one) => one.code))]).toEqual([code]);
		expect(ok).toBe(false);
		expect((await world.run(env)).exit).toBe(1);
		expect(findings.filter(({ fix, what }) => fix === '' || what === '')).toEqual([]);
		expect(changedPaths(before, snapshot(world))).toEqual([]);
	},
);
