import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { earlierNames } from '../../src/git/branch-log.ts';
import { livingBranches } from '../../src/git/find-place.ts';
import { git, gitSucceeds, makeRepo, quietEnv, shell } from '../support/git-repo.ts';
import { makeWorld, oracle, placeOf, seen } from '../support/git-world.ts';
import { makePipe } from '../support/make-pipe.ts';

/** A folder with a repository in its folder `repo`, after a script in it. */
async function worldAfter(script: string) {
	const world = await makeWorld();
	makeRepo(join(world.dir, 'repo'));
	shell(world.dir, script);
	return { ...world, at: (name: string) => join(world.dir, name) };
}

const SIDE = 'git -C repo worktree add -q -b side ../side';
const BARE = 'git clone -q --bare repo bare.git';
const HIDDEN = 'git clone -q --bare repo own/.bare; echo "gitdir: ./.bare" > own/.git';
/** Paths between a worktree and its repository may be relative. */
const RELATIVE = `${SIDE}; echo gitdir: ../repo/.git/worktrees/side > side/.git
echo ../../../../side/.git > repo/.git/worktrees/side/gitdir`;
const NAMES = ['feature/deep/x', 'v1.2', 'größe', '機能/一', 'x@y', 'UPPER'];

describe('a place is where git sees it', () => {
	test.each<[title: string, script: string, ...dirs: string[]]>([
		['a repository and its folders', 'mkdir -p repo/src/deep', 'repo', 'repo/src', 'repo/src/deep'],
		['a linked worktree', `${SIDE}; mkdir side/sub`, 'repo', 'side', 'side/sub'],
		['one that was moved', `${SIDE}; git -C repo worktree move ../side ../moved`, 'moved'],
		['one with relative paths', RELATIVE, 'side'],
		['one of a bare repository', `${BARE}; git -C bare.git worktree add -qb s ../side`, 'side'],
		['one beside a hidden one', `${HIDDEN}; git -C own worktree add -qb s side`, 'own/side'],
		[
			'a submodule, and a worktree of it',
			'git init -q app; cd app; git submodule -q add $PWD/../repo lib/l; git -C lib/l worktree add -qb s ../../../s',
			...['app', 'app/lib', 'app/lib/l', 's'],
		],
		['a repository inside another', 'git init -q repo/in/er', 'repo/in', 'repo/in/er'],
		['one with its files elsewhere', 'git init -q work --separate-git-dir store', 'work'],
		['an empty .git directory is none', 'mkdir -p repo/sub/.git', 'repo/sub'],
		['branches packed into one file', 'cd repo; git switch -qc a/b; git pack-refs --all', 'repo'],
		['a HEAD with blank lines', "printf 'ref:\\n\\n refs/heads/main\\n' > repo/.git/HEAD", 'repo'],
		['more than git reads', "printf 'ref: refs/heads/main\\0x\\n' > repo/.git/HEAD", 'repo'],
		['an unborn branch', 'git -C repo checkout -q --orphan first/born', 'repo'],
		['through a symlink', 'mkdir repo/src; ln -s repo/src link', 'link'],
		...NAMES.map((name) => [name, `git -C repo switch -qc '${name}'`, 'repo'] as [string, string, string]),
	])('%s', async (_, script, ...dirs) => {
		await using world = await worldAfter(script);
		for (const dir of dirs.map(world.at)) expect(seen(placeOf(dir)), dir).toEqual(oracle(dir));
	});

	test.each(['new/deep', 'a.txt', 'a.txt/below', '.git', '.git/hooks'])(
		'%s counts as the repository around it',
		async (path) => {
			await using world = await worldAfter(':');
			expect(seen(placeOf(world.at(`repo/${path}`)))).toEqual(oracle(world.at('repo')));
		},
	);

	test('a bare repository is its own root', async () => {
		await using world = await worldAfter(BARE);
		const root = world.at('bare.git');
		const expected = { root, stateDir: join(root, 'requirements'), branch: 'main' };
		expect(seen(placeOf(join(root, 'refs')))).toEqual(expected);
	});

	test('D3: outside git it is the directory, under the pseudo-branch', async () => {
		await using world = await worldAfter('mkdir plain');
		const place = placeOf(world.at('plain/new'));
		expect(place).toMatchObject({ root: world.at('plain'), branch: '@no-git', git: false });
		expect(place.stateDir).toMatch(/^\/claude\/requirements\/projects\/-[a-z0-9._-]*-[0-9a-f]{8}$/);
		expect(earlierNames(place)).toEqual([]);
	});

	test('a .git that cannot be read is a fault, not a directory outside git', async () => {
		await using world = await worldAfter('ln -s .git .git');
		expect(() => placeOf(world.dir)).toThrow(expect.objectContaining({ code: 'git_failed' }));
	});

	test('a worktree whose repository is gone lies outside git', async () => {
		await using world = await worldAfter(`${SIDE}; rm -r repo`);
		expect(gitSucceeds(world.at('side'), 'status')).toBe(false);
		expect(placeOf(world.at('side')).git).toBe(false);
	});
});

test('D34: the main worktree of a linked one is known, unless its repository is bare', async () => {
	await using world = await worldAfter(`${SIDE}; ${BARE}; git -C bare.git worktree add -qb s ../s`);
	expect(placeOf(world.at('side')).mainRoot).toBe(world.at('repo'));
	expect(placeOf(world.at('repo')).mainRoot).toBeUndefined();
	expect(placeOf(world.at('s')).mainRoot).toBeUndefined();
});

/** A rebase of `topic/one` that stops. */
const REBASE = `cd repo; git switch -qc topic/one; echo topic > a.txt; git commit -qam topic
git switch -q main; echo main > a.txt; git commit -qam main; git switch -q topic/one
! git rebase -q BACKEND main`;
const REBASE_OF_WORKTREE = `${SIDE}; cd side; echo s > a.txt; git commit -qam s; cd ../repo
echo m > a.txt; git commit -qam m; cd ../side; ! git rebase -q BACKEND main`;
const DETACHED_REBASE = `${REBASE}; git rebase --abort; git switch -q --detach; ! git rebase -q main`;
const MERGED = REBASE.replace('BACKEND', '--merge');

describe('D4: the branch of a detached HEAD', () => {
	test.each([
		['@detached', 'repo', 'git -C repo switch -q --detach'],
		['@detached-side', 'side', 'git -C repo worktree add -q --detach ../side'],
		['topic/one', 'repo', MERGED],
		['topic/one', 'repo', REBASE.replace('BACKEND', '--apply')],
		['topic/one', 'repo', `${MERGED}; git rebase --abort`],
		['side', 'side', REBASE_OF_WORKTREE.replace('BACKEND', '--merge')],
		['side', 'side', REBASE_OF_WORKTREE.replace('BACKEND', '--apply')],
		['@detached', 'repo', DETACHED_REBASE.replace('BACKEND', '--merge')],
		['@detached', 'repo', 'echo ref: refs/heads/../../etc > repo/.git/HEAD'],
		['@detached', 'repo', "printf 'ref: refs/heads/a\\007b\\n' > repo/.git/HEAD"],
		['@detached', 'repo', 'echo rubbish > repo/.git/HEAD'],
		['@detached', 'repo', ': > repo/.git/HEAD'],
	])('is %s, in %s after %s', async (branch, dir, script) => {
		await using world = await worldAfter(script);
		expect(placeOf(world.at(dir))).toMatchObject({ root: world.at(dir), branch, git: true });
	});
});

test("neither git's environment nor core.worktree moves the root, and git need not be there", async () => {
	await using world = await worldAfter('git init -q store');
	const repo = world.at('repo');
	const expected = oracle(repo);
	git(repo, 'config', 'core.worktree', world.dir);
	for (const GIT_DIR of [world.at('store/.git'), join(repo, '.git'), world.at('gone')]) {
		const env = { PATH: '/nonexistent', GIT_DIR, GIT_WORK_TREE: world.dir };
		expect(seen(placeOf(repo, env))).toEqual(expected);
	}
});

test('a repository with reftables: its files do not show branches, so git does', async () => {
	const refs = 'rm -r refs/heads; echo this repository uses the reftable format > refs/heads';
	await using world = await worldAfter(`mkdir bin; cd repo/.git; echo ref: refs/heads/.invalid > HEAD; ${refs}`);
	const script = '#!/bin/sh\ncase $1 in for-each-ref) echo refs/heads/kept;; *) echo refs/heads/here;; esac\n';
	writeFileSync(world.at('bin/git'), script, { mode: 0o755 });
	const env = { ...quietEnv, PATH: `${world.at('bin')}:${quietEnv.PATH}` };
	const repo = world.at('repo');
	expect(placeOf(repo, env).branch).toBe('here');
	expect([...(livingBranches(placeOf(repo, env), { env }) ?? [])]).toEqual(['kept', 'here']);
	const without = { PATH: '/nonexistent' };
	expect(placeOf(repo, without).branch).toBe('@detached');
	expect(livingBranches(placeOf(repo, without), { env: without })).toBeUndefined();
});

describe('a repository a stranger made', () => {
	test.each(['commondir', 'config', 'packed-refs', 'refs/heads/earlier', 'logs/refs/heads/main'])(
		'holds nobody up with a pipe as %s',
		async (file) => {
			await using world = await worldAfter(':');
			const pipe = world.at(`repo/.git/${file}`);
			mkdirSync(dirname(pipe), { recursive: true });
			rmSync(pipe, { force: true });
			makePipe(pipe);
			const place = placeOf(world.at('repo'));
			expect([place.branch, earlierNames(place)]).toEqual(['main', []]);
		},
	);

	test.each(['a/.git/HEAD', 'a/.git'])('with a pipe as %s is none', async (file) => {
		await using world = await worldAfter('mkdir a');
		mkdirSync(dirname(world.at(file)), { recursive: true });
		makePipe(world.at(file));
		expect(placeOf(world.at('a')).git).toBe(false);
	});
});
