import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitFile, git, gitSucceeds, makeRepo, quietEnv, writeIn } from '../support/git-repo.ts';
import { makeWorld, oracle, placeOf, seen } from '../support/git-world.ts';

function conflictingRebase(dir: string, backend: string): void {
	git(dir, 'checkout', '-q', '-b', 'topic/one');
	commitFile(dir, 'a.txt', 'topic\n');
	git(dir, 'checkout', '-q', 'main');
	commitFile(dir, 'a.txt', 'main\n');
	git(dir, 'checkout', '-q', 'topic/one');
	expect(gitSucceeds(dir, 'rebase', backend, 'main')).toBe(false);
}

describe('D4: the branch of a detached HEAD', () => {
	test('is @detached', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '--detach');
		expect(oracle(at.dir).branch).toBe('');
		expect(placeOf(at.dir).branch).toBe('@detached');
	});

	test('carries the name of a linked worktree', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'main')), 'worktree', 'add', '-q', '--detach', '../side');
		expect(oracle(join(at.dir, 'side')).branch).toBe('');
		expect(placeOf(join(at.dir, 'side')).branch).toBe('@detached-side');
	});

	test.each(['--merge', '--apply'])('is the branch being rebased (%s)', async (backend) => {
		await using at = await makeWorld();
		conflictingRebase(makeRepo(at.dir), backend);
		expect(oracle(at.dir).branch).toBe('');
		expect(placeOf(at.dir).branch).toBe('topic/one');
		git(at.dir, 'rebase', '--abort');
		expect(placeOf(at.dir).branch).toBe('topic/one');
	});

	test.each(['--merge', '--apply'])('rebased in a linked worktree (%s)', async (backend) => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
		commitFile(join(at.dir, 'main'), 'a.txt', 'main\n');
		commitFile(join(at.dir, 'side'), 'a.txt', 'side\n');
		expect(gitSucceeds(join(at.dir, 'side'), 'rebase', backend, 'main')).toBe(false);
		expect(placeOf(join(at.dir, 'side')).branch).toBe('side');
		expect(placeOf(join(at.dir, 'main')).branch).toBe('main');
	});

	test('stays @detached when a detached HEAD is rebased', async () => {
		await using at = await makeWorld();
		conflictingRebase(makeRepo(at.dir), '--merge');
		git(at.dir, 'rebase', '--abort');
		git(at.dir, 'checkout', '-q', '--detach');
		expect(gitSucceeds(at.dir, 'rebase', 'main')).toBe(false);
		expect(placeOf(at.dir).branch).toBe('@detached');
	});

	test.each(['ref: refs/heads/../../etc\n', 'ref: refs/heads/a\u0007b\n', 'rubbish', ''])(
		'stands in for a HEAD that names no branch: %j',
		async (head) => {
			await using at = await makeWorld();
			writeFileSync(join(makeRepo(at.dir), '.git/HEAD'), head);
			expect(placeOf(at.dir)).toMatchObject({
				root: at.dir,
				branch: '@detached',
				git: true,
			});
		},
	);
});

describe('where files cannot tell, git is asked', () => {
	test("neither git's environment nor core.worktree moves the root", async () => {
		await using at = await makeWorld();
		makeRepo(join(at.dir, 'store'));
		const repo = makeRepo(join(at.dir, 'repo'));
		const expected = oracle(repo);
		const moves = { GIT_DIR: join(at.dir, 'store/.git'), GIT_WORK_TREE: at.dir };
		expect(seen(placeOf(repo, { ...quietEnv, ...moves }))).toEqual(expected);
		git(repo, 'config', 'core.worktree', at.dir);
		expect(seen(placeOf(repo))).toEqual(expected);
	});

	test('GIT_DIR as `git commit` sets it for its hooks leaves the top where it is', async () => {
		await using at = await makeWorld();
		writeIn(makeRepo(at.dir), 'src/x.ts', '');
		const env = { ...quietEnv, GIT_DIR: join(at.dir, '.git'), GIT_INDEX_FILE: '.git/index' };
		expect(seen(placeOf(join(at.dir, 'src'), env))).toEqual(oracle(at.dir));
	});

	test('a GIT_DIR that is no repository leaves the files in charge', async () => {
		await using at = await makeWorld();
		const env = { ...quietEnv, GIT_DIR: join(at.dir, 'gone') };
		expect(seen(placeOf(makeRepo(join(at.dir, 'repo')), env))).toEqual(
			oracle(join(at.dir, 'repo')),
		);
	});

	test('a repository with reftables: the HEAD file says nothing, so git does', async () => {
		await using at = await makeWorld();
		makeRepo(join(at.dir, 'repo'));
		writeFileSync(join(at.dir, 'repo/.git/HEAD'), 'ref: refs/heads/.invalid\n');
		const script = '#!/bin/sh\n[ "$1 $3" = "symbolic-ref HEAD" ] && echo refs/heads/from-tables\n';
		mkdirSync(join(at.dir, 'bin'));
		writeFileSync(join(at.dir, 'bin/git'), script, { mode: 0o755 });
		const env = { ...quietEnv, PATH: `${join(at.dir, 'bin')}:${quietEnv.PATH}` };
		expect(placeOf(join(at.dir, 'repo'), env).branch).toBe('from-tables');
		expect(placeOf(join(at.dir, 'repo')).branch).toBe('@detached');
	});

	test('no git on this machine: files are enough', async () => {
		await using at = await makeWorld();
		const expected = oracle(makeRepo(at.dir));
		expect(seen(placeOf(at.dir, { PATH: '/nonexistent', GIT_DIR: '/x' }))).toEqual(expected);
		git(at.dir, 'config', 'core.worktree', '/somewhere/else');
		expect(seen(placeOf(at.dir, { PATH: '/nonexistent' }))).toEqual(expected);
	});
});
