import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { birthOf, commitsSince, earlierNames } from '../../src/git/branch-log.ts';
import { commitFile, git, gitEnv, gitIn, makeRepo, shell, writeIn } from '../support/git-repo.ts';
import { makeWorld, placeOf } from '../support/git-world.ts';

const ID = '0'.repeat(40);
/** A line of a reflog in which main was called so before. */
const renamed = (from: string) => `${ID} ${ID} A <a> 0 +0000\tBranch: renamed ${from} to refs/heads/main\n`;
const HOSTILE = ['old', '../../etc'].map((name) => renamed(`refs/heads/${name}`)).join('');

describe('D4: a renamed branch knows its earlier names', () => {
	test.each<[title: string, names: string[], script: string]>([
		[
			'the newest first, through several renames',
			['dir/two', 'one'],
			'git switch -qc one; git branch -m dir/two; git commit -q --allow-empty -m b; git branch -m three',
		],
		['none without one', [], 'git switch -qc one'],
		['not one that is a branch again', [], 'git switch -qc one; git branch -m two; git branch one'],
		['nor if it is packed', [], 'git switch -qc one; git branch -m two; git branch one; git pack-refs --all --prune'],
		['not its own', ['two'], 'git switch -qc one; git branch -m two; git branch -m one'],
		[
			'a new branch of an old name inherits nothing',
			[],
			'git switch -qc one; git branch -m two; git switch -q main; git branch -qD two; git switch -qc two',
		],
	])('%s', async (_, names, script) => {
		await using at = await makeWorld();
		shell(makeRepo(at.dir), script);
		expect(earlierNames(placeOf(at.dir))).toEqual(names);
	});

	test('renamed from another worktree', async () => {
		await using at = await makeWorld();
		const repo = makeRepo(join(at.dir, 'main'));
		shell(repo, 'git worktree add -q -b side ../side; git branch -m side lateral');
		const place = placeOf(join(at.dir, 'side'));
		expect([place.branch, earlierNames(place)]).toEqual(['lateral', ['side']]);
	});

	test('names in the log are not trusted', async () => {
		await using at = await makeWorld();
		const log = HOSTILE + renamed('refs/tags/x') + renamed('/etc/passwd');
		writeIn(makeRepo(at.dir), '.git/logs/refs/heads/main', log);
		expect(earlierNames(placeOf(at.dir))).toEqual(['old']);
	});
});

describe('how a branch began', () => {
	const LOCAL = { ...gitEnv, GIT_COMMITTER_DATE: '' };

	async function repo() {
		const at = await makeWorld();
		const dir = makeRepo(join(at.dir, 'main'));
		const run = (words: string) => gitIn(dir, LOCAL, words.split(' '));
		const birth = () => birthOf(placeOf(dir));
		return { dir, run, birth, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
	}

	test.each([['switch -q -c next'], ['checkout -q -b next'], ['branch next', 'switch -q next']])(
		'%s: when and where',
		async (...commands) => {
			await using at = await repo();
			const before = Date.now();
			for (const command of commands) at.run(command);
			const born = await at.birth();
			expect(born?.commit).toBe(git(at.dir, 'rev-parse', 'HEAD'));
			expect(Number(born?.at)).toBeGreaterThan(before - 1_000);
		},
	);

	test('what puts a branch where its own remote branch is does not begin it', async () => {
		await using at = await repo();
		shell(at.dir, 'git update-ref refs/remotes/origin/next HEAD; git switch -q -c next');
		const born = at.birth();
		at.run('switch -q -C next origin/next');
		expect(at.birth()).toEqual(born);
	});

	test('switch -C begins a branch again', async () => {
		await using at = await repo();
		const old = Date.parse('2026-11-20T10:00:01Z');
		shell(at.dir, 'git branch next; git switch -q next');
		expect(Number((await at.birth())?.at)).toBeLessThan(old);
		git(at.dir, 'switch', '-q', 'main');
		commitFile(at.dir, 'b.txt', 'b\n');
		at.run('switch -q -C next');
		expect(Number((await at.birth())?.at)).toBeGreaterThan(old);
	});

	test('the commits of a branch since a time are those it moved between, and its present one', async () => {
		await using at = await repo();
		const since = (ms: number) => commitsSince(placeOf(at.dir), ms);
		const first = git(at.dir, 'rev-parse', 'HEAD');
		at.run('commit -q --allow-empty -m b');
		const second = git(at.dir, 'rev-parse', 'HEAD');
		expect(since(0)).toEqual(new Set([ID, first, second]));
		expect(since(Date.now() - 60_000)).toEqual(new Set([first, second]));
		expect(since(Date.now() + 60_000)).toEqual(new Set([second]));
		at.run('checkout -q --detach');
		expect(since(Date.now() - 60_000)).toContain(second);
	});

	test('nothing is known of a repository’s first branch, or without logs', async () => {
		await using at = await repo();
		expect(await at.birth()).toBeUndefined();
		at.run('config core.logAllRefUpdates false');
		at.run('switch -q -c silent');
		expect(await at.birth()).toBeUndefined();
	});
});
