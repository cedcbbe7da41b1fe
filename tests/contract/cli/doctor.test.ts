import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedPaths, snapshot } from '../../support/case-world.ts';
import { makeInstalledWorld } from '../../support/installed-world.ts';
import { ANA } from '../../support/run-req.ts';

describe('req doctor', () => {
	it('finds nothing where nothing is wrong, and changes nothing', async () => {
		await using world = await makeInstalledWorld();
		const before = snapshot(world);
		const run = await world.run({});
		expect(run).toMatchObject({ exit: 0, stderr: '' });
		expect(run.stdout).toContain('everything in order');
		expect(changedPaths(before, snapshot(world))).toEqual([]);
		expect(await world.doctor()).toMatchObject({ ok: true, findings: [], live: null });
	});
});

describe('req doctor after req init', () => {
	it.each(['', '--global'])('%s finds its record sound', async (target) => {
		await using world = await makeInstalledWorld();
		world.remove('repo/.claude/requirements.yaml');
		const targets = target === '' ? [] : [target];
		expect((await world.reqWith({ env: world.userEnv }, 'init', ...targets, '--yes')).exit).toBe(0);
		const codes = (await world.doctor()).findings.map(({ code }) => code);
		expect(codes.filter((code) => code.startsWith('document_'))).toEqual([]);
		const dir = target === '--global' ? join(world.configDir, 'requirements') : world.stateDir;
		expect(existsSync(join(dir, 'init.json'))).toBe(true);
	});
});

describe('req doctor says', () => {
	it('file, line and key of what it found, and what mends it', async () => {
		await using world = await makeInstalledWorld();
		world.put('claude/settings.json', {
			enabledPlugins: { 'req@scratch': true },
			disableAllHooks: true,
		});
		const file = join(world.configDir, 'settings.json');
		expect((await world.doctor()).findings).toEqual([
			expect.objectContaining({
				code: 'hooks_disabled',
				severity: 'broken',
				...{ file, line: 5, key: 'disableAllHooks' },
				fix: expect.stringContaining(`remove \`disableAllHooks\` from ${file}`),
			}),
		]);
		const { stdout } = await world.run({});
		expect(stdout).toContain(`${file}:5 disableAllHooks`);
		expect(stdout).toContain('`disableAllHooks` switches off every hook');
		expect(stdout).toMatch(/^1 broken$/m);
	});

	it('the folder that a clone was moved from, as req status does', async () => {
		await using world = await makeInstalledWorld();
		world.remove('market');
		const market = join(world.dir, 'market');
		expect((await world.doctor()).findings).toMatchObject([{ code: 'plugin_missing', file: market }]);
		const { stdout } = await world.reqWith({ env: world.userEnv }, 'status');
		expect(stdout).toContain(`not installed here: the plugin is no longer in ${market}`);
	});

	it('that a server is forbidden, what it costs, and the plugin without one', async () => {
		await using world = await makeInstalledWorld();
		world.change('claude/settings.json', { allowedMcpServers: [] });
		const [found] = (await world.doctor()).findings;
		expect(found?.what).toContain(`allowedMcpServers in ${join(world.configDir, 'settings.json')}`);
		expect(found?.fix).toContain('claude plugin install req-processes@scratch');
		const serverCommand = ['sh', join(world.plugin, 'hooks/server.sh')];
		world.change('claude/settings.json', { allowedMcpServers: [{ serverCommand }] });
		expect((await world.doctor()).findings).toEqual([]);
	});

	it('first what a problem is about', async () => {
		await using world = await makeInstalledWorld();
		world.put('repo/.claude/requirements.yaml', 'version: 1\nrequirements:\n  a: { scope: x }\n');
		expect((await world.doctor()).findings[0]?.what).toMatch(/^requirements\.a\.scope /);
		const corrupt = join(world.stateDir, 'main.json');
		world.put(corrupt, '{');
		expect((await world.doctor()).findings[1]?.what.startsWith(corrupt)).toBe(true);
	});

	it('a plugin of another kind of marketplace is read from its installed copy', async () => {
		await using world = await makeInstalledWorld();
		const installPath = join(world.configDir, 'plugins/cache/scratch/req/0.1.0');
		const source = { source: 'github', repo: 'acme/market' };
		world.put('claude/plugins/known_marketplaces.json', {
			scratch: { source, installLocation: join(world.configDir, 'plugins/marketplaces/scratch') },
		});
		expect((await world.doctor()).findings).toMatchObject([{ code: 'plugin_missing', file: installPath }]);
		mkdirSync(join(installPath, '..'), { recursive: true });
		symlinkSync(world.plugin, installPath);
		expect((await world.doctor()).findings).toEqual([]);
	});

	it('hooks at work in a live session need no trace of how they were loaded (--plugin-dir)', async () => {
		await using world = await makeInstalledWorld();
		world.remove('claude/plugins');
		world.put('claude/settings.json', {});
		await world.start(ANA);
		const { findings, checks } = await world.doctor({
			CLAUDE_CODE_SESSION_ID: ANA,
			CLAUDECODE: '1',
		});
		expect(findings).toEqual([]);
		expect(checks).toContain('hooks of req have run in this session');
	});

	it.each([
		['nested a million deep', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
		['a hundred thousand plugins', bomb()],
		['a hook of three million letters', JSON.stringify({ hooks: { Stop: 'a'.repeat(3_000_000) } })],
		['a hook of a million folders', JSON.stringify({ hooks: { Stop: 'dist/hooks/'.repeat(300_000) } })],
	])('an answer in bounds to settings that are %s', async (_, text) => {
		await using world = await makeInstalledWorld();
		world.put('repo/.claude/settings.json', text);
		world.put('claude/.claude.json', text);
		world.put('claude/plugins/known_marketplaces.json', text);
		expect((await world.run({})).exit).not.toBeNull();
	});
});

function bomb(): string {
	const plugins = Array.from({ length: 100_000 }, (_, at) => [`p${at}@m`, true]);
	return JSON.stringify({ enabledPlugins: Object.fromEntries(plugins) });
}
