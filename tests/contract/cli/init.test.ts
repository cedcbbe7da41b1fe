import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/config/built-in.ts';
import { type PresetName, presetText } from '../../../src/setup/preset-text.ts';
import { git, makeRepo, writeIn } from '../../support/git-repo.ts';
import { putProgram } from '../../support/installed-world.ts';
import { GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const CONFIG = '.claude/requirements.yaml';

function configIn({ repo }: Pick<ReqWorld, 'repo'>): string {
	return readFileSync(join(repo, CONFIG), 'utf8');
}

const CASES = Object.keys(PRESETS).flatMap((preset) => [
	{ preset, options: [], path: `repo/${CONFIG}` },
	{ preset, options: ['--global'], path: 'claude/requirements.yaml' },
]);

describe('init', () => {
	it.each(CASES)('day 30: writes $preset, and no schema, to $path, once', async (one) => {
		await using world = await makeReqWorld(undefined);
		const args = ['init', '--preset', one.preset, ...one.options];
		const before = treePrint(world.dir);
		expect(await world.req(...args, '--dry-run')).toMatchObject({ exit: 0, stderr: '' });
		expect(treePrint(world.dir)).toEqual(before);
		expect(await world.req(...args)).toMatchObject({ exit: 0, stderr: '' });
		const none = { testCommand: undefined, defaultBranch: undefined };
		const text = readFileSync(join(world.dir, one.path), 'utf8');
		expect(text).toBe(presetText(one.preset as PresetName, none));
		expect(text).not.toContain(world.dir);
		expect(treePrint(world.dir).filter((line) => line.includes('schema.json'))).toEqual([]);
		expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
		const after = treePrint(world.dir);
		const again = await world.req(...args);
		expect(again).toMatchObject({ exit: 0, stdout: expect.stringContaining('nothing to change') });
		expect(treePrint(world.dir)).toEqual(after);
	});

	it('starts with the starter, at the top of the repository', async () => {
		await using world = await makeReqWorld(undefined);
		const below = join(world.repo, 'src');
		mkdirSync(below);
		expect((await world.reqWith({ cwd: below }, 'init')).exit).toBe(0);
		expect(await world.json('status')).toMatchObject({ requirements: [{ name: 'commit_plan' }] });
	});

	it('refuses to replace a config by the preset that was asked for', async () => {
		await using world = await makeReqWorld(GATED);
		for (const more of [[], ['--dry-run'], ['--yes']]) {
			const refused = await world.req('init', '--preset', 'strict', ...more);
			expect(refused).toMatchObject({ exit: 1, stderr: expect.stringContaining('exists') });
		}
		expect(configIn(world)).toBe(GATED);
	});

	it('writes no config for all projects of a user who is in the home directory', async () => {
		await using world = await makeReqWorld(undefined);
		const cwd = join(world.dir, 'ana');
		const config = join(cwd, '.claude');
		mkdirSync(config, { recursive: true });
		const env = { CLAUDE_CONFIG_DIR: config };
		const { exit, stderr } = await world.reqWith({ cwd, env }, 'init');
		expect([exit, stderr]).toEqual([1, expect.stringContaining('req init --global')]);
		expect(existsSync(join(config, 'requirements.yaml'))).toBe(false);
		expect((await world.reqWith({ cwd, env }, 'init', '--global')).exit).toBe(0);
	});

	it('advises to commit only in a repository', async () => {
		await using world = await makeReqWorld(undefined);
		expect((await world.req('init')).stdout).toContain('commit it');
		const outside = await world.reqWith({ cwd: world.dir }, 'init');
		expect(outside).toMatchObject({ exit: 0, stderr: '' });
		expect(outside.stdout).not.toContain('commit it');
	});

	it('names the command that sets the clone up, if the plugin is not installed or `req` not on the PATH', async () => {
		await using world = await makeReqWorld(undefined);
		const init = async (env = {}) => {
			const { stdout } = await world.reqWith({ env }, 'init');
			await world.req('init', '--undo');
			return stdout;
		};
		expect(await init()).toMatch(/\n {2}npm --prefix \/\S+ run setup\n/);
		const installed = '{ "version": 2, "plugins": { "req@claude-req": [] } }';
		writeIn(world.configDir, 'plugins/installed_plugins.json', installed);
		expect(await init()).toContain('run setup');
		putProgram(join(world.dir, 'bin/req'), '');
		const PATH = `${join(world.dir, 'bin')}:${world.env['PATH']}`;
		expect(await init({ PATH })).not.toContain('run setup');
	});
});

describe('init finds', () => {
	it('the test command and the default branch of the project', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'package.json', '{"scripts": {"test": "vitest"}}');
		writeIn(world.repo, 'pnpm-lock.yaml', '');
		writeIn(world.repo, 'Makefile', 'test:\n\tpnpm test\n');
		git(world.repo, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD');
		git(world.repo, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
		const { stdout } = await world.req('init', '--preset', 'strict');
		expect(stdout).toContain('pnpm test');
		expect(stdout).toContain('make test');
		expect(configIn(world)).toContain('    commands: ["pnpm test"]\n');
		expect(configIn(world)).toContain('    branches: [main, master, "release/*", "trunk"]\n');
		expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
	});

	it('the branch of a repository without a commit', async () => {
		await using world = await makeReqWorld(undefined);
		git(world.dir, 'init', '-q', '-b', 'trunk', 'new');
		const repo = join(world.dir, 'new');
		git(repo, 'config', 'init.defaultBranch', 'trunk');
		await world.reqWith({ cwd: repo }, 'init', '--preset', 'strict');
		expect(configIn({ repo })).toContain(', "trunk"]');
	});

	it('nothing of this project for all projects, and says what to do', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'go.mod', '');
		const { stdout } = await world.req('init', '--preset', 'review', '--global');
		expect(stdout).toContain('enabled: false');
	});
});

it('init --dry-run shows the exact change: git applies it to the same tree', async () => {
	await using world = await makeReqWorld(undefined);
	const twin = join(world.dir, 'twin');
	for (const root of [world.repo, makeRepo(twin)]) {
		writeIn(root, 'Cargo.toml', '');
		writeIn(root, '.claude/settings.local.json', '{\n\t"model": "x",\n\t"a": [1, 2]\n}');
		writeIn(root, '.gitattributes', '*.png binary');
	}
	const args = ['init', '--preset', 'strict', '--yes'];
	const { stdout } = await world.req(...args, '--dry-run');
	// Git changes no file in .git.
	writeFileSync(join(world.dir, 'patch'), stdout.replaceAll('/.git/info/exclude', '/exclude'));
	writeIn(twin, 'exclude', readFileSync(join(twin, '.git/info/exclude'), 'utf8'));
	git(twin, 'apply', '--whitespace=nowarn', join(world.dir, 'patch'));
	await world.req(...args);
	for (const name of [CONFIG, '.claude/settings.local.json', '.gitattributes']) {
		expect(readFileSync(join(twin, name), 'utf8')).toBe(readFileSync(join(world.repo, name), 'utf8'));
	}
});

describe('init writes nothing', () => {
	it('through a link that leads out of the repository', async () => {
		await using world = await makeReqWorld(undefined);
		mkdirSync(join(world.dir, 'outside'));
		symlinkSync(join(world.dir, 'outside'), join(world.repo, '.claude'));
		expect(await world.req('init')).toMatchObject({ exit: 1, stdout: '' });
		expect(treePrint(join(world.dir, 'outside'))).toEqual([]);
		rmSync(join(world.repo, '.claude'));
		mkdirSync(join(world.repo, 'tools'));
		symlinkSync('tools', join(world.repo, '.claude'));
		expect((await world.req('init')).exit).toBe(0);
		expect(existsSync(join(world.repo, 'tools/requirements.yaml'))).toBe(true);
		expect((await world.req('init', '--undo')).exit).toBe(0);
		expect(existsSync(join(world.repo, 'tools'))).toBe(true);
	});

	it('but follows the links of a user who keeps settings elsewhere', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.dir, 'dotfiles/settings.json', '{}\n');
		mkdirSync(world.configDir);
		symlinkSync('../dotfiles/settings.json', join(world.configDir, 'settings.json'));
		expect((await world.req('init', '--global', '--yes')).exit).toBe(0);
		expect(readFileSync(join(world.dir, 'dotfiles/settings.json'), 'utf8')).toContain('statusline');
	});

	it.each([
		['{\n  "model": "opus", // why\n}\n', 'is not JSON'],
		[Buffer.from([0x7b, 0xff, 0x7d]), 'is not UTF-8'],
	])('if the settings could not be put back or are ignored: %#', async (text, why) => {
		await using world = await makeReqWorld(undefined);
		mkdirSync(join(world.repo, '.claude'));
		writeFileSync(join(world.repo, '.claude/settings.local.json'), text);
		const before = treePrint(world.dir);
		const refused = { exit: 1, stdout: '', stderr: expect.stringContaining(why) };
		expect(await world.req('init', '--yes')).toMatchObject(refused);
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('if one of several files cannot be written: those before it are put back', async () => {
		await using world = await makeReqWorld(undefined);
		const rights = { '.': 0o777, '.git': 0o777, '.git/info': 0o555 };
		chmodSync(world.dir, 0o755);
		for (const [path, mode] of Object.entries(rights)) chmodSync(join(world.repo, path), mode);
		const before = treePrint(world.dir);
		const ran = await world.reqWith({ unprivileged: true }, 'init', '--yes');
		expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('info') });
		expect(treePrint(world.dir)).toEqual(before);
	});
});
