import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { branchSize } from '../../src/git/branch-size.ts';
import { commitFile, git, makeRepo, quietEnv, shell, writeIn } from '../support/git-repo.ts';
import { makeWorld, placeOf } from '../support/git-world.ts';

const sizeOf = (dir: string, env: Record<string, string> = quietEnv) => branchSize(placeOf(dir), { env });

/** A repository on branch `topic`, one committed line away from `main`. */
function makeTopic(dir: string): string {
	git(makeRepo(dir), 'checkout', '-q', '-b', 'topic');
	commitFile(dir, 'b.txt', 'one\n');
	return dir;
}

/** Adds a commit to main, and comes back. */
const LATER = 'git checkout -q main; seq 3 > c; git add .; git commit -qm c; git checkout -q topic';

test.each([
	['committed ones', 1, ':'],
	['staged ones', 3, 'seq 3 > b.txt; git add .'],
	['not yet staged ones', 3, 'seq 3 > b.txt'],
	['deleted ones', 2, 'git rm -q a.txt'],
	['untracked ones, with or without a last newline', 4, 'seq 2 > c; printf 1 > d; touch empty'],
	['those of files that are announced only', 3, 'seq 2 > c; git add --intent-to-add c'],
	['not those of ignored files', 2, 'echo big > .gitignore; seq 3 > big'],
	['not those of binary files', 1, "printf '1\\n\\0\\n2\\n' | tee raw > known; git add known"],
	['not those of moved files', 1, 'git mv a.txt moved.txt'],
	['not those behind a link', 1, 'ln -s /etc/passwd link'],
	['not those of a huge file', 1, 'yes "" | head -c 1048577 > huge'],
	['not those of a repository within', 1, 'git init -q inner; seq 3 > inner/a'],
	['not by a name that looks like a count', 1, "touch ' 9 files changed, 99 insertions(+)'"],
	['not those of main since then', 1, LATER],
	['against master, if there is no main', 1, 'git branch -m main master'],
	[
		'against the branch that a new repository begins with',
		1,
		'git branch -m main trunk; git config init.defaultBranch trunk',
	],
	['none but those to commit, if no branch is the default', 0, 'git branch -m main elsewhere'],
	['those to commit, on the default branch', 2, 'git checkout -q main; seq 2 > c'],
	['all, on an unborn branch', 3, 'rm -rf .git *; git init -q; seq 2 > a; echo 1 > b; git add b'],
	['also if the index is locked', 1, 'touch .git/index.lock'],
	['unknown without a common ancestor', undefined, 'git checkout -q --orphan x; git commit -qm x'],
	['unknown outside a repository', undefined, 'rm -rf .git'],
])('the size of a branch is its changed lines: %s', async (_, size, script) => {
	await using at = await makeWorld();
	shell(makeTopic(at.dir), script);
	expect(await sizeOf(at.dir)).toBe(size);
});

test('from a subdirectory and in a linked worktree', async () => {
	await using at = await makeWorld();
	writeIn(makeTopic(join(at.dir, 'main')), 'sub/c.txt', '1\n');
	expect(await sizeOf(join(at.dir, 'main/sub'))).toBe(2);
	git(join(at.dir, 'main'), 'worktree', 'add', '-q', '-b', 'side', '../side');
	writeIn(at.dir, 'side/d.txt', '1\n2\n');
	expect(await sizeOf(join(at.dir, 'side'))).toBe(3);
});

test("the default branch is the remote's, if there is one", async () => {
	await using at = await makeWorld();
	git(makeRepo(join(at.dir, 'origin')), 'checkout', '-q', '-b', 'develop');
	commitFile(join(at.dir, 'origin'), 'b.txt', '1\n2\n');
	git(at.dir, 'clone', '-q', 'origin', 'copy');
	const copy = join(at.dir, 'copy');
	shell(copy, 'git branch -q main origin/main; git checkout -q -b topic');
	commitFile(copy, 'c.txt', '1\n');
	expect(await sizeOf(copy)).toBe(1);
});

test('git that is not installed or hangs cannot tell, and its environment does not leak in', async () => {
	await using at = await makeWorld();
	const repo = makeTopic(join(at.dir, 'repo'));
	expect(await sizeOf(repo, { PATH: '/nonexistent' })).toBeUndefined();
	mkdirSync(join(at.dir, 'bin'));
	writeFileSync(join(at.dir, 'bin/git'), '#!/bin/sh\ntrap "" INT\nsleep 600\n', { mode: 0o755 });
	const env = { ...quietEnv, PATH: `${join(at.dir, 'bin')}:${quietEnv.PATH}` };
	expect(await sizeOf(repo, env)).toBeUndefined();
	const leaks = { GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/nonexistent', PAGER: 'x' };
	expect(await sizeOf(repo, { ...quietEnv, ...leaks })).toBe(1);
});

const FILTER = 'git config filter.x.clean PROGRAM; git config filter.x.required true';
const PROCESS = 'git config filter.y.process PROGRAM; git config filter.y.clean PROGRAM';
const FILTERED = 'printf "b.txt filter=x\\na.txt filter=y\\n" > .git/info/attributes';
const PARTIAL = `git config uploadpack.allowFilter true
git clone -q --filter=blob:none --no-checkout file://$PWD partial
git -C partial config remote.origin.uploadpack PROGRAM`;

describe('a repository starts no program of its choice', () => {
	test.each([
		['a filter', 2, `${FILTER}; ${PROCESS}; ${FILTERED}; touch a.txt`, '.'],
		['a file system monitor', 2, 'git config core.fsmonitor PROGRAM', '.'],
		[
			'a filter that cannot be turned off',
			undefined,
			"git config filter.a=b.clean PROGRAM; echo '* filter=a=b' > .git/info/attributes",
			'.',
		],
		['the server command of a partial clone', undefined, PARTIAL, 'partial'],
	])('not %s', async (_, size, script, within) => {
		await using at = await makeWorld();
		const [repo, program] = [makeTopic(join(at.dir, 'repo')), join(at.dir, 'program')];
		writeFileSync(program, `#!/bin/sh\ntouch ${at.dir}/ran\ncat\n`, { mode: 0o755 });
		shell(repo, script.replaceAll('PROGRAM', program));
		writeIn(repo, 'b.txt', '1\n2\n');
		expect(await sizeOf(join(repo, within))).toBe(size);
		expect(existsSync(join(at.dir, 'ran'))).toBe(false);
	});
});
