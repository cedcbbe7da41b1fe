import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type AttackWorld, openAttackWorld } from '../support/attack-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { bash } from '../support/observed-call.ts';

const ANY = {
	observe: true,
	requirements: { plan: { triggers: ['edit'], skills: ['arch-review'], hold_stop: false } },
};
const PART = {
	observe: true,
	requirements: { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } },
};
/** Of 1,300 bytes in the index each. */
const FILES = 1_000;
const DEEP = Array.from({ length: 6 }, (_, n) => `${n}`.repeat(200)).join('/');

/** A project whose index is large. */
async function open(config: object = ANY): Promise<AttackWorld> {
	const world = await openAttackWorld(config, 'feature/x', false);
	for (let n = 0; n < FILES; n += 1) writeIn(world.repo, `lib/${n % 10}/${DEEP}/${n}.ts`, `${n}\n`);
	for (let n = 0; n < 10; n += 1) writeIn(world.repo, `lib/${n}/a.ts`, `${n}\n`);
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'files');
	return world;
}

/** Where looks keep what they go by. */
function kept(world: AttackWorld): string[] {
	const calls = join(world.dir, 'home/.claude/requirements/calls');
	return readdirSync(calls)
		.flatMap((session) =>
			readdirSync(join(calls, session)).map((name) => join(calls, session, name)),
		)
		.filter((path) => path.includes('/.look-index-'));
}

function hashOf(path: string): string {
	return createHash('sha1').update(readFileSync(path)).digest('hex');
}

it('tells what a call changes in a project of many files, call after call', async () => {
	using world = await open();
	const said = async (command: string) => (await bash(world, command)).text;
	expect(await said('node -e 0')).toBe('');
	const index = join(world.repo, '.git/index');
	const before = hashOf(index);
	const [copy = '', ...others] = kept(world);
	expect(others).toEqual([]);
	expect(readFileSync(copy, 'latin1')).toContain('UNTR');
	for (const [command, told] of [
		['echo x > lib/0/a.ts', 'lib/0/a.ts changed'],
		['echo x > lib/1/new.ts', 'lib/1/new.ts changed'],
		// The time of its folder is as it was.
		['touch -r lib/2 ../t; echo x > lib/2/new.ts; touch -r ../t lib/2', 'lib/2/new.ts changed'],
		['mkdir -p fresh/deep && echo x > fresh/deep/a.ts', 'fresh/deep/a.ts changed'],
		['echo x > fresh/deep/b.ts', 'fresh/deep/b.ts changed'],
		['echo "fresh/deep/c.ts" > .gitignore', '.gitignore changed'],
		['mv fresh other && ln -s ../src other/deep/link', 'other/deep/link changed'],
		['rm lib/4/a.ts', 'lib/4/a.ts changed'],
		['rm -r lib/3 && ln -s 5 lib/3', 'lib/3 changed'],
	] as const) {
		const line = `node -e "require('node:child_process').execSync(process.argv[1])" '${command}'`;
		expect(await said(line), command).toContain(told);
		expect(await said('node -e 0')).toBe('');
	}
	expect(kept(world)).toEqual([copy]);
	expect(hashOf(index)).toBe(before);
});

it('tells of a file in a folder that was looked at in the same second', async () => {
	using world = await open();
	await bash(world, 'node -e 0');
	writeIn(world.repo, 'one.sh', 'echo x > lib/2/one.ts; touch -d 2020-01-01 lib/2\n');
	writeIn(world.repo, 'two.sh', 'echo x > lib/2/two.ts; touch -d 2020-01-01 lib/2\n');
	// Both calls may take less than the rest of it.
	await setTimeout(1_000 - (Date.now() % 1_000));
	expect((await bash(world, 'sh one.sh')).text).toContain('lib/2/one.ts changed');
	expect((await bash(world, 'sh two.sh')).text).toContain('lib/2/two.ts');
});

it('tells of a file in a repository that is one no more', async () => {
	using world = await open();
	writeIn(world.repo, 'old/repo/a.ts', 'x\n');
	git(join(world.repo, 'old/repo'), 'init', '-q');
	// Git would list again what is as young as its index.
	await setTimeout(1_100);
	await bash(world, 'node -e 0');
	writeIn(world.repo, 'step.sh', 'rm -r old/repo/.git; echo y > old/repo/a.ts\n');
	expect((await bash(world, 'sh step.sh')).text).toContain('old/repo/a.ts changed');
});

it('goes by the index that git has now', async () => {
	using world = await open();
	await bash(world, 'node -e 0');
	const [first] = kept(world);
	writeIn(world.repo, 'lib/0/a.ts', 'x\n');
	git(world.repo, 'commit', '-qam', 'By hand');
	const { text } = await bash(world, `node -e "fs.writeFileSync('lib/0/a.ts', '0')"`);
	expect(text).toContain('lib/0/a.ts changed');
	expect(kept(world)).toHaveLength(1);
	expect(kept(world)).not.toContain(first);
});

it('goes by no copy of the index that a call has written into', async () => {
	using world = await open();
	await bash(world, 'node -e 0');
	const [copy = ''] = kept(world);
	let times = 0;
	for (const command of [
		`GIT_INDEX_FILE=${copy} git update-index --assume-unchanged src/a.ts`,
		`echo x > ${copy}`,
		`truncate -s 0 ${copy}`,
		`ln -sf /dev/null ${copy}`,
	]) {
		times += 1;
		writeIn(world.repo, 'step.sh', `${command}; echo ${times} > src/a.ts\n`);
		expect((await bash(world, 'sh step.sh')).text, command).toContain('src/a.ts changed');
	}
});

it('tells what changes where a look was killed, and leaves nothing behind it', async () => {
	using world = await open();
	await bash(world, 'node -e 0');
	const [copy = ''] = kept(world);
	// Git was killed as it wrote, and so was who made another copy.
	writeFileSync(`${copy}.lock`, 'half');
	writeFileSync(`${copy}-1`, 'half');
	const { text } = await bash(world, `node -e "fs.writeFileSync('src/a.ts', 'x')"`);
	expect(text).toContain('src/a.ts changed');
	git(world.repo, 'add', 'src/a.ts');
	await bash(world, `node -e "fs.writeFileSync('src/a.ts', 'y')"`);
	expect(kept(world)).toHaveLength(1);
	await world.hook('session-end', { reason: 'other' });
	expect(existsSync(copy)).toBe(false);
});

it.each([
	['a split index', 'git update-index --split-index'],
	['a sparse index', 'git sparse-checkout set --cone --sparse-index lib src .claude && git status'],
	['an untracked cache of its own', 'git update-index --untracked-cache && git status'],
	['short names in its index', 'git update-index --index-version 4'],
])('tells the same with %s', async (_, script) => {
	using world = await open();
	const { exit, stderr } = await world.bash(script);
	expect({ exit, stderr }).toMatchObject({ exit: 0 });
	expect((await bash(world, 'node -e 0')).text).toBe('');
	const write = `node -e "fs.writeFileSync('src/a.ts', 'x'); fs.writeFileSync('lib/1/new.ts', 'x')"`;
	const { text } = await bash(world, write);
	expect(text).toContain('src/a.ts, lib/1/new.ts changed');
	expect((await bash(world, 'node -e 0')).text).toBe('');
});

it('asks only about the folders that matter where these are few', async () => {
	using world = await open(PART);
	await bash(world, 'node -e 0');
	expect(kept(world).map((path) => statSync(path).size)).toEqual([0]);
	expect((await bash(world, `node -e "fs.writeFileSync('src/a.ts', 'x')"`)).text).toContain(
		'src/a.ts changed',
	);
	expect((await bash(world, `node -e "fs.writeFileSync('lib/1/a.ts', 'x')"`)).text).toBe('');
});
