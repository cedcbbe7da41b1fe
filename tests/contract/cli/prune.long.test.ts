import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { age, inState, kinds, PLAN, type Pruned, prune, workOn, workOnGone } from '../../support/pruned.ts';
import { ANA, BEN, makeReqWorld } from '../../support/run-req.ts';

describe('req prune', () => {
	it('keeps every branch that lives: checked out, packed, unborn, detached', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOn(world, 'packed');
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
		for (const name of before) age(inState(world, name), 31);
		expect(before).toEqual(expect.arrayContaining(['_detached.json', 'in-tree.json', 'packed.json', 'unborn.json']));
		expect(await prune(world)).toMatchObject({ removed: [] });
		expect(readdirSync(inState(world))).toEqual(before);

		git(world.repo, 'switch', '-q', 'main');
		expect(await prune(world)).toMatchObject({ removed: [{ of: 'unborn' }] });
	});

	it('what may not be read keeps no other thing from going', async () => {
		await using world = await makeReqWorld(PLAN);
		for (const branch of ['topic', 'other']) await workOnGone(world, branch);
		await workOn(world, 'team/one');
		age(inState(world, 'team-one.json'), 31);
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'worktree', 'add', '-q', '-b', 'tree', join(world.dir, 'tree'));
		const { uid, gid } = statSync(world.dir);
		const owned = (...ids: readonly [number, number]) => execFileSync('chown', ['-R', ids.join(':'), world.dir]);
		const pruned = async () => {
			if (uid === 0) owned(65_534, 65_534);
			const { stdout } = await world.reqWith({ unprivileged: true }, 'prune', '--json');
			if (uid === 0) owned(uid, gid);
			return JSON.parse(stdout) as Pruned;
		};
		for (const folder of ['.git/worktrees', '.git/refs/heads/team']) {
			chmodSync(join(world.repo, folder), 0);
			expect(await pruned(), folder).toMatchObject({ removed: [] });
			chmodSync(join(world.repo, folder), 0o755);
		}
		chmodSync(inState(world, 'other.json'), 0);
		const then = await pruned();
		expect(then.removed.map(({ of }) => of)).toEqual(['topic']);
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

	it('what cannot be removed stays, with a warning: exit 2', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOnGone(world, 'topic');
		const { uid } = statSync(world.dir);
		chmodSync(inState(world), 0o555);
		if (uid === 0) execFileSync('chown', ['-R', '65534:65534', world.dir]);
		const kept = await world.reqWith({ unprivileged: true }, 'prune');
		chmodSync(inState(world), 0o755);
		expect(kept).toMatchObject({ exit: 2, stderr: expect.stringContaining('topic.json stays') });
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

describe('req prune outside git', () => {
	it('removes the state of directories that are gone, once it is old enough', async () => {
		await using world = await makeReqWorld(PLAN);
		const outside = join(world.dir, 'outside');
		writeIn(outside, '.claude/requirements.yaml', PLAN);
		await world.reqWith({ cwd: outside }, 'satisfy', 'plan', '--session', ANA);
		const projects = join(world.configDir, 'requirements/projects');
		const [name = ''] = readdirSync(projects);
		mkdirSync(join(projects, 'of-nobody'));
		age(join(projects, 'of-nobody'), 31);
		renameSync(outside, `${outside}.moved`);
		expect(await prune(world)).toMatchObject({ removed: [] });
		for (const file of readdirSync(join(projects, name))) age(join(projects, name, file), 31);
		age(join(projects, name), 31);
		expect((await prune(world, '--dry-run')).removed).toMatchObject([
			{ kind: 'project', path: join(projects, name), of: outside },
		]);
		renameSync(`${outside}.moved`, outside);
		expect((await prune(world)).removed).toEqual([]);
		rmSync(outside, { recursive: true });
		expect(kinds(await prune(world))).toEqual(['project']);
		expect(readdirSync(projects)).toEqual(['of-nobody']);
	});
});
