import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bash, satisfy, stop } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { git, writeIn } from '../support/git-repo.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
/** A scratch project in which a session has begun. */
function open(requirements: object, more: object = {}): Promise<EffectWorld> {
	return openEffectWorld({ requirements, observe: true, ...more });
}

/** A remote, and a branch `side` beside the own one, both of which changed files. */
function withOthers(world: EffectWorld): void {
	const { repo } = world;
	const commit = (branch: string, files: Readonly<Record<string, string>>) => {
		git(repo, 'checkout', '-q', branch);
		for (const [path, text] of Object.entries(files)) writeIn(repo, path, text);
		git(repo, 'add', '-A');
		git(repo, 'commit', '-qm', branch);
	};
	const lines = Array.from({ length: 20 }, (_, index) => `${index}\n`);
	commit('feature/x', { 'src/long.ts': lines.join(''), 'src/n\nl.ts': 'n' });
	git(repo, 'branch', 'side');
	commit('side', { 'src/long.ts': ['top\n', ...lines].join(''), 'src/side.ts': 'side\n' });
	commit('feature/x', { 'src/long.ts': [...lines, 'end\n'].join(''), 'src/clash.ts': 'mine\n' });
	git(repo, 'clone', '-q', '--bare', '.', '../origin.git');
	git(repo, 'remote', 'add', 'origin', join(world.dir, 'origin.git'));
	git(repo, 'fetch', '-q');
	writeIn(world.dir, 'gen.sh', 'echo x >> $1\n');
}

it.each([
	['whose name has two lines', 'sh ../gen.sh "$(printf \'src/n\\nl.ts\')"', 'src/n'],
	['behind a filter', 'echo x >> src/a.up', 'src/a.up'],
	['by its mode', 'chmod +x src/a.ts', 'src/a.ts'],
])('a script that changes a file %s is told', async (_, script, path) => {
	using world = await open(PLAN);
	const { repo } = world;
	withOthers(world);
	writeIn(repo, '.gitattributes', '*.up filter=up\n');
	git(repo, 'config', 'filter.up.clean', 'tr a-z A-Z');
	writeIn(repo, 'src/a.up', 'a\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'filter');
	writeIn(world.dir, 'script.sh', script);
	const { text } = await bash(world, 'sh ../script.sh');
	expect(text).toContain('changed during this Bash call');
	expect(text).toContain(path);
});

it.each([
	['a merge', 'git merge -q --squash side'],
	['a stash', 'git stash -q; git stash pop -q'],
	['a commit', 'git add -A; git commit -qm y'],
	['a new branch', 'git switch -q -c y'],
])('a script that changes a file beside %s accuses nobody', async (_, work) => {
	using world = await open(PLAN);
	withOthers(world);
	await bash(world, 'node -e 0');
	writeIn(world.dir, 'script.sh', `sh ../gen.sh src/gen.ts; sh ../gen.sh src/a.ts; ${work}`);
	expect((await bash(world, 'sh ../script.sh')).text).toBe('');
	expect(await stop(world)).toBe('');
});

it('tells of a conflict that a script resolves after the call that met it', async () => {
	using world = await open(PLAN);
	withOthers(world);
	git(world.repo, 'checkout', '-q', '-b', 'clash', 'HEAD~1');
	writeIn(world.repo, 'src/clash.ts', 'theirs\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'clash');
	git(world.repo, 'checkout', '-q', 'feature/x');
	expect((await bash(world, 'git merge clash')).text).toBe('');
	writeIn(world.dir, 'script.sh', 'echo both > src/clash.ts; git add -A');
	const { text } = await bash(world, 'sh ../script.sh');
	expect(text).toContain('src/clash.ts changed during this Bash call');
});

it('costs a call that only reads no process', async () => {
	using world = await open(PLAN);
	const asked = join(world.dir, 'asked');
	const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
	writeIn(world.dir, 'bin/git', `#!/bin/sh\necho "$@" >> ${asked}\nexec ${real} "$@"\n`);
	chmodSync(join(world.dir, 'bin/git'), 0o755);
	await bash(world, 'ls src | head -5 && grep -rn "const" src');
	expect(existsSync(asked)).toBe(false);
	await bash(world, 'node -e 0');
	expect(readFileSync(asked, 'utf8').match(/status/g)).toHaveLength(2);
	await bash(world, 'node -e 0');
	expect(readFileSync(asked, 'utf8').match(/status/g)).toHaveLength(3);
	await satisfy(world);
	await bash(world, 'node -e 0');
	expect(readFileSync(asked, 'utf8').match(/status/g)).toHaveLength(3);
});
