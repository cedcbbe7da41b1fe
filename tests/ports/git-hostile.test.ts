import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { earlierNames } from '../../src/git/branch-log.ts';
import { git, makeRepo, writeIn } from '../support/git-repo.ts';
import { makeWorld, oracle, placeOf, seen } from '../support/git-world.ts';
import { makePipe } from '../support/make-pipe.ts';

describe('a repository a stranger made', () => {
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
