import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, edit, LONG, satisfy, stop } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { git, writeIn } from '../support/git-repo.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
const REVIEWED = {
	reviewed: { scope: 'single_use', blocks: [{ command: 'git commit' }], skills: ['arch-review'] },
};
const GUARD = { on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] } };
const SECOND = { session_id: 'def45678-0000-4000-8000-000000000009' };
const WRITES = "node -e \"fs.writeFileSync('src/a.ts', 'x')\"";
const BUILD = 'node build.mjs';
const LINE = 'req: changed while this ran: src/a.ts; if the command changed it, run /arch-review';

const TEST = `import fs from 'node:fs'; import test from 'node:test';
test('a', () => fs.writeFileSync('src/a.snap', 'x'));`;
const PREPARED = `echo > build.mjs; mkdir -p t; cat > t/a.test.mjs <<'E'
${TEST}
E
git add -A; git commit -qm build`;

function open(requirements: object): Promise<EffectWorld> {
	return openEffectWorld({ requirements }, PREPARED);
}

const journal = (world: EffectWorld) =>
	world.bash('cat .git/requirements/sessions/*.jsonl').then(({ stdout }) => stdout);

/** Whatever is said, nobody is accused, and the turn ends. */
async function expectNothingHeld(world: EffectWorld, text: string): Promise<void> {
	expect(text).not.toMatch(/during this|although|bypassed/i);
	expect(await stop(world)).toBe('');
	expect(await journal(world)).not.toContain('bypassed');
	expect((await world.bash('req status')).stdout).not.toContain('bypassed');
}

describe('during a call of five seconds', () => {
	it.each([
		['removes a file', (world: EffectWorld) => rmSync(join(world.repo, 'src/a.ts'))],
		[
			'changes a file and stages it',
			(world: EffectWorld) => {
				writeIn(world.repo, 'src/a.ts', 'by hand\n');
				git(world.repo, 'add', '-A');
			},
		],
	])('a person %s: the model reads one line, and nothing is held', async (_, work) => {
		using world = await open(PLAN);
		const { text } = await bash(world, BUILD, LONG, () => work(world));
		expect(JSON.parse(text)).toEqual({
			hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: LINE },
		});
		await expectNothingHeld(world, text);
		expect((await bash(world, 'node -e 0')).text).toBe('');
	});

	it.each([
		['amends', 'git commit -q --amend --allow-empty -m mine'],
		['reverts a commit', 'git revert --no-edit HEAD'],
	])('a person %s: nobody is accused', async (_, work) => {
		using world = await open({ ...PLAN, ...REVIEWED });
		const { text } = await bash(world, BUILD, LONG, () => world.bash(work));
		expect(text).toBe('');
		await expectNothingHeld(world, text);
	});

	it('a commit beside a run of tests uses nothing up', async () => {
		using world = await open(REVIEWED);
		await satisfy(world);
		const work = () => world.bash('git commit -q --allow-empty -m mine');
		expect((await bash(world, 'node --test', LONG, work)).text).toBe('');
		expect((await bash(world, 'git commit -q --allow-empty -m next')).refuses).toBe(false);
	});

	it('a second session runs a script that writes it past its own gates: nothing is held', async () => {
		using world = await open(PLAN);
		await world.hook('session-start', { ...SECOND, source: 'startup' });
		await satisfy(world, SECOND);
		const { text } = await bash(world, BUILD, LONG, async () => {
			writeIn(world.repo, 'src/a.ts', 'by the second session\n');
			await bash(world, WRITES, SECOND);
		});
		expect(text).toContain(LINE);
		await expectNothingHeld(world, text);
	});
});

describe('beside a short call', () => {
	it('a person writes it while tests run in another worktree: nothing is said', async () => {
		using world = await open(PLAN);
		await world.bash('git worktree add -q ../wt main && mkdir -p ../wt/.claude');
		await world.bash('cp .claude/requirements.yaml ../wt/.claude/');
		const { text } = await bash(world, 'cd ../wt && node --test', {}, () =>
			writeIn(world.repo, 'src/a.ts', 'by hand\n'),
		);
		expect(text).toBe('');
	});

	it('a subagent edits the file: nothing is said', async () => {
		using world = await open(PLAN);
		const agent = { agent_id: 'a1' };
		const { text } = await bash(world, 'node -e 0', {}, async () => {
			const file = join(world.repo, 'src/a.ts');
			const call = { tool_name: 'Edit', tool_input: { file_path: file }, tool_use_id: 'toolu_x' };
			writeIn(world.repo, 'src/a.ts', 'by the agent\n');
			await world.hook('post-tool-use', { ...call, ...agent, tool_response: {} });
		});
		expect(text).toBe('');
		expect(await journal(world)).not.toContain('bypassed');
	});

	it.each([
		['a second session', SECOND],
		['a subagent', { agent_id: 'a1' }],
	])('a call of %s writes: the one that ends last names the file', async (_, other) => {
		using world = await open(PLAN);
		await world.hook('session-start', { ...SECOND, source: 'startup' });
		const call = { tool_name: 'Bash', tool_input: { command: 'node -e 0' } };
		const beside = { ...call, ...other, tool_use_id: 'toolu_beside' };
		const said: string[] = [];
		const { text } = await bash(world, 'node -e 0', {}, async () => {
			await world.hook('pre-tool-use', beside);
			writeIn(world.repo, 'src/a.ts', 'x\n');
			const answer = { ...beside, tool_response: {}, duration_ms: 500 };
			said.push((await world.hook('post-tool-use', answer)).text);
		});
		expect(said).toEqual(['']);
		expect(text).toContain('changed while this ran: src/a.ts');
		await expectNothingHeld(world, text);
	});

	it('a background task writes: the model reads one line until the task is over', async () => {
		using world = await open(PLAN);
		const server = { tool_name: 'Bash', tool_use_id: 'toolu_server' };
		const started = {
			...server,
			tool_input: { command: 'node serve.js', run_in_background: true },
		};
		await world.hook('pre-tool-use', started);
		const response = { stdout: '', stderr: '', backgroundTaskId: 'b1' };
		await world.hook('post-tool-use', { ...started, tool_response: response, duration_ms: 5 });
		const { text } = await bash(world, WRITES);
		expect(text).toContain('changed while this ran: src/a.ts');
		const task = { id: 'b1', type: 'shell', status: 'running', description: 'x' };
		expect(await stop(world, { background_tasks: [task] })).toBe('');
		expect((await bash(world, WRITES.replace("'x'", "'y'"))).text).toContain('changed while this');
		expect(await stop(world, { background_tasks: [] })).toBe('');
		expect((await bash(world, WRITES.replace("'x'", "'z'"))).text).toContain('changed during this');
	});

	it('a background task runs: a commit of the call is its work', async () => {
		using world = await open(GUARD);
		const server = { tool_name: 'Bash', tool_use_id: 'toolu_server' };
		const started = { ...server, tool_input: { command: 'node s.js', run_in_background: true } };
		await world.hook('pre-tool-use', started);
		const response = { stdout: '', stderr: '', backgroundTaskId: 'b1' };
		await world.hook('post-tool-use', { ...started, tool_response: response, duration_ms: 5 });
		await world.bash("echo 'git switch -q main; git commit -q --allow-empty -m x' > move.sh");
		expect((await bash(world, 'sh move.sh')).text).toContain('main moved during this');
	});
});

describe('a call that ends without a hook', () => {
	it.each([
		['the next prompt', (world: EffectWorld) => world.hook('user-prompt-submit', { prompt: 'hi' })],
		['the end of the turn', (world: EffectWorld) => stop(world)],
	])('hides what a second session does no longer than until %s', async (_, ends) => {
		using world = await open(PLAN);
		const call = { tool_name: 'Bash', tool_input: { command: BUILD }, tool_use_id: 'toolu_no' };
		await world.hook('pre-tool-use', call);
		await ends(world);
		await world.hook('session-start', { ...SECOND, source: 'startup' });
		expect((await bash(world, WRITES, SECOND)).text).toContain('changed during this');
	});

	it('hides nothing of its own session after ten minutes', async () => {
		using world = await open(PLAN);
		const call = { tool_name: 'Bash', tool_input: { command: BUILD } };
		const marked = { ...call, tool_use_id: 'toolu_no', agent_id: 'a1' };
		await world.hook('pre-tool-use', marked);
		await world.bash(
			`f=$(find "$CLAUDE_CONFIG_DIR" -name 'toolu_no.json' | head -1); sed -i 's/"from":[0-9.]*/"from":1/' "$f"`,
		);
		expect((await bash(world, WRITES)).text).toContain('changed during this');
		await world.bash('git checkout -q src/a.ts');
		await bash(world, 'node -e 0');
		expect((await bash(world, WRITES)).text).toContain('changed during this');
	});
});

it('a run of tests with a commit in its line uses up what counts for one', async () => {
	using world = await open(REVIEWED);
	await satisfy(world);
	await world.bash("echo 'git commit -q --allow-empty -m released' > release.sh");
	expect((await bash(world, 'node --test && sh release.sh')).refuses).toBe(false);
	expect((await bash(world, 'git commit -q --allow-empty -m next')).refuses).toBe(true);
});

it('a bypass ends with its satisfaction, also when that goes stale later', async () => {
	const plan = { ...PLAN.plan, stale_after: [{ edit: 'src/**' }] };
	using world = await open({ plan });
	await bash(world, WRITES);
	await satisfy(world);
	expect(await stop(world)).toBe('');
	await edit(world, join(world.repo, 'src/a.ts'));
	const { stdout } = await world.bash('req status');
	expect(stdout).toContain('stale');
	expect(stdout).not.toContain('bypassed');
});

it('a bypass ends with its satisfaction, also when the next commit consumes that', async () => {
	using world = await open(REVIEWED);
	await world.bash("echo 'git commit -q --allow-empty -m released' > release.sh");
	expect((await bash(world, 'sh release.sh')).text).toContain('moved during this');
	expect((await world.bash('req status')).stdout).toContain('bypassed');
	await satisfy(world);
	await bash(world, 'git commit -q --allow-empty -m next');
	const { stdout } = await world.bash('req status');
	expect(stdout).toContain('consumed by');
	expect(stdout).not.toContain('bypassed');
});
