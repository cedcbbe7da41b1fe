import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/shell/read-line.ts';
import { readWrites, touches, type WrittenFile } from '../../src/shell/writes.ts';
import { git, gitEnv, makeRepo, writeIn } from '../support/git-repo.ts';

const files = ['a', 'b', 'c', 'd/a', 'd/e/a', 'src/x.ts', 'src/y.ts', '.hid/a', '*', 'a b'];

let template: FsFixture;

beforeAll(async () => {
	template = await createFixture();
	const repo = makeRepo(template.getPath('p'));
	for (const file of files) writeIn(repo, file, `1 ${file}\n`);
	git(repo, 'add', '.');
	git(repo, 'commit', '-q', '-m', 'one');
	writeIn(repo, 'b', '2 b\n');
	execFileSync('tar', ['czf', 'x.tgz', '-C', 'src', 'x.ts', 'y.ts'], { cwd: repo });
	mkdirSync(template.getPath('h'));
});

afterAll(() => template.rm());

interface Outcome {
	readonly found: readonly WrittenFile[];
	/** Files that bash really changed, made or removed, from the directory of the line. */
	readonly changed: readonly string[];
	readonly cwd: string;
}

/** Runs a line in bash, and reads it. */
async function outcomeOf(line: string): Promise<Outcome> {
	await using world = await createFixture();
	cpSync(template.path, world.path, { recursive: true, verbatimSymlinks: true });
	const cwd = world.getPath('p');
	const home = world.getPath('h');
	const before = contents(world.path);
	const env = { ...gitEnv, HOME: home };
	execFileSync('bash', ['-c', line], { cwd, env, stdio: 'ignore' });
	const after = contents(world.path);
	const all = new Set([...before.keys(), ...after.keys()]);
	const changed = [...all].filter((path) => before.get(path) !== after.get(path));
	const { files } = readWrites(parseCommand(line), { cwd, home });
	return { found: files, changed, cwd };
}

/** Every file but git's own, by absolute path. */
function contents(root: string): Map<string, string> {
	const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((path) => !/(?:^|\/)\.git(?:\/|$)/.test(path))
		.map((path) => join(root, path));
	return new Map(paths.flatMap((path) => (isDirectory(path) ? [] : [[path, contentOf(path)]])));
}

function isDirectory(path: string): boolean {
	return lstatSync(path).isDirectory();
}

function contentOf(path: string): string {
	const { mode, mtimeMs } = lstatSync(path);
	const isLink = lstatSync(path).isSymbolicLink();
	return `${mode} ${mtimeMs} ${isLink ? readlinkSync(path) : readFileSync(path, 'base64')}`;
}

describe('readWrites and bash agree', () => {
	test.each([
		'echo 1 > n',
		'echo 1 >> a',
		'echo 1 >| a',
		': > a',
		'> a',
		'ls nothing &> n || true',
		'ls nothing 2>> n || true',
		'ls >& n',
		'cat > n <<EOF\n> b\nEOF',
		'{ echo 1; echo 2; } > n',
		'for x in 1 2; do echo $x; done > n',
		'f() { echo 1; } > n; f',
		'cd d && echo 1 > n',
		'(cd d; echo 1 > n); echo 1 > n',
		'cd d | true; echo 1 > n',
		'cd d & wait; echo 1 > n',
		'cd d > n',
		'cd ~; echo 1 > n',
		'cd; echo 1 > n',
		'cd d/e/..; echo 1 > n',
		'eval "cd d"; echo 1 > n',
		'x=$(cd d; echo > n); echo > n',
		'echo 1 > ~/n',
		'echo 1 > "$HOME/n"',
		'echo 1 > $PWD/n',
		'echo 1 > "a b"',
		'rm -- a',
		'r"m" a',
		'\\rm a',
		'command rm a',
		'echo $(rm a)',
		'cat <<EOF\n$(rm a)\nEOF',
		'cat <(rm a); sleep 0.1',
		'echo 1 | tee a b > /dev/null',
		'sed -i s/1/2/ a',
		'sed -i -e s/1/2/ -e s/a/b/ a b',
		'sed -ne p -i a',
		'sed -ni p a',
		"perl -pi -e 's/1/2/' a",
		"perl -0777 -i -pe 's/1/2/' a",
		'cp -t d a b',
		'cp a b d',
		'cp a d/.',
		'install -m 600 a d/',
		'truncate -s 0 a',
		'touch -d yesterday a n',
		'unlink a',
		'git rm -q src/x.ts',
		'git -C d rm -q a',
	])('on %s', async (line) => {
		const { found, changed } = await outcomeOf(line);
		const claimed = found.filter(({ pattern }) => !pattern).map(({ path }) => path);
		if (found.every(({ pattern }) => !pattern)) expect(claimed.sort()).toEqual([...changed].sort());
		expect(changed.length).toBeGreaterThan(0);
		expect(changed.filter((path) => !found.some((file) => touches(file, path)))).toEqual([]);
	});

	test.each([
		'rm -rf *',
		'rm -rf .h*',
		'rm src/*.ts',
		'rm -rf ?',
		'rm [ab]',
		'rm -rf [!a]',
		'rm s[r]c/x.ts',
		'rm -rf d',
		'rm -r src .hid',
		'mv src d',
		'mv a b',
		'mv a d',
		'mv -t d a b',
		'cp a n',
		'cp a d',
		'cp -r src/. d',
		'cp -r src/ d',
		'ln -s a n',
		'ln -sf ../p/d/e/a .',
		'ln -sf ../p/a d',
		'git checkout -q -- b',
		'git restore b',
		'git mv a n',
		'git mv c d/e/',
	])('to be safe on %s', async (line) => {
		const { found, changed } = await outcomeOf(line);
		expect(changed.length).toBeGreaterThan(0);
		expect(changed.filter((path) => !found.some((file) => touches(file, path)))).toEqual([]);
	});

	test.each([
		'cat a | grep 1',
		'ls -la 2>&1 > /dev/null',
		'sed -n 1p a',
		"awk '{print $1}' a",
		'git status',
		'git diff',
		'sort a',
		"echo '> n'",
		'[[ a > b ]] || true',
		'(( 1 > 2 )) || true',
		'[ 2 \\> 1 ]',
		'tar tzf x.tgz',
		'gzip -c a',
		'git rm --cached -q a',
		'mkdir -p n',
	])('that %s changes no file', async (line) => {
		const { found, changed } = await outcomeOf(line);
		expect([...found, ...changed]).toEqual([]);
	});
});
