import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type ClientVersion, clientVersions } from '../support/client-binary.ts';
import { pluginCommands } from '../support/client-commands.ts';
import { type ClientWorld, checkout, openWorld } from '../support/client-world.ts';
import { bash, skill, text, write } from '../support/model-turns.ts';
import { startNpmRegistry } from '../support/npm-registry.ts';
import { packPlugin, unpackPlugin } from '../support/packed-plugin.ts';
import { builtReq } from '../support/run-req.ts';
import { injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

const plan = `version: 1
requirements:
  commit_plan: { skills: [arch-review] }
`;
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

/** Where the client keeps what it took from a registry, by version. */
function cached(world: ClientWorld): string {
	return path.join(world.home, '.claude/plugins/cache/claude-req/req');
}

function userSettings(world: ClientWorld): unknown {
	return JSON.parse(readFileSync(path.join(world.home, '.claude/settings.json'), 'utf8'));
}

const bytecode = `${process.version}-${process.arch}`;
const { version: shippedVersion } = JSON.parse(
	readFileSync(path.join(checkout, 'package.json'), 'utf8'),
);

it.each(clientVersions)(
	'the unpacked tarball is a marketplace for Claude Code %s: it installs without a build or a network, gates, and leaves',
	async (client) => {
		await using world = await openPlain(client);
		const claude = pluginCommands(world, client, undefined);
		const plugin = unpacked(world);
		mkdirSync(path.join(world.home, '.claude'), { recursive: true });
		writeFileSync(path.join(world.home, '.claude/settings.json'), '{ "cleanupPeriodDays": 9 }');

		const steps = [
			await claude('validate', '--strict', plugin),
			await claude('marketplace', 'add', plugin),
			await claude('install', 'req@claude-req'),
		];
		expect(steps.map(({ exit }) => exit)).toEqual([0, 0, 0]);
		expect((await claude('list')).output).toMatch(/req@claude-req[\s\S]*✔ enabled/);
		const file = world.path('a.ts');
		const run = await world.run({
			prompts: ['Build it.', '/req:satisfy commit_plan', 'Go on.'],
			main: [write(file), text('Not yet.'), write(file), bash('req status')],
		});

		const results = toolResults(run);
		expect(results.map(({ failed }) => failed)).toEqual([true, false, false]);
		expect(results[2]?.text).toContain('commit_plan');
		// The client runs it where it was unpacked, and the session start made bytecode there.
		expect(readdirSync(path.join(plugin, 'dist/code'))).toContain(bytecode);

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
	"Claude Code %s takes the repository's marketplace entry from npm, with nothing beside it, and updates it",
	async (client) => {
		await using world = await openPlain(client);
		await using registry = await startNpmRegistry();
		registry.publish(packPlugin(world.root));
		const claude = pluginCommands(world, client, registry.url);
		const edit = () => world.run({ main: [write(world.path('a.ts')), skill('req:arch-review')] });

		expect(await claude('marketplace', 'add', checkout)).toMatchObject({ exit: 0 });
		expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
		expect(toolResults(await edit()).map(({ failed }) => failed)).toEqual([true, false]);
		expect(new Set(registry.asked.map((asked) => asked.split('/')[1]))).toEqual(
			new Set(['claude-req']),
		);

		registry.publish(packPlugin(world.root, '99.0.0'));
		expect(await claude('update', 'req@claude-req')).toMatchObject({ exit: 0 });
		expect(readdirSync(cached(world)).sort()).toEqual([shippedVersion, '99.0.0'].sort());
		expect(toolResults(await edit()).map(({ failed }) => failed)).toEqual([true, false]);
		expect(readdirSync(path.join(cached(world), '99.0.0/dist/code'))).toContain(bytecode);
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

it('without a registry the installation fails aloud', async () => {
	await using world = await openPlain('2.1.330');
	const claude = pluginCommands(world, '2.1.330', undefined);
	await claude('marketplace', 'add', checkout);

	const { exit, output } = await claude('install', 'req@claude-req');

	expect(exit).not.toBe(0);
	expect(output).toContain('claude-req');
});

it('a marketplace that takes the plugin from a folder without dist/ gets told so at the start (behaviour 56)', async () => {
	await using world = await openPlain('2.1.330');
	const folder = path.join(world.root, 'clone');
	for (const part of ['.claude-plugin', '.claude/skills', 'bin', 'hooks']) {
		cpSync(path.join(checkout, part), path.join(folder, part), { recursive: true });
	}
	const plugins = [{ name: 'req', source: './' }];
	const marketplace = { name: 'claude-req', owner: { name: 'us' }, plugins };
	writeFileSync(path.join(folder, '.claude-plugin/marketplace.json'), JSON.stringify(marketplace));
	const claude = pluginCommands(world, '2.1.330', undefined);
	await claude('marketplace', 'add', folder);
	await claude('install', 'req@claude-req');

	const run = await world.run({ main: [write(world.path('a.ts')), bash('req status')] });

	expect(injectedContext(mainRequests(run)[0], 'SessionStart')[0]).toContain('npm ci');
	const [edit, status] = toolResults(run);
	expect(edit?.failed).toBe(false);
	expect(status?.text).toContain('npm ci');
});

it.each(clientVersions)(
	'what `req init --team` writes makes the marketplace known to Claude Code %s in a trusted folder',
	async (client) => {
		await using world = await openPlain(client);
		await using registry = await startNpmRegistry();
		registry.publish(packPlugin(world.root));
		const env = { PATH: process.env['PATH'] ?? '', HOME: world.home };
		execFileSync(process.execPath, [builtReq, 'init', '--team'], { cwd: world.repo, env });
		const trust = { projects: { [world.repo]: { hasTrustDialogAccepted: true } } };
		writeFileSync(path.join(world.home, '.claude.json'), JSON.stringify(trust));
		const edit = () => world.run({ main: [write(world.path('a.ts'))] });

		expect(toolResults(await edit()).map(({ failed }) => failed)).toEqual([false]);
		const claude = pluginCommands(world, client, registry.url);
		expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
		expect(toolResults(await edit()).map(({ failed }) => failed)).toEqual([true]);
	},
);
