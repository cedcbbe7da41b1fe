import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { earlierNames } from '../../src/git/branch-log.ts';
import { git, makeRepo, writeIn } from '../support/git-repo.ts';
import { makeWorld, oracle, placeOf, seen } from '../support/git-world.ts';
import { makePipe } from '../support/make-pipe.ts';

describe('a repository a stranger made', () => {
	const claims: [title: string, gitdir: string | undefined, config: string][] = [
		['without a way back', undefined, ''],
		['with a way back to itself', '../.git', ''],
		['that would make git be asked', undefined, '[core]\n\tworktree = /tmp\n'],
	];

	test.each(claims)('does not get at another one by a commondir %s', async (_, gitdir, config) => {
		await using at = await makeWorld();
		makeRepo(join(at.dir, 'victim'));
		const own = join(at.dir, 'hostile/g');
		writeIn(at.dir, 'hostile/.git', 'gitdir: g\n');
		writeIn(own, 'HEAD', 'ref: refs/heads/main\n');
		writeIn(own, 'commondir', '../../victim/.git\n');
		writeIn(own, 'config', config);
		if (gitdir !== undefined) writeIn(own, 'gitdir', `${gitdir}\n`);
		const place = placeOf(join(at.dir, 'hostile'));
		expect(place.stateDir).toBe(join(own, 'requirements'));
		expect(place.mainRoot).toBeUndefined();
	});

	test('does not make git read a commondir too large to be one', async () => {
		await using at = await makeWorld();
		makeRepo(join(at.dir, 'victim'));
		const own = join(at.dir, 'hostile/g');
		writeIn(at.dir, 'hostile/.git', 'gitdir: g\n');
		writeIn(own, 'HEAD', 'ref: refs/heads/main\n');
		writeIn(own, 'config', '[core]\n\tworktree = /tmp\n');
		writeIn(own, 'commondir', `../../victim/.git${'\n'.repeat(64 * 1024 * 1024)}`);
		expect(placeOf(join(at.dir, 'hostile')).stateDir).toBe(join(own, 'requirements'));
	});

	test('does not get at one by the worktree of somebody else', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'victim')), 'worktree', 'add', '-q', '-b', 'side', '../side');
		const linked = join(at.dir, 'victim/.git/worktrees/side');
		writeIn(at.dir, 'hostile/.git', `gitdir: ${linked}\n`);
		const place = placeOf(join(at.dir, 'hostile'));
		expect(place.stateDir).toBe(join(linked, 'requirements'));
	});

	test('paths between a worktree and its repository may be relative', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
		writeIn(at.dir, 'side/.git', 'gitdir: ../main/.git/worktrees/side\n');
		writeIn(at.dir, 'main/.git/worktrees/side/gitdir', '../../../../side/.git\n');
		const side = join(at.dir, 'side');
		expect(seen(placeOf(side))).toEqual(oracle(side));
	});

	test.each(['commondir', 'config', 'packed-refs', 'refs/heads/earlier', 'logs/refs/heads/main'])(
		'holds nobody up with a pipe as %s',
		async (file) => {
			await using at = await makeWorld();
			const pipe = join(makeRepo(at.dir), '.git', file);
			mkdirSync(dirname(pipe), { recursive: true });
			rmSync(pipe, { force: true });
			makePipe(pipe);
			const place = placeOf(at.dir);
			expect([place.branch, earlierNames(place)]).toEqual(['main', []]);
		},
	);

	test('with a pipe as HEAD or as .git is none', async () => {
		await using at = await makeWorld();
		mkdirSync(join(at.dir, 'a/.git'), { recursive: true });
		mkdirSync(join(at.dir, 'b'));
		makePipe(join(at.dir, 'a/.git/HEAD'));
		makePipe(join(at.dir, 'b/.git'));
		expect(placeOf(join(at.dir, 'a')).git).toBe(false);
		expect(placeOf(join(at.dir, 'b')).git).toBe(false);
	});
});
