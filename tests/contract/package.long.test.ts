import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { publint } from 'publint';
import { afterAll, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { packPlugin, unpackPlugin } from '../support/packed-plugin.ts';
import { hookNames } from '../support/run-hook.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const scratch = await createFixture({});
const tarball = packPlugin(scratch.path);
const root = unpackPlugin(tarball, scratch.path);
const files = filesOf(root);

afterAll(() => scratch.rm());

function filesOf(directory: string): string[] {
	return readdirSync(directory, { recursive: true, encoding: 'utf8' })
		.filter((name) => statSync(join(directory, name)).isFile())
		.sort();
}

it('holds what a user needs and nothing else', () => {
	const skills = filesOf(join(repository, '.claude/skills')).map((name) => `.claude/skills/${name}`);

	expect(files).toEqual(
		[
			...['.claude-plugin/marketplace.json', '.claude-plugin/plugin.json', 'package.json'],
			...['LICENSE', 'README.md', 'bin/req', 'config/requirements.schema.json'],
			'docs/troubleshooting.md',
			...['dist/LICENSES.txt', 'dist/cli/req.cjs', 'dist/cli/start.cjs'],
			...hookNames.flatMap((name) => [`dist/hooks/${name}.cjs`, `dist/code/${name}.cjs`]),
			...['dist/server.cjs', 'dist/answer-hook-call.cjs', 'hooks/hooks.json', 'hooks/launch.cjs'],
			...['hooks/no-server.sh', 'hooks/server.sh', 'hooks/session-start.sh'],
			...skills,
		].sort(),
	);
});

it('names nothing of the machine it was built on', () => {
	const named = files.filter((name) => readFileSync(join(root, name), 'utf8').includes(repository));

	expect(named).toEqual([]);
});

it('brings the licence of every package in its bundles', () => {
	const licences = readFileSync(join(root, 'dist/LICENSES.txt'), 'utf8');
	const named = [...licences.matchAll(/^== (\S+) \d/gm)].map(([, name]) => name);

	expect(named).toEqual(
		expect.arrayContaining(['commander', 'proper-lockfile', 'simple-git', 'unbash', 'yaml', 'zod']),
	);
	expect(licences.match(/copyright|blue oak/gi)?.length).toBeGreaterThanOrEqual(named.length);
});

it('resolves for those who install it', async () => {
	const { messages } = await publint({ pkgDir: root, level: 'warning' });

	expect(messages).toEqual([]);
});

it('is one version under one name, in the marketplace too', () => {
	const json = (base: string, name: string) => JSON.parse(readFileSync(join(base, name), 'utf8'));
	const marketplace = '.claude-plugin/marketplace.json';

	expect(json(root, '.claude-plugin/plugin.json')).toMatchObject({
		name: 'req',
		version: packageJson.version,
	});
	// An unpacked tarball is a marketplace by itself; the repository's names the folder that the build makes.
	expect(json(root, marketplace).plugins).toMatchObject([{ name: 'req', source: './' }]);
	expect(json(repository, marketplace)).toMatchObject({
		name: packageJson.name,
		plugins: [
			{ name: 'req', source: './dist/plugin' },
			{ name: 'req-processes', source: './dist/plugin-processes' },
		],
	});
});

it('is the same as a folder that the build makes', () => {
	const folder = join(repository, 'dist/plugin');

	expect(filesOf(folder)).toEqual(files);
	for (const name of files) {
		expect(readFileSync(join(folder, name)).equals(readFileSync(join(root, name))), name).toBe(true);
	}
});

/** `scripts/marketplace.ts` in the unpacked package. */
function marketplaceScript(where: string): void {
	const script = join(repository, 'scripts/marketplace.ts');
	execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), script, where], {
		cwd: root,
	});
}

it.each(['.claude-plugin/marketplace.json', 'package.json'])(
	'%s of the repository is the same after packing as before',
	(name) => {
		marketplaceScript('repository');
		expect(readFileSync(join(root, name), 'utf8')).toBe(readFileSync(join(repository, name), 'utf8'));
		marketplaceScript('package');
		marketplaceScript('package');
		marketplaceScript('repository');
		expect(readFileSync(join(root, name), 'utf8')).toBe(readFileSync(join(repository, name), 'utf8'));
		marketplaceScript('package');
	},
);

it('runs nothing when it is installed', () => {
	const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const atInstall = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];

	expect(Object.keys(scripts).filter((name) => atInstall.includes(name))).toEqual([]);
});

it("gives npm's users `req`, and installs nothing else", () => {
	const prefix = join(scratch.path, 'prefix');
	const env = { PATH: process.env['PATH'], HOME: scratch.path, CLAUDE_CONFIG_DIR: scratch.path };
	const offline = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
	execFileSync('npm', ['install', '--global', '--prefix', prefix, ...offline, tarball], { env });
	const status = spawnSync(join(prefix, 'bin/req'), ['status'], {
		cwd: scratch.path,
		env,
		encoding: 'utf8',
	});

	expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual([packageJson.name]);
	expect(filesOf(join(prefix, 'lib/node_modules', packageJson.name))).toEqual(files);
	expect({ status: status.status, stderr: status.stderr }).toEqual({ status: 0, stderr: '' });
});

it('runs without its dependencies installed: everything a hook or a command needs is bundled', () => {
	const env = { PATH: process.env['PATH'], HOME: scratch.path, CLAUDE_CONFIG_DIR: scratch.path };
	const help = spawnSync(join(root, 'bin', 'req'), ['--help'], { env, encoding: 'utf8' });
	const input = JSON.stringify({ session_id: 'cad0ac4d', cwd: scratch.path, source: 'startup' });
	const start = spawnSync(process.execPath, [join(root, 'hooks', 'launch.cjs')], {
		env,
		input,
		cwd: scratch.path,
		encoding: 'utf8',
	});

	expect({ status: help.status, stderr: help.stderr }).toEqual({ status: 0, stderr: '' });
	expect(help.stdout).toContain('status');
	expect({ status: start.status, out: start.stdout, err: start.stderr }).toEqual({
		status: 0,
		out: '',
		err: '',
	});
});

it('has a second build without the server, which is the same plugin otherwise', () => {
	const folder = join(repository, 'dist/plugin-processes');
	const without = [
		'.claude-plugin/marketplace.json',
		'dist/answer-hook-call.cjs',
		'dist/server.cjs',
		'hooks/no-server.sh',
		'hooks/server.sh',
	];
	expect(filesOf(folder)).toEqual(files.filter((name) => !without.includes(name)));
	const different = filesOf(folder).filter(
		(name) => !readFileSync(join(folder, name)).equals(readFileSync(join(root, name))),
	);
	expect(different).toEqual(['.claude-plugin/plugin.json', 'hooks/hooks.json']);
	expect(readFileSync(join(folder, 'hooks/hooks.json'), 'utf8')).not.toContain('mcp_tool');
});
