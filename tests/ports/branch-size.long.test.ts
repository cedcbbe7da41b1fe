import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { branchSize } from '../../src/git/branch-size.ts';
import { commitFile, git, makeRepo, quietEnv, writeIn } from '../support/git-repo.ts';
import { makeWorld, placeOf } from '../support/git-world.ts';

function sizeOf(dir: string, env: Record<string, string> = quietEnv) {
	return branchSize(placeOf(dir), { env });
}

/** A repository on branch `topic`, one committed line away from `main`. */
function makeTopic(dir: string): string {
	git(makeRepo(dir), 'checkout', '-q', '-b', 'topic');
	commitFile(dir, 'b.txt', 'one\n');
	return dir;
}

describe('the size of a branch is its changed lines', () => {
	const cases: [title: string, size: number, change: (dir: string) => void][] = [
		['committed ones', 1, () => undefined],
		[
			'staged ones',
			3,
			(dir) => {
				writeIn(dir, 'b.txt', '1\n2\n3\n');
				git(dir, 'add', '.');
			},
		],
		['not yet staged ones', 3, (dir) => writeIn(dir, 'b.txt', '1\n2\n3\n')],
		['deleted ones', 2, (dir) => git(dir, 'rm', '-q', 'a.txt')],
		[
			'those of untracked files, with or without a last newline',
			4,
			(dir) => {
				writeIn(dir, 'new/c.txt', '1\n2');
				writeIn(dir, 'new/d.txt', '1\n');
				writeIn(dir, 'empty', '');
			},
		],
		[
			'those of files that are announced only',
			3,
			(dir) => {
				writeIn(dir, 'c.txt', '1\n2\n');
				git(dir, 'add', '--intent-to-add', 'c.txt');
			},
		],
		[
			'not those of ignored files',
			2,
			(dir) => {
				writeIn(dir, '.gitignore', 'big\n');
				writeIn(dir, 'big', '1\n2\n3\n');
			},
		],
		[
			'not those of binary files',
			1,
			(dir) => {
				writeIn(dir, 'raw', '1\n\u0000\n2\n');
				writeIn(dir, 'tracked-raw', '1\n\u0000\n2\n');
				git(dir, 'add', 'tracked-raw');
			},
		],
		['not those of moved files', 1, (dir) => git(dir, 'mv', 'a.txt', 'moved.txt')],
		[
			'not those behind a link, of a huge file or of a repository within',
			1,
			(dir) => {
				symlinkSync('/etc/passwd', join(dir, 'link'));
				writeFileSync(join(dir, 'huge'), '\n'.repeat(1_048_577));
				makeRepo(join(dir, 'inner'));
			},
		],
		[
			'not those of a file whose name looks like a count',
			1,
			(dir) => writeIn(dir, ' 9 files changed, 99 insertions(+)', ''),
		],
	];
	test.each(cases)('%s → %i', async (_, size, change) => {
		await using at = await makeWorld();
		change(makeTopic(at.dir));
		expect(await sizeOf(at.dir)).toBe(size);
	});

	test('against the common ancestor, not against what the default branch became', async () => {
		await using at = await makeWorld();
		makeTopic(at.dir);
		git(at.dir, 'checkout', '-q', 'main');
		commitFile(at.dir, 'later.txt', '1\n2\n3\n');
		git(at.dir, 'checkout', '-q', 'topic');
		expect(await sizeOf(at.dir)).toBe(1);
	});

	test('from a subdirectory and in a linked worktree', async () => {
		await using at = await makeWorld();
		writeIn(makeTopic(join(at.dir, 'main')), 'sub/c.txt', '1\n');
		expect(await sizeOf(join(at.dir, 'main/sub'))).toBe(2);
		git(join(at.dir, 'main'), 'worktree', 'add', '-q', '-b', 'side', '../side');
		writeIn(at.dir, 'side/d.txt', '1\n2\n');
		expect(await sizeOf(join(at.dir, 'side'))).toBe(3);
	});
});

describe('the default branch', () => {
	test('counts what is not committed yet', async () => {
		await using at = await makeWorld();
		commitFile(makeRepo(at.dir), 'b.txt', '1\n');
		expect(await sizeOf(at.dir)).toBe(0);
		writeIn(at.dir, 'c.txt', '1\n2\n');
		expect(await sizeOf(at.dir)).toBe(2);
	});

	test("is the remote's, when there is one", async () => {
		await using at = await makeWorld();
		git(makeRepo(join(at.dir, 'origin')), 'checkout', '-q', '-b', 'develop');
		commitFile(join(at.dir, 'origin'), 'b.txt', '1\n2\n');
		git(at.dir, 'clone', '-q', 'origin', 'copy');
		git(join(at.dir, 'copy'), 'branch', '-q', 'main', 'origin/main');
		git(join(at.dir, 'copy'), 'checkout', '-q', '-b', 'topic');
		commitFile(join(at.dir, 'copy'), 'c.txt', '1\n');
		expect(await sizeOf(join(at.dir, 'copy'))).toBe(1);
	});

	test.each(['master', 'trunk'])('is %s where there is no main', async (name) => {
		await using at = await makeWorld();
		makeTopic(at.dir);
		git(at.dir, 'branch', '-m', 'main', name);
		if (name === 'trunk') git(at.dir, 'config', 'init.defaultBranch', 'trunk');
		expect(await sizeOf(at.dir)).toBe(1);
	});

	test('that nobody names: what is not committed yet', async () => {
		await using at = await makeWorld();
		makeTopic(at.dir);
		git(at.dir, 'branch', '-m', 'main', 'elsewhere');
		expect(await sizeOf(at.dir)).toBe(0);
	});

	test('an unborn branch counts everything', async () => {
		await using at = await makeWorld();
		git(at.dir, 'init', '-q');
		writeIn(at.dir, 'a.txt', '1\n2\n');
		writeIn(at.dir, 'b.txt', '1\n');
		git(at.dir, 'add', 'b.txt');
		expect(await sizeOf(at.dir)).toBe(3);
	});
});

describe('git cannot tell', () => {
	test('outside a repository', async () => {
		await using at = await makeWorld();
		expect(await sizeOf(at.dir)).toBeUndefined();
	});

	test('without a common ancestor', async () => {
		await using at = await makeWorld();
		git(makeRepo(at.dir), 'checkout', '-q', '--orphan', 'pages');
		git(at.dir, 'commit', '-q', '-m', 'unrelated');
		expect(await sizeOf(at.dir)).toBeUndefined();
	});

	test('when it is not installed, and when it does not answer in time', async () => {
		await using at = await makeWorld();
		makeTopic(join(at.dir, 'repo'));
		expect(await sizeOf(join(at.dir, 'repo'), { PATH: '/nonexistent' })).toBeUndefined();
		mkdirSync(join(at.dir, 'bin'));
		writeFileSync(join(at.dir, 'bin/git'), '#!/bin/sh\ntrap "" INT\nsleep 600\n', { mode: 0o755 });
		const env = { ...quietEnv, PATH: `${join(at.dir, 'bin')}:${quietEnv.PATH}` };
		expect(await sizeOf(join(at.dir, 'repo'), env)).toBeUndefined();
	});
});

describe('a repository starts no program of its choice', () => {
	async function hostile(prepare: (repo: string, program: string) => void, within = '.') {
		const at = await makeWorld();
		const trace = join(at.dir, 'ran');
		const program = join(at.dir, 'program');
		writeFileSync(program, `#!/bin/sh\ntouch ${trace}\ncat\n`);
		chmodSync(program, 0o755);
		prepare(makeTopic(join(at.dir, 'repo')), program);
		const size = await sizeOf(join(at.dir, 'repo', within));
		return { size, ran: existsSync(trace), [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
	}

	/** What a look at the repository runs unless it is told not to. */
	const programs: [title: string, prepare: (repo: string, program: string) => void][] = [
		[
			'a filter',
			(repo, program) => {
				git(repo, 'config', 'filter.required.clean', program);
				git(repo, 'config', 'filter.required.required', 'true');
				writeIn(repo, '.git/info/attributes', 'b.txt filter=required\na.txt filter=plain\n');
				writeIn(repo, 'a.txt', 'a\n');
				git(repo, 'config', 'filter.plain.process', program);
				git(repo, 'config', 'filter.plain.clean', program);
			},
		],
		['a file system monitor', (repo, program) => git(repo, 'config', 'core.fsmonitor', program)],
	];
	test.each(programs)('not %s', async (_, prepare) => {
		await using outcome = await hostile((repo, program) => {
			writeIn(repo, 'b.txt', '1\n2\n');
			prepare(repo, program);
		});
		expect(outcome).toMatchObject({ ran: false, size: 2 });
	});

	test('a filter that cannot be turned off: no answer', async () => {
		await using outcome = await hostile((repo, program) => {
			git(repo, 'config', 'filter.a=b.clean', program);
			writeIn(repo, '.git/info/attributes', '* filter=a=b\n');
			writeIn(repo, 'b.txt', '1\n2\n');
		});
		expect(outcome).toMatchObject({ ran: false, size: undefined });
	});

	test('not the server command of a partial clone', async () => {
		await using outcome = await hostile((repo, program) => {
			git(repo, 'config', 'uploadpack.allowFilter', 'true');
			git(repo, 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${repo}`, 'partial');
			git(join(repo, 'partial'), 'config', 'remote.origin.uploadpack', program);
		}, 'partial');
		expect(outcome).toMatchObject({ ran: false, size: undefined });
	});
});

describe('the environment', () => {
	test('of a running git command does not leak in', async () => {
		await using at = await makeWorld();
		makeTopic(join(at.dir, 'repo'));
		const leaks = {
			GIT_DIR: '/nonexistent',
			GIT_INDEX_FILE: '/nonexistent',
			EDITOR: 'x',
			PAGER: 'x',
		};
		expect(await sizeOf(join(at.dir, 'repo'), { ...quietEnv, ...leaks })).toBe(1);
	});

	test('looking leaves the index alone', async () => {
		await using at = await makeWorld();
		makeTopic(at.dir);
		writeIn(at.dir, '.git/index.lock', '');
		expect(await sizeOf(at.dir)).toBe(1);
	});
});
