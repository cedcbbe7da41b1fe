import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitFile, git, gitEnv, writeIn } from '../../support/git-repo.ts';
import type { HookResult } from '../../support/run-hook.ts';
import { builtReq } from '../../support/run-hook.ts';
import { ANA, makeLiveWorld, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';

const CONFIG = `version: 1
requirements:
  reviewed: { scope: single_use, triggers: [], blocks: [{ command: git commit }], skills: [arch-review] }
  signed: { scope: branch, triggers: [], blocks: [{ command: git commit }, { command: git push }] }
  on_main: { type: guard, guard: protected_branch, branches: [main] }
`;
const SIZE = '{ type: dynamic, measure: branch_size, block: 5, triggers: [], blocks: [{ command: git commit }] }';
const CI = { env: { CI: 'true' } };

function answerOf({ exit, stdout }: HookResult): [number | null, string[]] {
	return [exit, ['reviewed', 'signed', 'on_main'].filter((name) => stdout.includes(name))];
}

async function review(world: ReqWorld): Promise<void> {
	await world.start(ANA);
	await world.hook('post-tool-use', ANA, ran('Skill', { skill: 'arch-review' }, { success: true }));
}

describe('who is asked', () => {
	it('warns a person of what belongs to the branch, and exits 0', async () => {
		await using world = await makeReqWorld(CONFIG);
		const { exit, stdout } = await world.req('check', 'commit');
		expect([exit, stdout]).toEqual([
			0,
			expect.stringMatching(/^req: commit allowed on feature\/x although .*a person is only warned/),
		]);
		expect(answerOf(await world.req('check', 'push'))).toEqual([0, ['signed']]);
		git(world.repo, 'switch', '-q', 'main');
		expect(answerOf(await world.req('check', 'commit'))).toEqual([0, ['signed', 'on_main']]);
	});

	it('exits 1 in CI and with --strict, by the text of a refusal', async () => {
		await using world = await makeReqWorld(CONFIG);
		for (const result of [await world.reqWith(CI, 'check', 'commit'), await world.req('check', 'commit', '--strict')]) {
			expect(answerOf(result)).toEqual([1, ['signed']]);
			expect(result.stdout).toContain('satisfied in another clone');
			expect(result.stdout).toMatch(/^req: commit blocked on feature\/x/);
		}
		await world.req('satisfy', 'signed');
		expect(await world.reqWith(CI, 'check', 'commit')).toMatchObject({ exit: 0, stdout: '' });
		expect(await world.reqWith({ env: { CI: 'false' } }, 'check', 'push')).toMatchObject({
			exit: 0,
		});
	});

	it('goes by the session in Claude’s shell, as PreToolUse does, and consumes nothing', async () => {
		await using world = await makeLiveWorld(CONFIG);
		expect(answerOf(await world.asModel(ANA, 'check', 'commit'))).toEqual([1, ['reviewed', 'signed']]);
		await review(world);
		await world.req('satisfy', 'signed');
		const before = world.state();
		for (let times = 0; times < 2; times += 1)
			expect(await world.asModel(ANA, 'check', 'commit')).toMatchObject({ exit: 0, stdout: '' });
		expect(world.state()).toEqual(before);
		await world.hook('post-tool-use', ANA, ran('Bash', { command: 'git commit -m x' }));
		expect(answerOf(await world.asModel(ANA, 'check', 'commit'))).toEqual([1, ['reviewed']]);
	});

	it('says that the gates of the branch are paused', async () => {
		await using world = await makeReqWorld(CONFIG);
		await world.req('pause');
		const { exit, stdout } = await world.reqWith(CI, 'check', 'commit');
		expect([exit, stdout]).toEqual([0, expect.stringContaining('paused')]);
	});
});

describe('from a hook of git', () => {
	/** The one line that a team puts there. */
	function withHook({ repo }: ReqWorld): void {
		const path = '.git/hooks/pre-commit';
		writeIn(repo, path, `#!/bin/sh\n'${process.execPath}' '${builtReq}' check commit\n`);
		chmodSync(join(repo, path), 0o755);
	}

	function commit(world: ReqWorld, more: Readonly<Record<string, string>>, cwd = world.repo) {
		const env = { ...gitEnv, ...world.env, ...more };
		const words = ['commit', '-a', '--allow-empty', '-m', 'x'];
		return spawnSync('git', words, { cwd, env, encoding: 'utf8' });
	}

	const asClaude = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: ANA };

	it('lets both commits of one call through on one review', async () => {
		await using world = await makeReqWorld(CONFIG);
		withHook(world);
		await review(world);
		await world.req('satisfy', 'signed');
		const call = {
			tool_name: 'Bash',
			tool_input: { command: 'git commit -m x && git commit -m x' },
		};
		const event = { hook_event_name: 'PreToolUse', tool_use_id: 'toolu_2', ...call };
		expect((await world.hook('pre-tool-use', ANA, event)).stdout).toBe('');
		expect([commit(world, asClaude).status, commit(world, asClaude).status]).toEqual([0, 0]);
		await world.hook('post-tool-use', ANA, {
			...ran('Bash', call.tool_input),
			tool_use_id: 'toolu_2',
		});
		expect(commit(world, asClaude).status).toBe(1);
	});

	it('holds in a linked worktree by the branch there', async () => {
		await using world = await makeReqWorld(CONFIG);
		const linked = join(world.dir, 'linked');
		git(world.repo, 'worktree', 'add', '-q', linked, 'main');
		writeIn(linked, '.claude/requirements.yaml', CONFIG);
		withHook(world);
		const { status, stderr } = commit(world, { CI: '1' }, linked);
		expect([status, stderr]).toEqual([1, expect.stringContaining('- on_main: ')]);
	});

	it('measures the branch again, with another index in the environment', async () => {
		await using world = await makeReqWorld(`version: 1\nrequirements:\n  size: ${SIZE}\n`);
		withHook(world);
		git(world.repo, 'add', '-A');
		writeIn(world.repo, 'a.txt', 'line\n'.repeat(9));
		git(world.repo, 'add', '-A');
		const { status, stderr } = commit(world, { CI: '1' });
		expect([status, stderr]).toEqual([1, expect.stringContaining('changed lines')]);
	});
});

describe('what cannot be checked', () => {
	it('on a detached HEAD is what asks for a branch; the rest is checked', async () => {
		await using world = await makeReqWorld(CONFIG);
		git(world.repo, 'commit', '-q', '--allow-empty', '-m', 'x');
		git(world.repo, 'checkout', '-q', '--detach');
		const { exit, stdout } = await world.reqWith(CI, 'check', 'push');
		expect([exit, stdout]).toEqual([0, expect.stringMatching(/HEAD is detached, .* not checked: signed/)]);
	});

	it('is the size of a branch in a clone without the default branch', async () => {
		await using world = await makeReqWorld(`version: 1\nrequirements:\n  size: ${SIZE}\n`);
		commitFile(world.repo, 'a.txt', 'line\n'.repeat(9));
		const cwd = join(world.dir, 'clone');
		git(world.dir, 'clone', '-q', world.repo, cwd);
		writeIn(cwd, '.claude/requirements.yaml', `version: 1\nrequirements:\n  size: ${SIZE}\n`);
		git(cwd, 'checkout', '-q', '--detach');
		git(cwd, 'branch', '-q', '-D', 'feature/x');
		git(cwd, 'remote', 'set-head', 'origin', '-d');
		const { exit, stdout } = await world.reqWith({ ...CI, cwd }, 'check', 'commit');
		expect([exit, stdout]).toEqual([1, expect.stringContaining('changed lines')]);
		git(cwd, 'update-ref', '-d', 'refs/remotes/origin/main');
		const unknown = await world.reqWith({ ...CI, cwd }, 'check', 'commit');
		expect(unknown).toMatchObject({ exit: 0, stdout: expect.stringContaining('is not known') });
	});

	it('is nothing outside git, and nothing without a config', async () => {
		await using world = await makeReqWorld(CONFIG);
		const outside = await world.reqWith({ cwd: world.dir, ...CI }, 'check', 'commit', '--strict');
		expect(outside).toMatchObject({ exit: 0, stdout: expect.stringContaining('nothing to check') });
		rmSync(join(world.repo, '.claude'), { recursive: true });
		expect(await world.reqWith(CI, 'check', 'commit', '--strict')).toMatchObject({
			exit: 0,
			stdout: '',
			stderr: '',
		});
	});

	it.each([
		['a mistake', 'version: 1\nrequirements:\n  a: { scope: nowhere }\n'],
		['no YAML', 'requirements: [\n'],
	])('is said of a config with %s, and fails CI and --strict, not a person', async (_, config) => {
		await using world = await makeReqWorld(config);
		const said = expect.stringContaining('req config check');
		expect(await world.req('check', 'commit')).toMatchObject({ exit: 0, stdout: said });
		expect(await world.reqWith(CI, 'check', 'commit')).toMatchObject({ exit: 1, stdout: said });
		expect(await world.req('check', 'commit', '--strict')).toMatchObject({ exit: 1, stdout: said });
	});

	it('does not fail a commit when git files cannot be read', async () => {
		await using world = await makeReqWorld(CONFIG);
		writeIn(world.repo, '.git/HEAD', '');
		rmSync(join(world.repo, '.git/refs'), { recursive: true });
		const { exit, stdout } = await world.reqWith(CI, 'check', 'commit');
		expect([exit, stdout]).toEqual([0, expect.stringContaining('req: ')]);
	});
});
