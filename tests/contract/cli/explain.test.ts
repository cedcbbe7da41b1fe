import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitFile, git, writeIn } from '../../support/git-repo.ts';
import { runHook } from '../../support/run-hook.ts';
import { ANA, BEN, makeLiveWorld, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const CONFIG = `version: 1
requirements:
  commit_plan: { plan: true, message: Plan first. }
  reviewed:
    { scope: single_use, triggers: [edit], blocks: [{ command: git commit }], skills: [pre-commit], stale_after: [edit] }
  tested: { enforce: stop, commands: [npm test], stale_after: [{ edit: "src/**" }] }
  on_main: { type: guard, guard: protected_branch, branches: [main] }
  retired: { enabled: false }
`;

/** Claude is about to call a tool. */
function calls(world: ReqWorld, uuid: string, tool: string, input: object) {
	const call = { tool_name: tool, tool_input: input, tool_use_id: 'toolu_1', prompt_id: 'p1' };
	return world.hook('pre-tool-use', uuid, { hook_event_name: 'PreToolUse', ...call });
}

function edit(world: ReqWorld, path = 'src/a.ts') {
	const file_path = resolve(world.repo, path);
	return calls(world, ANA, 'Edit', { file_path, old_string: '', new_string: 'x' });
}

/** A skill or a command that succeeded, such as what satisfies a requirement. */
async function succeeds(world: ReqWorld, tool: string, input: object): Promise<void> {
	await calls(world, ANA, tool, input);
	await world.hook('post-tool-use', ANA, ran(tool, input, { success: true }));
}

async function textOf(world: ReqWorld, ...args: readonly string[]): Promise<string> {
	const { exit, stdout, stderr } = await world.req('explain', ...args);
	expect([exit, stderr]).toEqual([0, '']);
	return stdout;
}

describe('the last refusal', () => {
	it('is that of the session that asks; in a terminal the last one of the project', async () => {
		await using world = await makeLiveWorld(CONFIG);
		await world.start(BEN);
		await edit(world);
		const commit = 'git commit -m "API_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345"';
		await calls(world, BEN, 'Bash', { command: commit });

		const own = await world.asModel(ANA, 'explain');
		expect(own).toMatchObject({ exit: 0, stderr: '' });
		expect(own.stdout).toMatch(
			/^Edit src\/a\.ts blocked just now on branch feature\/x, session 1a2b3c4d\nthen:\n {2}commit_plan: edits \(src\/a\.ts\); not satisfied in this session; blocks\nnow:\n {2}commit_plan: not satisfied in this session\n {2}gates: on\n/,
		);
		expect(own.stdout).toContain('approved plan satisfies it.');
		const last = await textOf(world, '--last');
		expect(last).toMatch(/^Bash `git commit -m .* blocked just now .* session 5e6f7a8b\n/);
		expect(last).toContain('  reviewed: `git commit`; not satisfied in this session; blocks\n');
		expect(last).not.toContain('ghp_');
		expect(await textOf(world, '--session', ANA)).toBe(own.stdout);
	});

	it('shows what holds now', async () => {
		await using world = await makeLiveWorld(CONFIG);
		await edit(world);
		await world.req('satisfy', 'commit_plan');
		const text = await textOf(world);
		expect(text).toContain('then:\n  commit_plan: edits (src/a.ts); not satisfied');
		expect(text).toMatch(/now:\n {2}commit_plan: satisfied by .* just now\n {2}gates: on\nNext: repeat the call\.\n$/);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'logout' });
		expect(await textOf(world)).toMatch(/the session is over\n$/);
		writeIn(world.repo, '.claude/requirements.yaml', CONFIG.replace('commit_plan', 'planned'));
		expect(await textOf(world)).toContain('  commit_plan: no longer in the config\n');
	});

	it('is of a command that a warning forbids', async () => {
		await using world = await makeLiveWorld(CONFIG);
		const lesson = { kind: 'warning', text: 'never run the seed script on staging', user: 'ben' };
		writeIn(world.repo, '.claude/lessons.jsonl', `${JSON.stringify(lesson)}\n`);
		await calls(world, ANA, 'Bash', { command: 'sh seed.sh' });
		expect(await textOf(world)).toMatch(/^Bash blocked just now .*: a warning \(i[0-9a-f]{12}\) forbids `sh seed\.sh`/);
		expect((await world.req('log')).stdout).toContain('`sh seed.sh`: a warning forbids it');
	});

	it('is of a file that only the user changes', async () => {
		await using world = await makeLiveWorld(CONFIG);
		await edit(world, '.claude/requirements.yaml');
		expect(await textOf(world)).toMatch(
			/^Edit blocked just now .*: only the user changes or runs .*requirements\.yaml, whatever/,
		);
		expect(await world.json('explain')).toMatchObject({
			tool: 'Edit',
			trace: [expect.stringContaining('only the user')],
		});
	});

	it('names the worktree', async () => {
		await using world = await makeLiveWorld(CONFIG);
		commitFile(world.repo, 'a.txt', 'a');
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', '-b', 'other', tree);
		writeIn(tree, '.claude/requirements.yaml', CONFIG);
		await edit(world, join(tree, 'src/b.ts'));
		expect(await textOf(world)).toContain(
			`Edit src/b.ts blocked just now on branch other in ${tree}, session 1a2b3c4d\n`,
		);
		const there = await world.reqWith({ cwd: tree }, 'explain', '--json');
		expect(JSON.parse(there.stdout)).toMatchObject({
			...{ branch: 'other', tool: 'Edit', session: '1a2b3c4d', decision: 'deny' },
			trace: [expect.stringContaining('commit_plan: edits (src/b.ts)')],
			next: [expect.any(String), expect.any(String)],
		});
	});

	it('is none before one, as it is where nothing is stored', async () => {
		await using world = await makeReqWorld(CONFIG);
		expect(await textOf(world)).toBe('no call was refused yet\n');
		expect(await world.json('explain')).toBeNull();
	});
});

describe('a call', () => {
	it('is evaluated as the gate does, and nothing changes', async () => {
		await using world = await makeLiveWorld(CONFIG);
		await succeeds(world, 'Skill', { skill: 'pre-commit' });
		await succeeds(world, 'Bash', { command: 'npm test' });
		const before = treePrint(world.dir);

		const file = await textOf(world, '--file', 'src/a.ts');
		expect(file).toMatch(/^edit of src\/a\.ts: blocked on branch feature\/x, session 1a2b3c4d\n/);
		expect(file).toContain('  commit_plan: edits (src/a.ts); not satisfied in this session; blocks\n');
		expect(file).toContain('Only the user can satisfy it manually: `/req:satisfy commit_plan`.');

		const line = await textOf(world, '--', 'git', 'commit', '-m', 'a b');
		expect(line).toMatch(/^`git commit -m 'a b'`: allowed on branch feature\/x/);
		expect(line).toMatch(/reviewed: `git commit`; satisfied by .*; consumes the satisfaction\n/);

		const both = await textOf(world, '--', 'git add . && echo "$X" > src/b.ts');
		expect(both).toContain('  commit_plan: edits (src/b.ts); not satisfied');
		expect(await textOf(world, '--', 'ls')).toMatch(/^`ls`: allowed on branch feature\/x/);
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('is refused if only the user makes it', async () => {
		await using world = await makeLiveWorld(CONFIG);
		expect(await textOf(world, '--', 'req', 'pause')).toMatch(/^req: command blocked \(protect/);
		const config = '.claude/requirements.yaml';
		expect(await world.json('explain', '--file', config)).toMatchObject({ decision: 'deny' });
		expect((await world.asModel(ANA, 'explain')).stdout).toBe('no call was refused yet\n');
	});

	it('is one of a new session in a terminal, and of the branch that is checked out', async () => {
		await using world = await makeReqWorld(CONFIG);
		git(world.repo, 'switch', '-q', 'main');
		expect(await world.json('explain', '--file', 'src/a.ts')).toMatchObject({
			decision: 'deny',
			trace: [
				'commit_plan: edits (src/a.ts); not satisfied in this session; blocks',
				expect.stringContaining('tested: '),
				expect.stringMatching(/^on_main: .*; blocks$/),
			],
			next: expect.arrayContaining([expect.stringContaining('git switch -c NAME')]),
		});
		const size = '  size: { type: dynamic, measure: branch_size, block: 1 }';
		writeIn(world.repo, '.claude/requirements.yaml', `${CONFIG}${size}\n`);
		expect(await textOf(world, '--file', 'src/a.ts')).toMatch(
			/size: edits .*; \d+ changed lines on this branch, the limit is 1; blocks\n/,
		);
	});
});

describe('a requirement', () => {
	it('is explained with what it blocks and its next steps', async () => {
		await using world = await makeLiveWorld(CONFIG);
		expect(await textOf(world, 'reviewed')).toBe(
			[
				'reviewed: not satisfied in this session',
				'  on branch feature/x, session 1a2b3c4d',
				'  gates: on',
				'  blocks `git commit` and keeps the turn open once work is done',
				'/pre-commit satisfies it.',
				'Only the user can satisfy it manually: `/req:satisfy reviewed`.',
				'',
			].join('\n'),
		);
	});

	it('was consumed by a commit', async () => {
		await using world = await makeLiveWorld(CONFIG);
		await succeeds(world, 'Skill', { skill: 'pre-commit' });
		const command = 'git commit -m x';
		await calls(world, ANA, 'Bash', { command });
		commitFile(world.repo, 'a.txt', 'a');
		await world.hook('post-tool-use', ANA, ran('Bash', { command }));
		const commit = git(world.repo, 'rev-parse', '--short=7', 'HEAD').trim();
		expect(await textOf(world, 'reviewed')).toContain(
			`reviewed: consumed by commit ${commit}, just now; the next commit`,
		);
		expect(await textOf(world, '--', command)).toMatch(/blocked .*\n.*\n {2}reviewed: .*consumed by/);
	});

	it('is stale, approved, paused or switched off', async () => {
		await using world = await makeLiveWorld(CONFIG);
		await succeeds(world, 'Bash', { command: 'npm test' });
		await world.req('approve', 'commit_plan');
		writeIn(world.repo, 'src/a.ts', 'a');
		await world.hook('post-tool-use', ANA, ran('Edit', { file_path: join(world.repo, 'src/a.ts') }));
		expect(await textOf(world, 'tested')).toMatch(/^tested: stale: .*src\/a\.ts .*just now\n/);
		expect(await textOf(world, 'commit_plan')).toMatch(/^commit_plan: approved by ana just now, ends in/);
		await world.req('pause', '--reason', 'hotfix');
		expect(await textOf(world, 'reviewed')).toContain('  gates: paused');
		expect(await textOf(world, '--file', 'a.txt')).toContain('; nothing, paused\n');
		expect(await textOf(world, 'retired')).toBe('retired does not apply: enabled: false\n');
		writeIn(world.repo, '.claude/requirements.yaml', `enabled: false\n${CONFIG}`);
		expect(await textOf(world, 'reviewed')).toContain('  gates: off');
		expect(await textOf(world, '--file', 'a.txt')).toMatch(/allowed, no requirement .*\n {2}gates: off/);
	});

	it('has fixed keys in JSON', async () => {
		await using world = await makeLiveWorld(CONFIG);
		await world.req('satisfy', 'commit_plan');
		expect(await world.json('explain', 'commit_plan')).toEqual({
			...{ requirement: 'commit_plan', satisfied: true, reason: 'satisfied', next: [] },
			why: expect.stringContaining('satisfied by'),
		});
	});
});

it('refuses unknown names, no config and two questions at once', async () => {
	await using world = await makeReqWorld(CONFIG);
	expect(await world.req('explain', 'review')).toMatchObject({
		...{ exit: 1, stdout: '' },
		stderr: expect.stringContaining('there is no requirement "review"'),
	});
	expect((await world.req('explain', 'reviwed')).stderr).toContain('did you mean reviewed?');
	expect(await world.req('explain', 'reviewed', '--', 'ls')).toMatchObject({ exit: 64 });
	expect(await world.req('explain', '--last', '--file', 'a')).toMatchObject({ exit: 64 });
	await using bare = await makeReqWorld(undefined);
	expect(await bare.req('explain')).toMatchObject({
		...{ exit: 1, stdout: '' },
		stderr: expect.stringContaining('req init --preset starter'),
	});
});

it('REQ_DEBUG=1 prints the trace of a decision', async () => {
	await using world = await makeLiveWorld(CONFIG);
	const tool_input = { file_path: join(world.repo, 'a.txt'), old_string: '', new_string: 'x' };
	const event = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input };
	const { stderr } = await runHook('pre-tool-use', {
		cwd: world.repo,
		stdin: JSON.stringify({ session_id: ANA, cwd: world.repo, ...event }),
		env: { ...world.env, CLAUDE_PROJECT_DIR: world.repo, REQ_DEBUG: '1' },
	});
	expect(stderr).toContain('req: commit_plan: edits (a.txt); not satisfied in this session; blocks');
});
