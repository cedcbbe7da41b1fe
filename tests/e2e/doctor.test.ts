import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientBinary } from '../support/client-binary.ts';
import { type InstalledWorld, makeInstalledWorld, putProgram } from '../support/installed-world.ts';
import { installationFaults } from '../support/planted-installation.ts';

const CLIENT = '2.1.332';

/** The same world as in the contract, but the client itself has installed the plugin. */
async function installedByTheClient(): Promise<InstalledWorld & { readonly client: Client }> {
	const world = await makeInstalledWorld();
	const program = clientBinary(CLIENT);
	if (program === undefined) throw new Error('the pinned client is missing: npm run test:e2e');
	for (const path of ['claude/plugins', 'claude/settings.json', 'bin/claude']) world.remove(path);
	putProgram(join(world.dir, 'bin/claude'), `exec "${program}" "$@"`);
	const client: Client = (...args) => {
		const { status, stdout, stderr } = spawnSync(program, args, {
			cwd: world.repo,
			env: { ...world.env, ...world.userEnv, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
			encoding: 'utf8',
		});
		if (status !== 0) throw new Error(`claude ${args.join(' ')}: ${stdout}${stderr}`);
	};
	client('plugin', 'marketplace', 'add', join(world.dir, 'market'));
	client('plugin', 'install', 'req@scratch');
	return { ...world, client };
}

type Client = (...args: readonly string[]) => void;

describe('req doctor beside the real client', () => {
	it('finds nothing in what the client installed, plays it, and finds it switched off', async () => {
		await using world = await installedByTheClient();
		const healthy = await world.doctor({}, '--live');
		// A busy machine is slow, which is a finding of its own.
		expect(healthy.findings.filter(({ code }) => code !== 'live_slow')).toEqual([]);
		expect(healthy.live).toMatchObject({ from: 'plugin', root: world.plugin });
		expect(healthy.checks.some(({ text }) => text.includes(CLIENT))).toBe(true);

		world.client('plugin', 'disable', 'req@scratch');
		expect(await codes(world)).toEqual(['plugin_disabled']);
		world.client('plugin', 'enable', 'req@scratch');
		expect(await codes(world)).toEqual([]);

		world.client('plugin', 'disable', 'req@scratch', '--scope', 'project');
		expect(await codes(world)).toEqual(['plugin_disabled']);
		world.remove('repo/.claude/settings.json');

		world.client('plugin', 'uninstall', 'req@scratch');
		expect(await codes(world)).toEqual(['not_installed']);
	});

	it('reads an installation of one project as the client does', async () => {
		await using world = await installedByTheClient();
		world.client('plugin', 'uninstall', 'req@scratch');
		world.client('plugin', 'install', 'req@scratch', '--scope', 'local');
		expect(await codes(world)).toEqual([]);
		mkdirSync(join(world.dir, 'other'));
		cpSync(join(world.repo, '.git'), join(world.dir, 'other/.git'), { recursive: true });
		cpSync(
			join(world.repo, '.claude/requirements.yaml'),
			join(world.dir, 'other/.claude/requirements.yaml'),
		);
		const there = await world.reqWith(
			{ cwd: join(world.dir, 'other'), env: world.userEnv },
			...['doctor', '--json'],
		);
		expect(JSON.parse(there.stdout).findings).toMatchObject([{ code: 'not_installed' }]);
	});

	it.each(installationFaults)('%s: %s, and only that', async (_what, code, plant) => {
		await using world = await installedByTheClient();
		const env = (await plant(world)) ?? {};
		const { findings } = await world.doctor(env);
		expect([...new Set(findings.map((one) => one.code))]).toEqual([code]);
	});
});

async function codes(world: InstalledWorld): Promise<string[]> {
	return (await world.doctor()).findings.map(({ code }) => code);
}
