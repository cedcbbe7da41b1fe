import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type ClientVersion, clientVersions } from '../support/client-binary.ts';
import { pluginCommands } from '../support/client-commands.ts';
import { type ClientWorld, checkout, openWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { type Block, bash, skill, text, write } from '../support/model-turns.ts';
import { startNpmRegistry } from '../support/npm-registry.ts';
import { packPlugin, unpackPlugin } from '../support/packed-plugin.ts';
import { builtReq } from '../support/run-hook.ts';

import { injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
const settings = '{\n  "permissions": { "deny": ["WebFetch"] }\n}\n';

/** A repository with a config and settings of its own, and a client that has no plugin yet. */
async function openPlain(client: ClientVersion): Promise<ClientWorld> {
	const world = await openWorld({ client, plugin: undefined });
	world.write('.claude/requirements.yaml', plan);
	world.write('.claude/settings.json', settings);
	world.git('add', '-A');
	world.git('commit', '-q', '-m', 'Require a plan');
	return world;
}

/** The tarball, unpacked beside the repository. */
function unpacked(world: ClientWorld): string {
	return unpackPlugin(packPlugin(world.root), world.root);
}

/** A fresh clone, built by what `npm ci` runs after it has fetched the dependencies; those are the checkout's. */
function builtClone(world: ClientWorld): string {
	const clone = path.join(world.root, 'a clone');
	world.git('clone', '-q', checkout, clone);
	symlinkSync(path.join(checkout, 'node_modules'), path.join(clone, 'node_modules'));
	const env = { ...process.env, ...NO_REGISTRY };
	execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: clone, env, stdio: 'pipe' });
	return clone;
}

/** A copy of the repository as it is once npm has the package. */
function publishedRepository(world: ClientWorld): string {
	const copy = path.join(world.root, 'published');
	for (const part of ['.claude-plugin', 'package.json']) {
		cpSync(path.join(checkout, part), path.join(copy, part), { recursive: true });
	}
	const script = path.join(checkout, 'scripts/marketplace.ts');
	const run = ['--import', import.meta.resolve('tsx'), script, 'npm'];
	execFileSync(process.execPath, run, { cwd: copy });
	return copy;
}

/** Where the client keeps what it took from a registry, by version. */
function cached(world: ClientWorld): string {
	return path.join(world.home, '.claude/plugins/cache/claude-req/req');
}

function userSettings(world: ClientWorld): unknown {
	return JSON.parse(readFileSync(path.join(world.home, '.claude/settings.json'), 'utf8'));
}

const bytecode = `${process.version}-${process.arch}`;

/** Made beside a session start, which the client ends with the session: this keeps the session until it is there. */
function untilBytecode(code: string): Block {
	return bash(`until test -d '${path.join(code, bytecode)}'; do sleep 0.1; done`);
}

const { version: shippedVersion } = JSON.parse(
	readFileSync(path.join(checkout, 'package.json'), 'utf8'),
);

/** 2.1.300 does not know `engines`, and --strict turns its warning into an error. */
const strictly = (client: ClientVersion) => (client === '2.1.300' ? [] : ['--strict']);

it.each(clientVersions)(
	'a built clone is a marketplace for Claude Code %s: it installs without a registry, gates, follows the next build, and leaves',
	async (client) => {
		await using world = await openPlain(client);
		const claude = pluginCommands(world, client, undefined);
		const clone = builtClone(world);
		const status = () =>
			execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
		expect(status().replace('?? node_modules\n', '')).toBe('');

		const steps = [
			await claude('validate', ...strictly(client), path.join(clone, 'dist/plugin')),
			await claude('marketplace', 'add', clone),
			await claude('install', 'req@claude-req'),
		];
		expect(steps.map(({ exit, output }) => (exit === 0 ? '' : output))).toEqual(['', '', '']);
		const edit = write(world.path('a.ts'));
		const whichReq = bash('which req; req status');
		const code = path.join(clone, 'dist/plugin/dist/code');
		const run = await world.run({
			prompts: ['Build it.', '/req:satisfy commit_plan', 'Go on.'],
			main: [edit, text('Not yet.'), edit, whichReq, untilBytecode(code)],
		});
		const results = toolResults(run);
		expect(results.map(({ failed }) => failed)).toEqual([true, false, false, false]);
		expect(results[2]?.text).toContain(`${clone}/dist/plugin/bin/req`);
		expect(readdirSync(code)).toContain(bytecode);
		const doctor = JSON.parse(doctorOf(world, clone));
		const codes = doctor.findings.map((finding: { code: string }) => finding.code);
		expect(codes.filter((one: string) => /^plugin_|^not_installed/.test(one))).toEqual([]);

		execFileSync('npm', ['run', '--silent', 'build'], { cwd: clone, stdio: 'pipe' });
		expect(readdirSync(code)).not.toContain(bytecode);
		const rebuilt = await world.run({ main: [write(world.path('b.ts'))] });
		expect(toolResults(rebuilt).map(({ failed }) => failed)).toEqual([true]);

		rmSync(path.join(clone, 'dist/plugin'), { recursive: true });
		expect(doctorOf(world, clone)).toContain(`npm ci && npm run build\` in ${clone}`);

		expect(await claude('uninstall', 'req@claude-req')).toMatchObject({ exit: 0 });
		expect(await claude('marketplace', 'remove', 'claude-req')).toMatchObject({ exit: 0 });
		expect(userSettings(world)).toEqual({ enabledPlugins: {}, extraKnownMarketplaces: {} });
		const after = await world.run({ main: [write(world.path('c.ts'))] });
		expect(toolResults(after).map(({ failed }) => failed)).toEqual([false]);
		expect(world.git('status', '--porcelain')).toBe('?? a.ts\n?? c.ts');
		expect(world.read('.claude/settings.json')).toBe(settings);
	},
);

/** What `req doctor` of the clone's build says, JSON. */
function doctorOf(world: ClientWorld, clone: string): string {
	const args = [path.join(clone, 'dist/cli/req.mjs'), 'doctor', '--json'];
	const options = { cwd: world.repo, env: world.env, encoding: 'utf8' } as const;
	return spawnSync(process.execPath, args, options).stdout;
}

it.each(clientVersions)(
	'the unpacked tarball is a marketplace for Claude Code %s: it installs without a build or a network, gates, and leaves',
	async (client) => {
		await using world = await openPlain(client);
		const claude = pluginCommands(world, client, undefined);
		const plugin = unpacked(world);
		mkdirSync(path.join(world.home, '.claude'), { recursive: true });
		writeFileSync(path.join(world.home, '.claude/settings.json'), '{ "cleanupPeriodDays": 9 }');

		const steps = [
			await claude('validate', ...strictly(client), plugin),
			await claude('marketplace', 'add', plugin),
			await claude('install', 'req@claude-req'),
		];
		expect(steps.map(({ exit }) => exit)).toEqual([0, 0, 0]);
		expect((await claude('list')).output).toMatch(/req@claude-req[\s\S]*✔ enabled/);
		const file = world.path('a.ts');
		const run = await world.run({
			prompts: ['Build it.', '/req:satisfy commit_plan', 'Go on.'],
			main: [
				...[write(file), text('Not yet.'), write(file), bash('req status')],
				// The client runs it where it was unpacked, and the session start makes bytecode there.
				untilBytecode(path.join(plugin, 'dist/code')),
			],
		});

		const results = toolResults(run);
		expect(results.map(({ failed }) => failed)).toEqual([true, false, false, false]);
		expect(results[2]?.text).toContain('commit_plan');

		const leaving = [
			await claude('uninstall', 'req@claude-req'),
			await claude('marketplace', 'remove', 'claude-req'),
		];
		expect(leaving.map(({ exit }) => exit)).toEqual([0, 0]);
		expect(world.git('status', '--porcelain')).toBe('?? a.ts');
		expect(world.read('.claude/settings.json')).toBe(settings);
		// The client leaves two empty maps behind, and nothing of ours.
		expect(userSettings(world)).toEqual({
			cleanupPeriodDays: 9,
			enabledPlugins: {},
			extraKnownMarketplaces: {},
		});
		const after = await world.run({ main: [write(world.path('b.ts')), bash('req status')] });
		expect(toolResults(after).map(({ failed }) => failed)).toEqual([false, true]);
	},
);

it.each(clientVersions)(
	"Claude Code %s takes the published repository's marketplace entry from npm, with nothing beside it, and updates it",
	async (client) => {
		await using world = await openPlain(client);
		await using registry = await startNpmRegistry();
		registry.publish(packPlugin(world.root));
		const claude = pluginCommands(world, client, registry.url);
		const edit = (...more: Block[]) =>
			world.run({ main: [write(world.path('a.ts')), skill('req:arch-review'), ...more] });

		const repository = publishedRepository(world);
		expect(await claude('marketplace', 'add', repository)).toMatchObject({ exit: 0 });
		expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
		expect(toolResults(await edit()).map(({ failed }) => failed)).toEqual([true, false]);
		expect(new Set(registry.asked.map((asked) => asked.split('/')[1]))).toEqual(
			new Set(['claude-req']),
		);

		registry.publish(packPlugin(world.root, '99.0.0'));
		expect(await claude('update', 'req@claude-req')).toMatchObject({ exit: 0 });
		expect(readdirSync(cached(world)).sort()).toEqual([shippedVersion, '99.0.0'].sort());
		const updated = await edit(untilBytecode(path.join(cached(world), '99.0.0/dist/code')));
		expect(toolResults(updated).map(({ failed }) => failed)).toEqual([true, false, false]);
	},
);

it.each(clientVersions)(
	"what npm installed for the user's terminal is a marketplace for Claude Code %s, and an update of it is one of the plugin",
	async (client) => {
		await using world = await openPlain(client);
		const npmInstall = (tarball: string) =>
			execFileSync('npm', [
				...['install', '--global', '--offline', '--prefix', path.join(world.root, 'prefix')],
				...['--loglevel=error', tarball],
			]);
		npmInstall(packPlugin(world.root));
		const claude = pluginCommands(world, client, undefined);
		await claude('marketplace', 'add', path.join(world.root, 'prefix/lib/node_modules/claude-req'));
		expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
		const version = async () => {
			const edit = write(world.path('a.ts'));
			const run = await world.run({
				main: [edit, bash('cat "$(dirname "$(which req)")/../package.json"')],
			});
			const [refused, manifest] = toolResults(run);
			expect(refused?.failed).toBe(true);
			return JSON.parse(manifest?.text ?? '').version;
		};

		const before = await version();
		npmInstall(packPlugin(world.root, '99.0.0'));

		expect([before, await version()]).toEqual([shippedVersion, '99.0.0']);
	},
);

it('once it is published, the installation without a registry fails aloud', async () => {
	await using world = await openPlain('2.1.332');
	const claude = pluginCommands(world, '2.1.332', undefined);
	await claude('marketplace', 'add', publishedRepository(world));

	const { exit, output } = await claude('install', 'req@claude-req');

	expect(exit).not.toBe(0);
	expect(output).toContain('claude-req');
});

it('a marketplace that takes the plugin from a folder without dist/ gets told so at the start', async () => {
	await using world = await openPlain('2.1.332');
	const folder = path.join(world.root, 'clone');
	for (const part of ['.claude-plugin', '.claude/skills', 'bin', 'hooks']) {
		cpSync(path.join(checkout, part), path.join(folder, part), { recursive: true });
	}
	const plugins = [{ name: 'req', source: './' }];
	const marketplace = { name: 'claude-req', owner: { name: 'us' }, plugins };
	writeFileSync(path.join(folder, '.claude-plugin/marketplace.json'), JSON.stringify(marketplace));
	const claude = pluginCommands(world, '2.1.332', undefined);
	await claude('marketplace', 'add', folder);
	await claude('install', 'req@claude-req');

	const run = await world.run({ main: [write(world.path('a.ts')), bash('req status')] });

	expect(injectedContext(mainRequests(run)[0], 'SessionStart')[0]).toContain('npm ci');
	const [edit, status] = toolResults(run);
	expect(edit?.failed).toBe(false);
	expect(status?.text).toContain('npm ci');
});

it.each(clientVersions)(
	'what `req init --team` writes makes the marketplace known to Claude Code %s in a trusted folder, without a registry',
	async (client) => {
		await using world = await openPlain(client);
		const env = { PATH: process.env['PATH'] ?? '', HOME: world.home };
		execFileSync(process.execPath, [builtReq, 'init', '--team'], { cwd: world.repo, env });
		const trust = { projects: { [world.repo]: { hasTrustDialogAccepted: true } } };
		writeFileSync(path.join(world.home, '.claude.json'), JSON.stringify(trust));
		const edit = () => world.run({ main: [write(world.path('a.ts'))] });

		// A plugin runs from a folder that settings name before anybody has installed it.
		expect(toolResults(await edit()).map(({ failed }) => failed)).toEqual([true]);
		const claude = pluginCommands(world, client, undefined);
		expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
		expect(toolResults(await edit()).map(({ failed }) => failed)).toEqual([true]);
	},
);
