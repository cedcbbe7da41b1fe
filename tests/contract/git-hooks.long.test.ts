import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
async function held(config = REVIEWED): Promise<Played> {
	const world = await makeReqWorld(config);
	const { repo } = world;
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'config');
	git(repo, 'switch', '-qc', 'other');
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
