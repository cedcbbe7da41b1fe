import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { birthOf, commitsSince, earlierNames } from '../../src/git/branch-log.ts';
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
	])('%s: when and where', async (_, commands) => {
		const { at, dir, run, birth } = await repo();
		await using _world = at;
		const before = Date.now();
		for (const command of commands) run(...command);
		const born = await birth();
		expect(born?.commit).toBe(git(dir, 'rev-parse', 'HEAD'));
		expect(Number(born?.at)).toBeGreaterThanOrEqual(before);
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

	test('the commits of a branch since a time are those it moved between, and its present one', async () => {
		const { at, dir, run } = await repo();
		await using _world = at;
		const head = () => git(dir, 'rev-parse', 'HEAD');
		const first = head();
		run('commit', '-q', '--allow-empty', '-m', 'b');
		const second = head();
		expect(commitsSince(placeOf(dir), 0)).toEqual(new Set(['0'.repeat(40), first, second]));
		expect(commitsSince(placeOf(dir), Date.now() - 60_000)).toEqual(new Set([first, second]));
		expect(commitsSince(placeOf(dir), Date.now() + 60_000)).toEqual(new Set([second]));
		run('checkout', '-q', '--detach');
		expect(commitsSince(placeOf(dir), Date.now() - 60_000)).toContain(second);
	});

	test('nothing is known of a repository’s first branch, or without logs', async () => {
		const { at, run, birth } = await repo();
		await using _world = at;
		expect(await birth()).toBeUndefined();
		run('config', 'core.logAllRefUpdates', 'false');
		run('switch', '-q', '-c', 'silent');
		expect(await birth()).toBeUndefined();
	});
});
