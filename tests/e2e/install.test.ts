import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pluginCommands } from '../support/client-commands.ts';
import { type ClientWorld, checkout, openWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, text, write } from '../support/model-turns.ts';
import { startNpmRegistry } from '../support/npm-registry.ts';
import { packPlugin } from '../support/packed-plugin.ts';
import { failures, toolResults } from '../support/seen-by-model.ts';

const CLIENT = '2.1.332';
const settings = '{\n  "permissions": { "deny": ["WebFetch"] }\n}\n';

/** A repository with a config and settings of its own, and a client that has no plugin yet. */
async function openPlain(): Promise<ClientWorld> {
	const world = await openWorld({ client: CLIENT, plugin: undefined });
	world.write('.claude/requirements.yaml', plan);
	world.write('.claude/settings.json', settings);
	world.git('add', '-A');
	world.git('commit', '-q', '-m', 'Require a plan');
	return world;
}

/** `claude plugin …` for each line, without a registry unless one is given. */
async function plugin(world: ClientWorld, lines: readonly string[], registry?: string) {
	const claude = pluginCommands(world, CLIENT, registry);
	for (const line of lines) {
		expect(await claude(...line.split(' ')), line).toMatchObject({ exit: 0 });
	}
}

/** What is left in the user's settings when the plugin has gone: two empty maps, and nothing of ours. */
async function isGone(world: ClientWorld): Promise<void> {
	const user = readFileSync(path.join(world.home, '.claude/settings.json'), 'utf8');
	expect(JSON.parse(user)).toEqual({ enabledPlugins: {}, extraKnownMarketplaces: {} });
	expect(world.read('.claude/settings.json')).toBe(settings);
	const after = await world.run({ main: [write(world.path('b.ts')), bash('req status')] });
	expect(failures(after)).toEqual([false, true]);
	expect(world.git('status', '--porcelain')).toBe('?? a.ts\n?? b.ts');
}

const tarballs = mkdtempSync(path.join(tmpdir(), 'req-tarballs-'));
afterAll(() => rmSync(tarballs, { recursive: true }));
let packed: string | undefined;

/** The tarball of this version, packed once. */
function tarball(): string {
	packed ??= packPlugin(tarballs);
	return packed;
}

/** A session is refused an edit, the user satisfies the gate, and it knows `req`; which one that is. */
async function gates(world: ClientWorld): Promise<string> {
	const edit = write(world.path('a.ts'));
	const run = await world.run({
		prompts: ['Build it.', '/req:satisfy commit_plan', 'Go on.'],
		main: [edit, text('Not yet.'), edit, bash('which req; req status')],
	});
	expect(failures(run)).toEqual([true, false, false]);
	const [which = '', ...status] = toolResults(run)[2]?.text.split('\n') ?? [];
	expect(status.join('\n')).toContain('commit_plan');
	return which;
}

it('a built clone is a marketplace: it installs without a registry, gates, follows the next build, and leaves', async () => {
	await using world = await openPlain();
	const clone = path.join(world.root, 'clone');
	world.git('clone', '-q', checkout, clone);
	symlinkSync(path.join(checkout, 'node_modules'), path.join(clone, 'node_modules'));
	const bin = path.join(world.root, 'prefix/bin');
	mkdirSync(bin, { recursive: true });
	symlinkSync(world.program, path.join(bin, 'claude'));
	const PATH = `${bin}:${world.env['PATH']}`;
	const env = { ...world.env, PATH, npm_config_prefix: path.join(world.root, 'prefix') };
	const npm = (...script: readonly string[]) =>
		execFileSync('npm', ['run', '--silent', ...script], { cwd: clone, env, stdio: 'pipe' });
	// What `npm ci` runs after it has fetched the dependencies; those are the checkout's.
	npm('prepare');
	expect(world.git('-C', clone, 'status', '--porcelain')).toBe('?? node_modules');

	await plugin(world, [`validate --strict ${clone}/dist/plugin`]);
	npm('setup', '--', '--yes');
	expect(realpathSync(path.join(bin, 'req'))).toBe(path.join(clone, 'bin/req'));
	expect(await gates(world)).toBe(`${clone}/dist/plugin/bin/req`);
	const doctor = () => {
		const args = [path.join(clone, 'dist/cli/req.cjs'), 'doctor', '--json'];
		return spawnSync('node', args, { cwd: world.repo, env: world.env, encoding: 'utf8' }).stdout;
	};
	expect(doctor()).not.toMatch(/"code": "(plugin_|not_installed)/);

	npm('build');
	const rebuilt = await world.run({
		main: [write(world.path('a.ts')), skill('req:arch-review')],
	});
	expect(failures(rebuilt)).toEqual([true, false]);

	rmSync(path.join(clone, 'dist/plugin'), { recursive: true });
	expect(doctor()).toContain(`npm ci && npm run build\` in ${clone}`);
	npm('setup', '--', '--undo', '--yes');
	expect(existsSync(path.join(bin, 'req'))).toBe(false);
	await isGone(world);
});

it("what npm installed for the user's terminal is a marketplace", async () => {
	await using world = await openPlain();
	const prefix = path.join(world.root, 'prefix');
	const folder = path.join(prefix, 'lib/node_modules/claude-req');
	const offline = ['--global', '--offline', '--prefix', prefix, '--loglevel=error'];
	execFileSync('npm', ['install', ...offline, tarball()]);

	await plugin(world, [`marketplace add ${folder}`, 'install req@claude-req']);

	expect(await gates(world)).toBe(`${folder}/bin/req`);
});

it('once it is published, the marketplace entry comes from npm, with nothing beside it, and is updated', async () => {
	await using world = await openPlain();
	await using registry = await startNpmRegistry();
	const repository = path.join(world.root, 'published');
	for (const part of ['.claude-plugin', 'package.json']) {
		cpSync(path.join(checkout, part), path.join(repository, part), { recursive: true });
	}
	const script = path.join(checkout, 'scripts/marketplace.ts');
	const switchToNpm = ['--import', import.meta.resolve('tsx'), script, 'npm'];
	execFileSync(process.execPath, switchToNpm, { cwd: repository });
	const cache = path.join(world.home, '.claude/plugins/cache/claude-req/req');

	registry.publish(tarball());
	const install = [`marketplace add ${repository}`, 'install req@claude-req'];
	await plugin(world, install, registry.url);
	const asked = new Set(registry.asked.map((request) => request.split('/')[1]));
	expect(asked).toEqual(new Set(['claude-req']));
	const [version = ''] = readdirSync(cache);
	expect(await gates(world)).toBe(`${cache}/${version}/bin/req`);

	registry.publish(packPlugin(world.root, '99.0.0'));
	await plugin(world, ['update req@claude-req'], registry.url);
	const updated = await world.run({
		main: [bash('which req'), write(world.path('b.ts'))],
	});
	expect(toolResults(updated)[0]?.text).toBe(`${cache}/99.0.0/bin/req`);
	expect(failures(updated)).toEqual([false, true]);
});
