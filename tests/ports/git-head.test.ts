import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { livingBranches } from '../../src/git/find-place.ts';
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

describe('where the files are in charge', () => {
	test("neither git's environment nor core.worktree moves the root, and git need not be there", async () => {
		await using at = await makeWorld();
		makeRepo(join(at.dir, 'store'));
		const repo = makeRepo(join(at.dir, 'repo'));
		const expected = oracle(repo);
		git(repo, 'config', 'core.worktree', at.dir);
		for (const GIT_DIR of [join(at.dir, 'store/.git'), join(repo, '.git'), join(at.dir, 'gone')]) {
			const env = { PATH: '/nonexistent', GIT_DIR, GIT_WORK_TREE: at.dir };
			expect(seen(placeOf(repo, env))).toEqual(expected);
		}
	});
});

test('a repository with reftables: its files do not show branches, so git does', async () => {
	await using at = await makeWorld();
	const repo = makeRepo(join(at.dir, 'repo'));
	writeIn(repo, '.git/HEAD', 'ref: refs/heads/.invalid\n');
	rmSync(join(repo, '.git/refs/heads'), { recursive: true });
	writeIn(repo, '.git/refs/heads', 'this repository uses the reftable format\n');
	const script = `#!/bin/sh\ncase $1 in for-each-ref) echo refs/heads/kept;; *) echo refs/heads/here;; esac\n`;
	mkdirSync(join(at.dir, 'bin'));
	writeFileSync(join(at.dir, 'bin/git'), script, { mode: 0o755 });
	const env = { ...quietEnv, PATH: `${join(at.dir, 'bin')}:${quietEnv.PATH}` };
	expect(placeOf(repo, env).branch).toBe('here');
	expect([...(livingBranches(placeOf(repo, env), { env }) ?? [])]).toEqual(['kept', 'here']);
	const without = { PATH: '/nonexistent' };
	expect(placeOf(repo, without).branch).toBe('@detached');
	expect(livingBranches(placeOf(repo, without), { env: without })).toBeUndefined();
});
