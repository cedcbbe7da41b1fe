import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitFile, git, makeRepo } from '../support/git-repo.ts';
import { makeWorld, placesWith } from '../support/git-world.ts';

describe('D4: a renamed branch knows its earlier names', () => {
	test('the newest first, through several renames', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		expect(placesWith().at(at.dir).renamedFrom()).toEqual([]);
		git(at.dir, 'branch', '-m', 'dir/two');
		commitFile(at.dir, 'b.txt', 'b\n');
		git(at.dir, 'branch', '-m', 'three');
		expect(placesWith().at(at.dir).renamedFrom()).toEqual(['dir/two', 'one']);
	});

	test('renamed from another worktree', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
		git(join(at.dir, 'main'), 'branch', '-m', 'side', 'lateral');
		const place = placesWith().at(join(at.dir, 'side'));
		expect([place.branch, place.renamedFrom()]).toEqual(['lateral', ['side']]);
	});

	test.each(['loose', 'packed'])('not one that is a branch again (%s)', async (kind) => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		git(at.dir, 'branch', '-m', 'two');
		git(at.dir, 'branch', 'one');
		if (kind === 'packed') git(at.dir, 'pack-refs', '--all', '--prune');
		expect(placesWith().at(at.dir).renamedFrom()).toEqual([]);
	});

	test('not its own name, when it was renamed back', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		git(at.dir, 'branch', '-m', 'two');
		git(at.dir, 'branch', '-m', 'one');
		expect(placesWith().at(at.dir).renamedFrom()).toEqual(['two']);
	});

	test('behaviour 30: a new branch of an old name inherits nothing', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '-b', 'one');
		git(at.dir, 'branch', '-m', 'two');
		git(at.dir, 'checkout', '-q', 'main');
		git(at.dir, 'branch', '-q', '-D', 'two');
		git(at.dir, 'checkout', '-q', '-b', 'two');
		expect(placesWith().at(at.dir).renamedFrom()).toEqual([]);
	});

	test('names in the log are not trusted', async () => {
		await using at = await makeWorld();
		const line = (from: string) =>
			`0 0 A <a> 0 +0000\tBranch: renamed ${from} to refs/heads/main\n`;
		const log = join(makeRepo(at.dir), '.git/logs/refs/heads/main');
		writeFileSync(log, line('refs/heads/../../etc') + line('refs/tags/x') + line('/etc/passwd'));
		expect(placesWith().at(at.dir).renamedFrom()).toEqual([]);
	});
});
