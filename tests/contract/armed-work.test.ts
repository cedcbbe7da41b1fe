import { expect, it } from 'vitest';
import { bash, edit, stop } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { git, writeIn } from '../support/git-repo.ts';

const TESTED = { enforce: 'stop', commands: ['npm test'], stale_after: ['edit'] };
const OPEN = 'tested is unmet';

/** A scratch project in which a session has begun; its tests pass while `src/a.ts` is not `red`. */
async function open(more: object = {}): Promise<EffectWorld> {
	const config = { requirements: { tested: TESTED }, ...more };
	const test = `${JSON.stringify({ scripts: { test: '! grep -q red src/a.ts' } })}`;
	const script = `echo '${test}' > package.json; git add -A; git commit -qm tests`;
	const world = await openEffectWorld(config, script);
	// A branch has to begin after the session.
	const now = 'unset GIT_AUTHOR_DATE GIT_COMMITTER_DATE';
	return { ...world, bash: (command) => world.bash(`${now}; ${command}`) };
}

async function write(world: EffectWorld, path: string, text: string): Promise<void> {
	writeIn(world.repo, path, text);
	await edit(world, path);
}

/** Somebody else commits the same line of `src/a.ts` on `main`, and the branch has its own version. */
function diverge(world: EffectWorld): void {
	git(world.repo, 'checkout', '-q', 'main');
	git(world.repo, 'merge', '-q', 'feature/x');
	writeIn(world.repo, 'src/a.ts', 'theirs\n');
	git(world.repo, 'commit', '-qam', 'theirs');
	git(world.repo, 'checkout', '-q', 'feature/x');
	writeIn(world.repo, 'src/a.ts', 'mine\n');
	git(world.repo, 'commit', '-qam', 'mine');
}

async function statusOf(world: EffectWorld): Promise<string> {
	return (await world.bash('req status')).stdout;
}

it.each([
	['rebase', 'git rebase -q main', 'rebase'],
	['cherry-pick', 'git cherry-pick main', 'cherry-pick'],
	['merge', 'git merge -q main', 'merge'],
])('a conflict of a %s that was resolved asks for tests', async (_, begin, verb) => {
	using world = await open();
	diverge(world);
	await bash(world, begin);
	await write(world, 'src/a.ts', 'red\n');
	await bash(world, `git add -A && GIT_EDITOR=true git ${verb} --continue`);
	await bash(world, 'npm test');
	expect(await stop(world)).toContain(OPEN);
});

it.each([
	['a script', 'sh ship.sh'],
	['a program', 'npm version -f patch'],
	['a line of another branch', 'git switch -q -c fix && git commit -qam x'],
	['a line whose words do not say it', 'git -c alias.ship="commit -qam x" ship'],
])('what %s committed asks for tests', async (_, command) => {
	using world = await open();
	writeIn(world.repo, 'ship.sh', 'git commit -qam x\n');
	writeIn(world.repo, 'package.json', '{ "name": "p", "version": "1.0.0" }\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'ship');
	await write(world, 'src/a.ts', 'red\n');
	git(world.repo, 'add', '-A');
	await bash(world, command);
	expect(git(world.repo, 'status', '--short')).toBe('');
	expect(await stop(world)).toContain(OPEN);
});

it('with `observe: false` a commit asks for tests by its words', async () => {
	using world = await open({ observe: false });
	await write(world, 'src/a.ts', 'red\n');
	await bash(world, 'git commit -qam x');
	expect(await stop(world)).toContain(OPEN);
});

it.each([
	['in one line', ['git switch -q -c fix && git commit -qam x']],
	['and commits there', ['git switch -q -c fix', 'git commit -qam x']],
	['only', ['git checkout -q -b fix']],
	['with a stash', ['git stash -q && git switch -q -c fix && git stash pop -q']],
	['of a branch of the session', ['git switch -q -c one', 'git switch -q -c two']],
])('what is armed comes along to a branch that the session begins %s', async (_, commands) => {
	using world = await open();
	await write(world, 'src/a.ts', 'red\n');
	for (const command of commands) await bash(world, command);
	expect(await statusOf(world)).toContain('work was done, keeps the turn open');
	expect(await stop(world)).toContain(OPEN);
});

it('what came along is over if no file differs any more', async () => {
	using world = await open();
	await write(world, 'src/a.ts', 'red\n');
	await bash(world, 'git switch -q -c fix');
	git(world.repo, 'checkout', '-q', 'src/a.ts');
	expect(await stop(world)).toBe('');
	expect(await statusOf(world)).not.toContain('work was done');
});

it('nothing comes along to a branch that was there, or of work that is tested or over', async () => {
	using world = await open();
	git(world.repo, 'branch', 'old');
	await write(world, 'src/a.ts', 'red\n');
	await bash(world, 'git switch -q old');
	expect(await stop(world)).toBe('');
	await bash(world, 'git switch -q feature/x');
	await write(world, 'src/a.ts', 'green\n');
	await bash(world, 'npm test');
	await bash(world, 'git switch -q -c tested');
	expect(await stop(world)).toBe('');
	await bash(world, 'git switch -q feature/x');
	await write(world, 'src/a.ts', 'red\n');
	await bash(world, 'git stash -q; git switch -q -c clean');
	expect(await stop(world)).toBe('');
});

it.each([
	['pull', 'git pull -q --rebase . main'],
	['rebase', 'git rebase -q main'],
	['merge', 'git merge -q --no-edit main'],
])('after a clean %s of tested work nothing is due, and status says so', async (_, command) => {
	using world = await open();
	git(world.repo, 'checkout', '-q', 'main');
	writeIn(world.repo, 'src/theirs.ts', 'theirs\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'theirs');
	git(world.repo, 'checkout', '-q', 'feature/x');
	await write(world, 'src/new.ts', 'mine\n');
	await bash(world, 'npm test');
	await bash(world, 'git add -A && git commit -qm mine');
	await bash(world, command);
	const shown = await statusOf(world);
	expect(shown).toMatch(/stale: a (?:pull|rebase|merge) changed src\/theirs\.ts/);
	expect(shown).not.toContain('work was done');
	expect(shown).toContain('keeps the turn open once work is done');
	expect(await stop(world)).toBe('');
});
