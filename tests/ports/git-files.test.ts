import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { earlierNames } from '../../src/git/branch-log.ts';
import { commitFile, git, gitSucceeds, makeRepo, writeIn } from '../support/git-repo.ts';
import { makeWorld, oracle, placeOf, seen } from '../support/git-world.ts';

describe('a place is where git sees it', () => {
	const agree: [title: string, build: (dir: string) => string[]][] = [
		['a repository', (dir) => [makeRepo(dir)]],
		[
			'a subdirectory',
			(dir) => {
				writeIn(makeRepo(dir), 'src/deep/x.ts', '');
				return [join(dir, 'src'), join(dir, 'src/deep')];
			},
		],
		[
			'a linked worktree',
			(dir) => {
				git(makeRepo(join(dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
				mkdirSync(join(dir, 'side/sub'));
				return [join(dir, 'main'), join(dir, 'side'), join(dir, 'side/sub')];
			},
		],
		[
			'a linked worktree that was moved',
			(dir) => {
				git(makeRepo(join(dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
				git(join(dir, 'main'), 'worktree', 'move', '../side', '../moved');
				return [join(dir, 'moved')];
			},
		],
		[
			'a worktree of a bare repository',
			(dir) => {
				git(makeRepo(join(dir, 'origin')), 'clone', '-q', '--bare', '.', '../bare.git');
				git(join(dir, 'bare.git'), 'worktree', 'add', '-q', '-b', 'side', '../side');
				return [join(dir, 'side')];
			},
		],
		[
			'a worktree beside a hidden bare repository',
			(dir) => {
				git(makeRepo(join(dir, 'origin')), 'clone', '-q', '--bare', '.', '../project/.bare');
				writeIn(dir, 'project/.git', 'gitdir: ./.bare\n');
				git(join(dir, 'project'), 'worktree', 'add', '-q', '-b', 'side', 'side');
				return [join(dir, 'project/side')];
			},
		],
		[
			'a submodule, and a worktree of it',
			(dir) => {
				makeRepo(join(dir, 'library'));
				git(
					makeRepo(join(dir, 'app')),
					'submodule',
					'--quiet',
					'add',
					join(dir, 'library'),
					'lib/l',
				);
				git(join(dir, 'app/lib/l'), 'worktree', 'add', '-q', '-b', 'side', join(dir, 'side'));
				return [join(dir, 'app'), join(dir, 'app/lib'), join(dir, 'app/lib/l'), join(dir, 'side')];
			},
		],
		[
			'a repository inside another',
			(dir) => {
				makeRepo(join(makeRepo(dir), 'vendor/inner'));
				return [join(dir, 'vendor'), join(dir, 'vendor/inner')];
			},
		],
		[
			'a repository with its files elsewhere (--separate-git-dir)',
			(dir) => {
				mkdirSync(join(dir, 'work'));
				git(join(dir, 'work'), 'init', '-q', '--separate-git-dir', join(dir, 'store'));
				commitFile(join(dir, 'work'), 'a.txt', 'a\n');
				return [join(dir, 'work')];
			},
		],
		[
			'an empty .git directory is no repository',
			(dir) => {
				mkdirSync(join(makeRepo(dir), 'sub/.git'), { recursive: true });
				return [join(dir, 'sub')];
			},
		],
		[
			'branches with slashes, dots and letters of all alphabets',
			(dir) => {
				const names = ['feature/deep/x', 'v1.2', 'größe', '機能/一', 'x@y', 'UPPER'];
				return names.map((name, index) => {
					const repo = makeRepo(join(dir, String(index)));
					git(repo, 'checkout', '-q', '-b', name);
					return repo;
				});
			},
		],
		[
			'branches packed into one file',
			(dir) => {
				git(makeRepo(dir), 'checkout', '-q', '-b', 'feature/test');
				git(dir, 'pack-refs', '--all');
				return [dir];
			},
		],
		[
			'a HEAD with blank lines, or more behind the name than git reads',
			(dir) =>
				['ref:\n\n refs/heads/main\n', 'ref: refs/heads/main\0x\n'].map((head, index) => {
					const repo = makeRepo(join(dir, String(index)));
					writeIn(repo, '.git/HEAD', head);
					return repo;
				}),
		],
	];

	test.each(agree)('%s', async (_, build) => {
		await using at = await makeWorld();
		for (const dir of build(at.dir)) expect(seen(placeOf(dir)), dir).toEqual(oracle(dir));
	});

	test('an unborn branch is a branch', async () => {
		await using at = await makeWorld();
		git(at.dir, 'init', '-q', '-b', 'first/born');
		expect(seen(placeOf(at.dir))).toEqual(oracle(at.dir));
		commitFile(at.dir, 'a.txt', 'a\n');
		git(at.dir, 'checkout', '-q', '--orphan', 'pages');
		expect(seen(placeOf(at.dir))).toEqual(oracle(at.dir));
	});

	test('through a symlink to a directory', async () => {
		await using at = await makeWorld();
		writeIn(makeRepo(join(at.dir, 'repo')), 'src/x.ts', '');
		symlinkSync(join(at.dir, 'repo/src'), join(at.dir, 'link'));
		expect(seen(placeOf(join(at.dir, 'link')))).toEqual(oracle(join(at.dir, 'link')));
	});

	test('a directory that does not exist yet, and a file, count as the directory they lie in', async () => {
		await using at = await makeWorld();
		const expected = oracle(makeRepo(at.dir));
		expect(seen(placeOf(join(at.dir, 'new/deep')))).toEqual(expected);
		expect(seen(placeOf(join(at.dir, 'a.txt')))).toEqual(expected);
		expect(seen(placeOf(join(at.dir, 'a.txt/below')))).toEqual(expected);
	});
});

describe('without a working tree', () => {
	test('inside .git it is the repository around it', async () => {
		await using at = await makeWorld();
		const expected = oracle(makeRepo(at.dir));
		expect(seen(placeOf(join(at.dir, '.git')))).toEqual(expected);
		expect(seen(placeOf(join(at.dir, '.git/hooks')))).toEqual(expected);
	});

	test('a bare repository is its own root', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'origin')), 'clone', '-q', '--bare', '.', '../bare.git');
		const bare = join(at.dir, 'bare.git');
		const place = placeOf(join(bare, 'refs'));
		expect(seen(place)).toEqual({
			root: bare,
			stateDir: join(bare, 'requirements'),
			branch: 'main',
		});
	});

	test('D3: outside git it is the directory, under the pseudo-branch', async () => {
		await using at = await makeWorld();
		mkdirSync(join(at.dir, 'plain'));
		const place = placeOf(join(at.dir, 'plain/new'));
		expect(place).toMatchObject({ root: join(at.dir, 'plain'), branch: '@no-git', git: false });
		expect(place.stateDir).toMatch(/^\/claude\/requirements\/projects\/-[a-z0-9._-]*-[0-9a-f]{8}$/);
		expect(earlierNames(place)).toEqual([]);
	});

	test('a .git that cannot be read is a fault, not a directory outside git', async () => {
		await using at = await makeWorld();
		symlinkSync('.git', join(at.dir, '.git'));
		expect(() => placeOf(at.dir)).toThrow(expect.objectContaining({ code: 'git_failed' }));
	});

	test('a worktree whose repository is gone lies outside git', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
		rmSync(join(at.dir, 'main'), { recursive: true });
		expect(gitSucceeds(join(at.dir, 'side'), 'status')).toBe(false);
		expect(placeOf(join(at.dir, 'side')).git).toBe(false);
	});
});

describe('D34: the main worktree of a linked one', () => {
	test('is known where it has files', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'main')), 'worktree', 'add', '-q', '-b', 'side', '../side');
		expect(placeOf(join(at.dir, 'side')).mainRoot).toBe(join(at.dir, 'main'));
		expect(placeOf(join(at.dir, 'main')).mainRoot).toBeUndefined();
	});

	test('does not exist beside a bare repository', async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'origin')), 'clone', '-q', '--bare', '.', '../bare.git');
		git(join(at.dir, 'bare.git'), 'worktree', 'add', '-q', '-b', 'side', '../side');
		expect(placeOf(join(at.dir, 'side')).mainRoot).toBeUndefined();
	});
});
