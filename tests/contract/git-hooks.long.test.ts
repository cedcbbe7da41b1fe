import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PlayedClient, playClient } from '../support/client-process.ts';
import { git, writeIn } from '../support/git-repo.ts';
import type { HookResult } from '../support/run-hook.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../support/run-req.ts';

const REVIEWED = `requirements:
  reviewed:
    triggers: [edit]
    blocks: [{ command: git commit }, { command: git push }]
    skills: [arch-review]
`;
const PEOPLE = `requirements:
  licensed:
    scope: branch
    applies_to: [agent, human]
    blocks: [{ command: git commit }, { command: git push }]
`;

const SETTINGS = { 'alias.ci': 'commit', 'user.name': 'Ana', 'user.email': 'ana@example.com' };

interface Played extends AsyncDisposable {
	readonly world: ReqWorld;
	readonly client: PlayedClient;
	/** The model's command line in the repository, as the client starts it. */
	readonly model: (line: string) => Promise<HookResult>;
	/** A person's, in a terminal. */
	readonly person: (line: string) => Promise<HookResult>;
	readonly satisfy: (name?: string) => void;
	readonly head: (ref?: string) => string;
}

/** A repository with two branches and the hooks of req, in which a session of the model is live. */
async function held(config: string | undefined = REVIEWED): Promise<Played> {
	const world = await makeReqWorld(config === '' ? undefined : config);
	const { repo } = world;
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '--allow-empty', '-m', 'config');
	git(repo, 'branch', 'clash');
	git(repo, 'switch', '-q', 'clash');
	writeIn(repo, 'mine.txt', 'clash\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'clash');
	git(repo, 'switch', '-qc', 'other', 'feature/x');
	writeIn(repo, 'other.txt', 'other\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'other');
	git(repo, 'switch', '-q', 'feature/x');
	writeIn(repo, 'mine.txt', 'mine\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'mine');
	for (const [key, value] of Object.entries(SETTINGS)) git(repo, 'config', key, value);
	expect(world.req('hooks', 'install')).toMatchObject({ exit: 0, stderr: '' });
	const client = await playClient(world);
	await client.hook('session-start', ANA, {
		hook_event_name: 'SessionStart',
		source: 'startup',
	});
	// The user's terminal: a process that descends from no client.
	const user = await playClient(world);
	return {
		...{ world, client },
		model: (line) => client.bash(line, { CLAUDE_CODE_SESSION_ID: ANA }),
		person: (line) => user.bash(line, { CLAUDECODE: '' }),
		satisfy: (name = 'reviewed') =>
			expect(world.req('satisfy', name, '--session', ANA)).toMatchObject({ exit: 0 }),
		head: (ref = 'HEAD') => git(repo, 'rev-parse', ref),
		[Symbol.asyncDispose]: async () => {
			await user[Symbol.asyncDispose]();
			await client[Symbol.asyncDispose]();
			await world[Symbol.asyncDispose]();
		},
	};
}

const STAGE = 'echo new >> mine.txt; git add mine.txt';

/** Ways to give a branch a new commit. Each leaves it where it was while it is refused. */
const ways: readonly (readonly [what: string, line: string])[] = [
	['by name', `${STAGE}; git commit -qm new`],
	['without hooks of its own', `${STAGE}; git commit --no-verify -qm new`],
	['by an alias', `${STAGE}; git ci -qm new`],
	['by a script', `${STAGE}; echo 'git commit -qm new' > s.sh; sh s.sh`],
	['amended', 'git commit --amend -qm new'],
	[
		'by git update-ref',
		'git update-ref refs/heads/feature/x $(git commit-tree -p HEAD -m new HEAD^{tree})',
	],
	['by a reset', 'git reset -q --hard $(git commit-tree -p HEAD -m new HEAD^{tree})'],
	['by a tag', 'git tag t $(git commit-tree -p HEAD -m new HEAD^{tree}); git merge -q --ff-only t'],
	['by a merge', 'git merge -q --no-edit other'],
	['by git cherry-pick', 'git cherry-pick other'],
	['by git revert', 'git revert --no-edit HEAD'],
	['by git am', 'git format-patch -1 --stdout other > p; git am -q p'],
	['without the variable', `unset CLAUDECODE CLAUDE_CODE_SESSION_ID; ${STAGE}; git ci -qm new`],
	['of another client folder', `${STAGE}; CLAUDE_CONFIG_DIR=/nowhere CLAUDECODE= git ci -qm new`],
	['from elsewhere', `${STAGE}; D=$PWD; cd /; git --git-dir=$D/.git --work-tree=$D ci -qm new`],
	['with another work tree', `${STAGE}; git --work-tree=$TMPDIR ci -qm new`],
];

describe('a branch gets no new commit while a requirement is unmet', () => {
	it.each(ways)('%s', async (_, line) => {
		await using played = await held();
		const before = played.head('feature/x');
		const refused = await played.model(line);
		expect(refused.stderr).toContain('waits for 1 requirement on branch feature/x: reviewed.');
		expect(played.head('feature/x')).toBe(before);
		git(played.world.repo, 'reset', '-q', '--hard');
		if (existsSync(path.join(played.world.repo, '.git/CHERRY_PICK_HEAD')))
			git(played.world.repo, 'cherry-pick', '--abort');
		await played.model('git am --abort; git tag -d t; rm -f p s.sh');
		played.satisfy();
		const passed = await played.model(line);
		expect(passed.stderr).not.toContain('req:');
		expect(played.head('feature/x')).not.toBe(before);
	});

	/** What git leaves of a move that was refused can be given up, or gone on with. */
	it.each([
		['a merge', 'git merge -q --no-edit other', 'git merge --abort'],
		['several picks', 'git cherry-pick other clash', 'git cherry-pick --abort'],
		[
			'a series of patches',
			'git format-patch -1 --stdout other > p; git am -q p',
			'git am --abort',
		],
	])('and %s is given up as ever', async (_, line, abort) => {
		await using played = await held();
		const before = played.head();
		expect((await played.model(line)).stderr).toContain('waits for 1 requirement');
		expect(await played.model(`${abort}; rm -f p`)).toMatchObject({ exit: 0 });
		expect(played.head()).toBe(before);
		expect(git(played.world.repo, 'status', '--porcelain')).toBe('');
	});

	it('a merge is made by git commit once the requirement is met', async () => {
		await using played = await held();
		await played.model('git merge -q --no-edit other');
		played.satisfy();
		expect(await played.model('git commit -q --no-edit')).toMatchObject({ exit: 0, stderr: '' });
		expect(git(played.world.repo, 'log', '-1', '--format=%p').split(' ')).toHaveLength(2);
	});

	it('and a detached HEAD gets none', async () => {
		await using played = await held();
		const before = played.head();
		const { stderr } = await played.model(`git checkout -q --detach; ${STAGE}; git ci -qm new`);
		expect(stderr).toContain('waits for 1 requirement');
		expect(played.head()).toBe(before);
	});

	it('with the way out of it, as the gates tell it', async () => {
		await using played = await held();
		const { stderr } = await played.model(`${STAGE}; git ci -qm new`);
		expect(stderr).toContain('- reviewed: not satisfied in this session.');
		expect(stderr).toContain('/arch-review');
		expect(stderr).toContain('req satisfy reviewed');
	});
});

/** What moves no branch to new work, or is about something else: it goes on, silently, although the requirement is unmet. */
const ordinary: readonly (readonly [what: string, line: string])[] = [
	['a new branch', 'git switch -qc new; git branch newer HEAD~1; git branch -f newer other'],
	[
		'a deleted branch, and back',
		'S=$(git rev-parse other); git branch -qD other; git branch other $S',
	],
	['a renamed branch', 'git branch -m other others'],
	['backwards, and forth again', 'git reset -q --hard HEAD~1; git reset -q --hard ORIG_HEAD'],
	[
		'a fast-forward',
		'git switch -q other; git switch -qc behind HEAD~1; git merge -q --ff-only other',
	],
	[
		'git stash',
		'echo x >> mine.txt; git stash -q; git stash pop -q; git stash -q; git stash drop -q',
	],
	['a detached HEAD', 'git checkout -q --detach other; git checkout -q feature/x'],
	['a rebase', 'git rebase -q other'],
	[
		'a rebase with a conflict',
		'git rebase -q HEAD~1 --onto clash 2>/dev/null; echo both > mine.txt; git add mine.txt; git -c core.editor=true rebase --continue',
	],
	[
		'a rebase that stops to edit',
		"GIT_SEQUENCE_EDITOR='sed -i s/^pick/edit/' git rebase -q -i HEAD~1; git commit -q --amend -m new; git rebase --continue",
	],
	['git bisect', 'git bisect start HEAD HEAD~2; git bisect run true; git bisect reset'],
	['tags and notes', 'git tag t; git tag -a -m t u; git notes add -m note'],
	['git gc', 'git gc -q; git pack-refs --all; git reflog expire --expire=now --all; git prune'],
	[
		'a linked working tree',
		'git worktree add -q "$TMPDIR/tree" -b tree; git worktree remove "$TMPDIR/tree"',
	],
	['git fetch', 'git fetch -q "$UP" "+refs/heads/*:refs/remotes/up/*"; git fetch -q --tags "$UP"'],
	[
		'a pull that fast-forwards',
		'git switch -qc behind HEAD~1; git remote add up "$UP"; git pull -q --ff-only up feature/x',
	],
	['a pull that rebases', 'git remote add up "$UP"; git pull -q --rebase up other'],
	['a clone', 'git clone -q . "$TMPDIR/clone"'],
	['a submodule', 'git -c protocol.file.allow=always submodule -q add "$UP" sub'],
	['a look', 'git status -s; git log -1 --oneline; git diff --stat'],
	['a dry run', 'git commit --dry-run; git push -n "$UP" HEAD:refs/heads/none 2>/dev/null; true'],
];

describe('what brings no new commit goes on', () => {
	it.each(ordinary)('%s', async (_, line) => {
		await using played = await held();
		const { repo, dir } = played.world;
		git(repo, 'clone', '-q', '--bare', '.', path.join(dir, 'up'));
		const told = `UP=${path.join(dir, 'up')}; ${line}`;
		const { exit, stderr } = await played.model(told);
		expect(stderr).not.toMatch(/req:|aborted by hook/);
		expect({ exit, stderr }).toMatchObject({ exit: 0 });
	});

	it('people commit, push and merge as ever', async () => {
		await using played = await held();
		const before = played.head();
		const line = `${STAGE}; git ci -qm new && git merge -q --no-edit other && git commit --amend --no-edit -q`;
		expect(await played.person(line)).toMatchObject({ exit: 0, stderr: '' });
		expect(played.head()).not.toBe(before);
	});

	it('without a config, and in a bare repository', async () => {
		await using played = await held('');
		const { repo } = played.world;
		expect(await played.model(`${STAGE}; git ci -qm new`)).toMatchObject({ exit: 0, stderr: '' });
		git(repo, 'clone', '-q', '--bare', '.', path.join(repo, '../bare'));
		const hooks = path.join(repo, '.git/hooks');
		const line = `cp ${hooks}/reference-transaction ../bare/hooks; cd ../bare; git update-ref refs/heads/new $(git -c user.name=a -c user.email=b commit-tree -m new HEAD^{tree})`;
		expect(await played.model(line)).toMatchObject({ exit: 0, stderr: '' });
	});

	it('a repository without any commit yet', async () => {
		await using played = await held();
		const line = `cp -R .git/hooks ../hooks; git init -q ../young; cp ../hooks/reference-transaction ../young/.git/hooks; cd ../young; git commit -q --allow-empty -m first`;
		const config = '-c user.name=a -c user.email=b';
		const { exit, stderr } = await played.model(line.replace('git commit', `git ${config} commit`));
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	});
});

describe('as the gates inside the client say', () => {
	it('a pause lets everything through', async () => {
		await using played = await held();
		expect(played.world.req('pause')).toMatchObject({ exit: 0 });
		expect(await played.model(`${STAGE}; git ci -qm new`)).toMatchObject({ exit: 0, stderr: '' });
	});

	it('a warning is said, and the commit is made', async () => {
		await using played = await held(`${REVIEWED}    enforce: warn\n`);
		const before = played.head();
		const { stderr } = await played.model(`${STAGE}; git ci -qm new`);
		expect(stderr).toContain('goes through without 1 requirement on branch feature/x');
		expect(played.head()).not.toBe(before);
	});

	it('what counts once counts for every commit of one command line', async () => {
		await using played = await held(`${REVIEWED}    scope: single_use\n`);
		played.satisfy();
		const command = `${STAGE}; git commit -qm one; ${STAGE}; git commit -qm two`;
		const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' };
		const judged = await played.client.hook('pre-tool-use', ANA, {
			...{ hook_event_name: 'PreToolUse', prompt_id: 'p' },
			...call,
		});
		expect(judged.stdout).toBe('');
		expect(await played.model(command)).toMatchObject({ exit: 0, stderr: '' });
	});

	it('each branch waits for its own', async () => {
		await using played = await held(REVIEWED);
		const new_tree = '$(git commit-tree -p other -m new other^{tree})';
		const { stderr } = await played.model(`git update-ref refs/heads/other ${new_tree}`);
		expect(stderr).toContain('on branch other: reviewed');
	});

	it('a push waits, too, by whatever name', async () => {
		await using played = await held();
		const { repo, dir } = played.world;
		const up = path.join(dir, 'up');
		git(repo, 'clone', '-q', '--bare', '.', up);
		git(repo, 'config', 'alias.up', `push -q ${up} HEAD:refs/heads/pushed`);
		const pushed = () => git(up, 'for-each-ref', 'refs/heads/pushed');
		expect((await played.model('git up')).stderr).toContain('waits for 1 requirement');
		expect(pushed()).toBe('');
		expect(await played.person('git up')).toMatchObject({ exit: 0 });
		expect(pushed()).not.toBe('');
		git(up, 'update-ref', '-d', 'refs/heads/pushed');
		played.satisfy();
		expect(await played.model('git up')).toMatchObject({ exit: 0, stderr: '' });
		expect(pushed()).not.toBe('');
	});

	it('a session that no hook has registered is known by its variables', async () => {
		await using played = await held();
		const line = `${STAGE}; git ci -qm new`;
		const { stderr } = await played.person(`export CLAUDECODE=1; ${line}`);
		expect(stderr).toContain('waits for 1 requirement');
	});
});

describe('people whom the config names', () => {
	it('wait as well, until the branch has it', async () => {
		await using played = await held(PEOPLE);
		const before = played.head();
		const line = `${STAGE}; git ci -qm new`;
		const { exit, stderr } = await played.person(line);
		expect({ exit, stderr }).toMatchObject({
			exit: 128,
			stderr: expect.stringContaining(
				'req: this commit waits for 1 requirement on branch feature/x: licensed.',
			),
		});
		expect(played.head()).toBe(before);
		expect(played.world.req('satisfy', 'licensed')).toMatchObject({ exit: 0 });
		expect(await played.person(line)).toMatchObject({ exit: 0, stderr: '' });
	});

	it('and so does the model', async () => {
		await using played = await held(PEOPLE);
		const { stderr } = await played.model(`${STAGE}; git ci -qm new`);
		expect(stderr).toContain('waits for 1 requirement on branch feature/x: licensed.');
	});
});

describe('where req cannot answer, git goes on, and that is said', () => {
	it('its program is gone', async () => {
		await using played = await held();
		const file = path.join(played.world.repo, '.git/hooks/reference-transaction');
		await played.person(`sed -i 's/git-hook.cjs/gone.cjs/' ${file}`);
		const { exit, stderr } = await played.model(`${STAGE}; git ci -qm new`);
		expect(exit).toBe(0);
		expect(stderr).toContain('req: this went on unchecked: the program of req or its Node is gone');
	});

	it('but another version of it stands in its place', async () => {
		await using played = await held();
		const { repo, dir } = played.world;
		const versions = path.join(dir, 'versions');
		mkdirSync(versions);
		symlinkSync(path.resolve('.'), path.join(versions, '2.0.0'));
		const file = path.join(repo, '.git/hooks/reference-transaction');
		const gone = `${versions}/1.0.0/dist/hooks/git-hook.cjs`;
		const script = readFileSync(file, 'utf8')
			.replace(/^program=.*/m, `program='${gone}'`)
			.replace(/(?<=for other in ).*(?=; do)/, `'${versions}'/*/dist/hooks/git-hook.cjs`);
		writeFileSync(file, script);
		const { stderr } = await played.model(`${STAGE}; git ci -qm new`);
		expect(stderr).toContain('waits for 1 requirement');
	});

	it('its program fails', async () => {
		await using played = await held();
		const file = path.join(played.world.repo, '.git/hooks/reference-transaction');
		await played.person(`sed -i "s/^hook=.*/hook=other/" ${file}`);
		const { exit, stderr } = await played.model(`${STAGE}; git ci -qm new`);
		expect(exit).toBe(0);
		expect(stderr).toContain('req: this went on unchecked: it holds no hook of git named other');
	});
});
