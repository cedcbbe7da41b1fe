import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import {
	inState,
	kinds,
	leave,
	PLAN,
	type Pruned,
	prune,
	workOn,
	workOnGone,
} from '../../support/pruned.ts';
import { ANA, BEN, makeReqWorld, satisfiedIn } from '../../support/run-req.ts';

describe('req prune', () => {
	it('the same name again is unsatisfied, for the same session too, and history tells of it', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOn(world, 'topic');
		expect(await satisfiedIn(world, ANA)).toEqual(['plan', 'signed']);
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'branch', '-q', '-D', 'topic');

		const pruned = await prune(world);
		expect(pruned).toMatchObject({
			dry_run: false,
			removed: [{ kind: 'branch_state', path: inState(world, 'topic.json'), of: 'topic' }],
			sessions: [],
			kept: [],
			failed: [],
		});
		expect(pruned.removed[0]?.bytes).toBeGreaterThan(100);
		expect(world.state('topic')).toBeUndefined();

		git(world.repo, 'switch', '-q', '-c', 'topic');
		await world.hook('session-start', ANA, { hook_event_name: 'SessionStart', source: 'resume' });
		expect(await satisfiedIn(world, ANA)).toEqual([]);
		const edit = { file_path: join(world.repo, 'a.txt'), old_string: 'a', new_string: 'b' };
		const denied = await world.hook('pre-tool-use', ANA, {
			tool_name: 'Edit',
			tool_input: edit,
			tool_use_id: 't',
		});
		expect(denied.stdout).toContain('"permissionDecision":"deny"');
		const history = (await world.json('log')) as { requirement: string; ended_by: string }[];
		expect(history.map(({ requirement, ended_by }) => `${requirement} ${ended_by}`).sort()).toEqual(
			['plan pruned', 'signed pruned'],
		);
		expect((await world.req('satisfy', 'plan', '--carry', '--session', BEN)).exit).toBe(1);
	});

	it('keeps every branch that lives: checked out, packed, unborn, being rebased, detached, renamed', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOn(world, 'packed');
		await workOn(world, 'before');
		git(world.repo, 'branch', '-m', 'before', 'after');
		await workOn(world, 'in-tree');
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'worktree', 'add', '-q', join(world.dir, 'tree'), 'in-tree');
		git(world.repo, 'pack-refs', '--all');
		git(world.repo, 'switch', '-q', '--detach');
		await world.start(ANA);
		await world.req('satisfy', 'plan', '--session', ANA);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		git(world.repo, 'symbolic-ref', 'HEAD', 'refs/heads/unborn');
		await world.start(ANA);
		await world.req('satisfy', 'plan', '--session', ANA);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		const before = readdirSync(inState(world));
		expect(before).toEqual(
			expect.arrayContaining(['_detached.json', 'before.json', 'in-tree.json', 'unborn.json']),
		);
		expect(await prune(world)).toMatchObject({
			removed: [],
			kept: [{ path: inState(world, 'before.json') }],
		});
		expect(readdirSync(inState(world))).toEqual(before);

		git(world.repo, 'switch', '-q', 'after');
		expect(await satisfiedIn(world, ANA)).toEqual(['plan', 'signed']);
		await world.req('satisfy', 'plan', '--session', BEN);
		expect(await prune(world)).toMatchObject({ removed: [{ of: 'unborn' }], kept: [] });
	});

	it('is the same in a worktree and in a subdirectory', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOn(world, 'topic');
		await workOn(world, 'gone');
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'branch', '-q', '-D', 'gone');
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', tree, 'topic');
		mkdirSync(join(tree, 'src'));
		const run = await world.reqWith({ cwd: join(tree, 'src') }, 'prune', '--json');
		expect(JSON.parse(run.stdout)).toMatchObject({ removed: [{ of: 'gone' }] });
		expect(world.state('topic')).toBeDefined();
		rmSync(tree, { recursive: true });
		expect(await prune(world)).toMatchObject({ removed: [], kept: [] });
	});

	it('what cannot be judged stays and is named: unreadable, newer, no file, git away', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOnGone(world, 'topic');
		const away = await world.reqWith({ env: { PATH: '/nonexistent' } }, 'prune', '--json');
		expect(JSON.parse(away.stdout)).toMatchObject({
			removed: [],
			kept: [{ path: inState(world), why: expect.stringContaining('git') }],
		});
		writeIn(world.repo, '.git/requirements/broken.json', '{"schema_version":1,');
		writeIn(world.repo, '.git/requirements/newer.json', '{"schema_version":99,"branch":"x"}');
		mkdirSync(inState(world, 'dir.json'));
		symlinkSync(inState(world, 'topic.json'), inState(world, 'link.json'));
		const { removed, kept } = await prune(world);
		expect(removed.map(({ of }) => of)).toEqual(['topic']);
		expect(kept.map(({ path }) => path)).toEqual(
			['broken', 'dir', 'link', 'newer'].map((name) => inState(world, `${name}.json`)),
		);
		expect(existsSync(inState(world, 'broken.json'))).toBe(true);
		expect(world.state('newer')).toBeDefined();
	});

	it('what may not be read keeps no other thing from going', async () => {
		await using world = await makeReqWorld(PLAN);
		for (const branch of ['topic', 'other']) await workOnGone(world, branch);
		await workOn(world, 'deep/living');
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'worktree', 'add', '-q', '-b', 'tree', join(world.dir, 'tree'));
		leave(inState(world, 'quarantine/old.2025-01-01T00-00-00.000Z.json'), '{', 40);
		const { uid, gid } = statSync(world.dir);
		const owned = (...ids: readonly [number, number]) =>
			execFileSync('chown', ['-R', ids.join(':'), world.dir]);
		const pruned = async () => {
			if (uid === 0) owned(65_534, 65_534);
			const { stdout } = await world.reqWith({ unprivileged: true }, 'prune', '--json');
			if (uid === 0) owned(uid, gid);
			return JSON.parse(stdout) as Pruned;
		};
		const trees = join(world.repo, '.git/worktrees');
		chmodSync(trees, 0);
		const first = await pruned();
		expect(kinds(first)).toEqual(['quarantine']);
		expect(first.kept).toEqual([{ path: inState(world), why: expect.stringContaining('git') }]);
		chmodSync(trees, 0o755);
		chmodSync(inState(world, 'other.json'), 0);
		chmodSync(join(world.repo, '.git/refs/heads/deep'), 0);
		const then = await pruned();
		expect(then.removed.map(({ of }) => of)).toEqual(['topic']);
		expect(then.kept).toEqual([
			{ path: inState(world, 'deep-living.json'), why: expect.stringContaining('may not be read') },
			{ path: inState(world, 'other.json'), why: 'it cannot be read' },
		]);
		chmodSync(join(world.repo, '.git/refs/heads/deep'), 0o755);
	});
});

describe('req prune as a command', () => {
	it('the model may look, and not remove (D36)', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOnGone(world, 'topic');
		expect(await world.asModel(BEN, 'prune')).toMatchObject({ exit: 1, stdout: '' });
		expect(world.state('topic')).toBeDefined();
		expect((await world.asModel(BEN, 'prune', '--dry-run')).stdout).toContain('topic');
		expect(world.state('topic')).toBeDefined();
		expect((await world.req('prune')).stdout).toMatch(/^removed: 1 thing, .*\n.*topic$/m);
		expect(await world.req('prune')).toMatchObject({ exit: 0, stdout: 'nothing to prune\n' });
	});

	it('what is in use stays, with a warning: exit 2', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOnGone(world, 'topic');
		mkdirSync(inState(world, 'topic.json.lock'));
		const owner = { pid: process.pid, host: 'another' };
		writeFileSync(inState(world, 'topic.json.lock.owner'), JSON.stringify(owner));
		const busy = await world.req('prune');
		expect(busy).toMatchObject({ exit: 2, stderr: expect.stringContaining('topic.json') });
		expect(world.state('topic')).toBeDefined();
	});

	it('writes nothing where nothing was ever stored', async () => {
		await using world = await makeReqWorld(undefined);
		expect(await world.req('prune')).toMatchObject({ exit: 0, stderr: '' });
		expect(existsSync(inState(world))).toBe(false);
		expect(await world.reqWith({ cwd: world.dir }, 'prune')).toMatchObject({ exit: 0, stderr: '' });
		expect(existsSync(world.configDir)).toBe(false);
	});
});
