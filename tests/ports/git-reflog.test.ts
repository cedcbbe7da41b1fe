import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { birthOf, earlierNames } from '../../src/git/branch-log.ts';
import { commitFile, git, gitEnv, gitIn, makeRepo } from '../support/git-repo.ts';
import { makeWorld, placeOf } from '../support/git-world.ts';

describe('D4: a renamed branch knows its earlier names', () => {
	test('the newest first, through several renames', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		expect(earlierNames(placeOf(at.dir))).toEqual([]);
		git(at.dir, 'branch', '-m', 'dir/two');
		commitFile(at.dir, 'b.txt', 'b\n');
		git(at.dir, 'branch', '-m', 'three');
		expect(earlierNames(placeOf(at.dir))).toEqual(['dir/two', 'one']);
	});

	test('renamed from another worktree', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
		git(join(at.dir, 'main'), 'branch', '-m', 'side', 'lateral');
		const place = placeOf(join(at.dir, 'side'));
		expect([place.branch, earlierNames(place)]).toEqual(['lateral', ['side']]);
	});

	test.each(['loose', 'packed'])('not one that is a branch again (%s)', async (kind) => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		git(at.dir, 'branch', '-m', 'two');
		git(at.dir, 'branch', 'one');
		if (kind === 'packed') git(at.dir, 'pack-refs', '--all', '--prune');
		expect(earlierNames(placeOf(at.dir))).toEqual([]);
	});

	test('not its own name, when it was renamed back', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		git(at.dir, 'branch', '-m', 'two');
		git(at.dir, 'branch', '-m', 'one');
		expect(earlierNames(placeOf(at.dir))).toEqual(['two']);
	});

	test('a new branch of an old name inherits nothing', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		git(at.dir, 'branch', '-m', 'two');
		git(at.dir, 'checkout', '-q', 'main');
		git(at.dir, 'branch', '-q', '-D', 'two');
		git(at.dir, 'checkout', '-q', '-b', 'two');
		expect(earlierNames(placeOf(at.dir))).toEqual([]);
	});

	test('names in the log are not trusted', async () => {
		await using at = await makeWorld();
		const id = '0'.repeat(40);
		const line = (from: string) =>
			`${id} ${id} A <a> 0 +0000\tBranch: renamed ${from} to refs/heads/main\n`;
		const log = join(makeRepo(at.dir), '.git/logs/refs/heads/main');
		const hostile = ['refs/heads/../../etc', 'refs/tags/x', '/etc/passwd'];
		writeFileSync(log, ['refs/heads/old', ...hostile].map(line).join(''));
		expect(earlierNames(placeOf(at.dir))).toEqual(['old']);
	});
});

describe('how a branch began', () => {
	const LOCAL = { ...gitEnv, GIT_COMMITTER_DATE: '' };

	async function repo() {
		const at = await makeWorld();
		const dir = makeRepo(join(at.dir, 'main'));
		const run = (...args: readonly string[]) => gitIn(dir, LOCAL, args);
		return { at, dir, run, birth: (root = dir) => birthOf(placeOf(root)) };
	}

	test.each([
		['switch -c', [['switch', '-q', '-c', 'next']]],
		['checkout -b', [['checkout', '-q', '-b', 'next']]],
		[
			'branch, then switch',
			[
				['branch', 'next'],
				['switch', '-q', 'next'],
			],
		],
		[
			'an alias',
			[
				['config', 'alias.go', 'switch -c'],
				['go', 'next'],
			],
		],
	])('%s: when, where, and which branch the working tree left', async (_, commands) => {
		const { at, dir, run, birth } = await repo();
		await using _world = at;
		const before = Date.now();
		for (const command of commands) run(...command);
		const born = await birth();
		expect(born).toMatchObject({ commit: git(dir, 'rev-parse', 'HEAD'), from: 'main' });
		// Clocks of files run a few milliseconds behind.
		expect(Number(born?.at)).toBeGreaterThan(before - 100);
	});

	test('switch -C begins a branch anew', async () => {
		const { at, dir, run, birth } = await repo();
		await using _world = at;
		git(dir, 'branch', 'next');
		const old = Date.parse('2026-11-20T10:00:01Z');
		git(dir, 'switch', '-q', 'next');
		expect(Number((await birth())?.at)).toBeLessThan(old);
		git(dir, 'switch', '-q', 'main');
		commitFile(dir, 'b.txt', 'b\n');
		run('switch', '-q', '-C', 'next');
		expect(Number((await birth())?.at)).toBeGreaterThan(old);
	});

	test('a working tree of its own left no branch', async () => {
		const { at, dir, run, birth } = await repo();
		await using _world = at;
		run('worktree', 'add', '-q', '-b', 'side', '../side');
		const born = await birth(join(at.dir, 'side'));
		expect([born?.commit, born?.from]).toEqual([git(dir, 'rev-parse', 'HEAD'), undefined]);
	});

	test('nothing is known of a clone’s own branch, of a remote branch’s copy, or without logs', async () => {
		const { at, dir, run, birth } = await repo();
		await using _world = at;
		expect(await birth()).toBeUndefined();
		git(dir, 'update-ref', 'refs/remotes/origin/shared', 'HEAD');
		run('checkout', '-q', '-b', 'shared', 'refs/remotes/origin/shared');
		expect(await birth()).toBeUndefined();
		run('config', 'core.logAllRefUpdates', 'false');
		run('switch', '-q', '-c', 'silent');
		expect(await birth()).toBeUndefined();
	});
});
