import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bash, satisfy, stop } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { git, writeIn } from '../support/git-repo.ts';

/** A scratch project in which a session has begun. */
function open(requirements: object): Promise<EffectWorld> {
	return openEffectWorld({ requirements, observe: true }, 'feature/x', false);
}

it.each([
	['merged into', 'git checkout -q main; git merge -q feature/x'],
	['pushed to', 'git push -q . feature/x:main'],
	['set', 'git update-ref refs/heads/main feature/x'],
	['deleted', 'git update-ref -d refs/heads/main'],
	['renamed', 'git branch -m main trunk'],
	['made another name', 'git symbolic-ref refs/heads/main refs/heads/feature/x'],
])(
	'a protected branch that is %s from elsewhere is told at once and holds the stop',
	async (_, command) => {
		using world = await open({
			on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
		});
		const { text } = await bash(world, `${command}; git switch -q feature/x`);
		expect(text).toContain('main moved during this Bash call');
		expect(text).toContain('on_main');
		expect(await stop(world)).toContain('bypassed');
	},
);

it('a protected branch that was moved holds the stop, whichever branch is checked out by then', async () => {
	using world = await open({
		on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
	});
	await bash(world, 'git update-ref refs/heads/main feature/x');
	await bash(world, 'git switch -q -c other');
	expect(await stop(world)).toContain('on_main');
});

it('sees a protected branch that a script moves in another worktree', async () => {
	using world = await open({
		on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
	});
	await world.bash('git worktree add -q ../wt main && mkdir -p ../wt/.claude');
	await world.bash('cp .claude/requirements.yaml ../wt/.claude/');
	await world.bash("echo 'git commit -q --allow-empty -m released' > ../wt/release.sh");
	const { text } = await bash(world, 'cd ../wt && sh release.sh');
	expect(text).toContain('main moved during this Bash call');
});

it('lets a protected branch follow its remote', async () => {
	using world = await open({
		on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
	});
	git(world.repo, 'clone', '-q', '.', '../remote');
	const remote = join(world.dir, 'remote');
	git(remote, 'checkout', '-q', 'main');
	git(remote, 'commit', '-q', '--allow-empty', '-m', 'news');
	git(world.repo, 'remote', 'add', 'origin', remote);
	const { text } = await bash(world, 'git fetch -q; git fetch -q origin main:main');
	expect(text).toBe('');
	expect(git(world.repo, 'log', '-1', '--format=%s', 'main')).toBe('news');
});

it('leaves a branch alone that moves to commits which were there', async () => {
	using world = await open({
		reviewed: { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] },
	});
	git(world.repo, 'checkout', '-q', '-b', 'others', 'main');
	writeIn(world.repo, 'src/others.ts', 'others\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'others');
	git(world.repo, 'checkout', '-q', 'feature/x');
	for (const command of [
		'git branch other HEAD~1; git reset -q --hard HEAD~1; git reset -q --hard ORIG_HEAD',
		'git checkout -q -b third; git rebase -q others; git checkout -q feature/x',
		'git merge -q --no-edit others',
	]) {
		expect(await bash(world, command)).toEqual({ refuses: false, text: '' });
	}
	expect(git(world.repo, 'rev-list', '--count', 'HEAD')).toBe('5');
});

it('a commit that nobody can read uses up what counts for one', async () => {
	using world = await open({
		reviewed: { scope: 'single_use', blocks: [{ command: 'git commit' }], skills: ['arch-review'] },
	});
	writeIn(world.repo, 'work.sh', 'git commit -q --allow-empty -m work');
	await satisfy(world);
	expect((await bash(world, 'git branch at-this-commit; sh work.sh')).text).toBe('');
	expect((await bash(world, 'git branch -f at-this-commit; sh work.sh')).text).toContain(
		'feature/x moved during this Bash call',
	);
});
