import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, makeRepo, writeIn } from '../../support/git-repo.ts';
import { makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

describe('init --dry-run', () => {
	it('shows the exact change: git applies it to the same tree', async () => {
		await using world = await makeReqWorld(undefined);
		const twin = join(world.dir, 'twin');
		for (const root of [world.repo, makeRepo(twin)]) {
			writeIn(root, 'Cargo.toml', '');
			writeIn(root, '.claude/settings.json', '{\r\n\t"model": "x", // why\r\n\t"a": 1\r\n}');
		}
		const args = ['init', '--preset', 'strict', '--team'];
		const before = treePrint(world.dir);
		const { stdout, stderr, exit } = await world.req(...args, '--dry-run');
		expect({ stderr, exit }).toEqual({ stderr: expect.stringContaining('ignores'), exit: 2 });
		expect(treePrint(world.dir)).toEqual(before);
		writeFileSync(join(world.dir, 'patch'), stdout);
		git(twin, 'apply', '--whitespace=nowarn', join(world.dir, 'patch'));
		await world.req(...args);
		for (const name of ['settings.json', 'requirements.yaml']) {
			expect(readFileSync(join(twin, '.claude', name), 'utf8')).toBe(
				readFileSync(join(world.repo, '.claude', name), 'utf8'),
			);
		}
	});

	it('shows how a config that is there differs from the preset', async () => {
		await using world = await makeReqWorld('version: 1\nrequirements:\n  mine: {}\n');
		const before = treePrint(world.dir);
		const shown = await world.req('init', '--preset', 'starter', '--dry-run');
		expect(shown).toMatchObject({ exit: 2, stderr: expect.stringContaining('stays as it is') });
		expect(shown.stdout).toContain('-  mine: {}\n');
		expect(shown.stdout).toContain('+  commit_plan:\n');
		expect(shown.stdout.split('\n')[0]).toBe('# nothing is written, with --dry-run or without');
		const { config } = JSON.parse(
			(await world.req('init', '--preset', 'starter', '--dry-run', '--json')).stdout,
		);
		expect(config).toMatchObject({
			state: 'differs',
			diff: expect.stringContaining('-  mine: {}'),
		});
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('and --json tell scripts the plan and what became of it', async () => {
		await using world = await makeReqWorld(undefined);
		const plan = JSON.parse((await world.req('init', '--local', '--dry-run', '--json')).stdout);
		const config = join(world.repo, '.claude/requirements.local.yaml');
		expect(plan).toMatchObject({
			layer: 'local',
			preset: 'starter',
			config: { path: config, state: 'new' },
			test_commands: [],
			default_branch: null,
			found: { test_commands: [], default_branch: 'main' },
			changes: [
				{ path: config, action: 'create', diff: expect.stringContaining('+version: 1') },
				{
					path: join(world.repo, '.git/info/exclude'),
					diff: expect.stringContaining('+/.claude/'),
				},
			],
			kept: [],
			written: false,
		});
		expect(existsSync(config)).toBe(false);
		const done = JSON.parse((await world.req('init', '--local', '--json')).stdout);
		expect(done).toMatchObject({ changes: plan.changes, written: true });
		expect(JSON.parse((await world.req('init', '--local', '--json')).stdout)).toMatchObject({
			config: { state: 'same' },
			changes: [],
			written: false,
		});
	});
});

describe('the schema that a config names in its first line', () => {
	it.each([
		[[], '.claude/requirements.yaml'],
		[['--local'], '.claude/requirements.local.yaml'],
		[['--global'], '../claude/requirements.yaml'],
	])('is the one of this package, and may be elsewhere: init %j', async (args, config) => {
		await using world = await makeReqWorld(undefined);
		await world.req('init', ...args);
		const [, named = ''] =
			/\$schema=(.+)/.exec(readFileSync(join(world.repo, config), 'utf8')) ?? [];
		expect(readFileSync(named, 'utf8')).toBe((await world.req('config', 'schema')).stdout);
		const path = join(world.repo, config);
		writeFileSync(path, readFileSync(path, 'utf8').replace(/\$schema=.*/, '$schema=/elsewhere'));
		expect(await world.json('init', ...args)).toMatchObject({ config: { state: 'same' } });
	});
});

describe('init --local', () => {
	const ignored = (world: ReqWorld) =>
		git(world.repo, 'status', '--porcelain', '--untracked-files=all');

	it('keeps its file out of git, once', async () => {
		await using world = await makeReqWorld(undefined);
		writeFileSync(join(world.repo, '.git/info/exclude'), '# mine');
		await world.req('init', '--local');
		expect(ignored(world)).toBe('');
		expect(readFileSync(join(world.repo, '.git/info/exclude'), 'utf8')).toBe(
			'# mine\n/.claude/requirements.local.yaml\n',
		);
	});

	it('leaves git alone where the file is ignored already', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, '.gitignore', '*.local.yaml\n');
		rmSync(join(world.repo, '.git/info'), { recursive: true });
		await world.req('init', '--local');
		expect(existsSync(join(world.repo, '.git/info'))).toBe(false);
	});

	it('works in a linked worktree, whose git directory is elsewhere', async () => {
		await using world = await makeReqWorld(undefined);
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', tree, '-b', 'topic');
		expect((await world.reqWith({ cwd: tree }, 'init', '--local')).exit).toBe(0);
		expect(git(tree, 'status', '--porcelain')).toBe('');
		expect(existsSync(join(tree, '.claude/requirements.local.yaml'))).toBe(true);
	});
});

describe('init writes nothing', () => {
	it('through a link that leads out of the repository', async () => {
		await using world = await makeReqWorld(undefined);
		mkdirSync(join(world.dir, 'outside'));
		symlinkSync(join(world.dir, 'outside'), join(world.repo, '.claude'));
		for (const more of [[], ['--local'], ['--team']]) {
			expect(await world.req('init', ...more)).toMatchObject({ exit: 1, stdout: '' });
		}
		expect(treePrint(join(world.dir, 'outside'))).toEqual([]);
		rmSync(join(world.repo, '.claude'));
		mkdirSync(join(world.repo, 'tools'));
		symlinkSync('tools', join(world.repo, '.claude'));
		expect((await world.req('init')).exit).toBe(0);
		expect(existsSync(join(world.repo, 'tools/requirements.yaml'))).toBe(true);
	});
	it('but follows the links of a user who keeps settings elsewhere', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.dir, 'dotfiles/settings.json', '{}\n');
		mkdirSync(world.configDir);
		symlinkSync('../dotfiles/settings.json', join(world.configDir, 'settings.json'));
		expect((await world.req('init', '--global', '--status-line')).exit).toBe(0);
		expect(readFileSync(join(world.dir, 'dotfiles/settings.json'), 'utf8')).toContain('statusline');
	});

	it('when one of several files cannot be written: those before it are put back', async () => {
		await using world = await makeReqWorld(undefined);
		const rights = { '.': 0o777, '.git': 0o777, '.git/info': 0o555 };
		chmodSync(world.dir, 0o755);
		for (const [path, mode] of Object.entries(rights)) chmodSync(join(world.repo, path), mode);
		const before = treePrint(world.dir);
		const ran = await world.reqWith({ unprivileged: true }, 'init', '--local');
		expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('info') });
		expect(treePrint(world.dir)).toEqual(before);
	});
});
