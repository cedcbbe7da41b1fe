import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someRecord } from '../../support/some-record.ts';

const CONFIG = `version: 1
requirements:
  commit_plan:
    plan: true
  tested:
    commands: [npm test]
    manual: user
`;

/** What the user reads after typing a command of ours. */
async function typedAnswer(world: ReqWorld, verb: string, args = ''): Promise<string> {
	const { stdout } = await world.hook('user-prompt-expansion', ANA, {
		hook_event_name: 'UserPromptExpansion',
		expansion_type: 'slash_command',
		prompt: `/req:${verb} ${args}`,
		...{ command_name: `req:${verb}`, command_args: args, command_source: 'plugin' },
	});
	return JSON.parse(stdout).stopReason;
}

/** Why a command line of the model is refused. */
async function refusalOf(world: ReqWorld, command: string): Promise<string> {
	const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } };
	const { stdout } = await world.hook('pre-tool-use', ANA, call);
	return JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;
}

it('an approval is told as one, in the client and in a terminal', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	await world.req('satisfy', 'commit_plan');
	await world.req('approve', 'tested', '--by', 'lead');

	const said = await typedAnswer(world, 'status');
	expect(said).toContain('tested: approved by lead, ends in 1 h.');
	expect(said).not.toContain('Satisfied');
	expect((await world.req('status')).stdout).toContain('approved by lead just now, ends in 1 h');
	expect((await world.req('satisfy', 'tested')).stdout).toMatch(/^tested: satisfied for session/);
	expect((await world.req('satisfy', 'tested')).stdout).toMatch(/^tested: was satisfied already/);
});

it('a session that went to a worktree is named in the main checkout', async () => {
	await using world = await makeReqWorld(CONFIG);
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'config');
	const tree = join(world.dir, 'feat-b');
	git(world.repo, 'worktree', 'add', '-q', '-b', 'worktree-feat-b', tree);
	await world.hook('session-start', BEN, {
		...{ hook_event_name: 'SessionStart', source: 'startup', cwd: tree },
	});

	const there = `session 5e6f7a8b is live in worktree ${tree} (branch worktree-feat-b)`;
	const { stdout } = await world.req('status');
	expect(stdout.split('\n').slice(0, 3)).toEqual([
		'branch feature/x, no session here',
		'gates: waiting for a session: no session is live here; start claude, and the gates are on',
		`  ${there}`,
	]);
	expect(stdout).not.toContain('once claude runs here');
	expect(await world.json('status')).toMatchObject({
		gates: { reasons: [expect.stringMatching(/^no session is live here;/), there] },
	});
});

it('several sessions are not called none, whether the gates are on or off', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	await world.start(BEN);
	expect((await world.req('status')).stdout).toMatch(
		/^branch feature\/x, several sessions\ngates: per session/,
	);
	writeIn(world.repo, '.claude/requirements.yaml', `enabled: false\n${CONFIG}`);
	const off = (await world.req('status')).stdout;
	expect(off).toMatch(/^branch feature\/x, several sessions\ngates: off: /);
	expect(off).not.toContain('once claude runs here');
});

it('the status of another branch says by which config', async () => {
	await using world = await makeReqWorld(CONFIG);
	expect((await world.req('status', '--branch', 'main')).stdout).toMatch(
		/^branch main, by the config checked out here, no session\n/,
	);
	expect((await world.req('status')).stdout).toMatch(/^branch feature\/x, no session\n/);
});

it('a mistake in the config stands below what the gates wait for', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(BEN);
	await world.hook('session-end', BEN, { hook_event_name: 'SessionEnd', reason: 'other' });
	writeIn(world.repo, '.claude/requirements.yaml', `${CONFIG}  third:\n    scope: foo\n`);
	const said = (await world.req('status', '--session', BEN)).stdout.split('\n');
	expect(said[1]).toMatch(/^gates: no longer at work: the session is over$/);
	expect(said[2]).toMatch(/^ {2}1 requirement is left out: .*requirements\.yaml:9 /);
	expect((await world.req('config', 'check')).stdout).toContain(
		'permanent (the whole requirement is left out)',
	);
});

it('each way out stands on its own line', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	const ways = (await world.req('status')).stdout.match(/→ .*/g);
	expect(ways).toEqual([
		'→ /arch-review',
		'→ /plan-review',
		'→ an approved plan',
		'→ the user: req satisfy commit_plan',
		'→ npm test',
		'→ the user: req satisfy tested',
	]);
});

it('a pause is told by the clock of whoever reads it', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	expect(await typedAnswer(world, 'pause')).toContain('; `/req:unpause` switches them on again');
	expect(await typedAnswer(world, 'status')).toMatch(
		/paused on this branch since \d{4}-\d\d-\d\d \d\d:\d\d \(just now\) by ana; `\/req:unpause` switches the gates on again\./,
	);
});

it('a command that reaches several protected files is refused in one line', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	expect(await refusalOf(world, 'git checkout .claude')).toBe(
		'req: `git checkout .claude` may change files that hold the gates; only the user does that, in an editor (.claude/requirements.yaml, .claude/requirements.local.yaml, .claude/settings.json, 1 more) (protect: true).',
	);
	const long = `git checkout .claude && echo ${'x'.repeat(100)}`;
	expect(await refusalOf(world, long)).toMatch(/^req: this call may change files[^\n]*$/);
});

it('a satisfaction by hand is refused in plain words', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	expect((await refusalOf(world, 'req satisfy tested')).split('\n')).toEqual([
		'req: only the user can satisfy tested by hand (protect: true).',
		'A successful `npm test` satisfies it.',
		'By hand only the user can: `/req:satisfy tested` typed here, or `req satisfy tested` in a terminal.',
	]);
});

/** Ana's session has ended; Ben's runs. */
async function withPast(): Promise<ReqWorld> {
	const world = await makeReqWorld(CONFIG);
	const restorations = [1, 2].map(() => {
		return { from: '77777777', at: daysAgo(2), score: 1, mode: 'auto' as const };
	});
	const sources = { previous: '77777777', parent: '88888888', restorations };
	plantRecords(world.repo, someRecord(ANA, { name: 'auth-v1', ...sources }));
	await world.start(BEN);
	return world;
}

it('a session that only ended is not called complete; a closed one is', async () => {
	await using world = await withPast();
	const statuses = async () =>
		(await world.req('session', 'list')).stdout.match(/live, complete|complete|live|ended(?= )/g);
	expect(await statuses()).toEqual(['live', 'ended']);
	expect(await world.json('session', 'list')).toMatchObject([{}, { status: 'complete' }]);
	expect((await world.req('session', 'show', 'auth-v1')).stdout).toMatch(/^ {2}status +ended$/m);

	await world.req('session', 'complete', '--session', BEN);
	await world.req('session', 'complete', '--session', ANA);
	expect(await statuses()).toEqual(['live, complete', 'complete']);
	expect((await world.req('session', 'list', '--completed')).stdout).toMatch(
		/^auth-v1 +complete +2/m,
	);
});

it('where a session came from is told once', async () => {
	await using world = await withPast();
	const page = (await world.req('session', 'show', 'auth-v1')).stdout;
	expect(page).toMatch(/^ {2}came from +88888888, 77777777$/m);
	expect(page).not.toMatch(/follows|received from/);
});

it('events that change nothing are for scripts', async () => {
	await using world = await withPast();
	const event = { ts: daysAgo(1), session: ANA, prev: '', hash: '' };
	const faded = (decayed_score: number) => {
		const data = { memory_id: 'i1', original_score: 1, decayed_score, hours_elapsed: 30 };
		return { ...event, name: 'confidence_decay_applied', data };
	};
	const continued = { command: 'session continue', ref: BEN, by: 'ana' };
	const stored = [
		...[faded(0.999), faded(0.9)],
		{ ...event, name: 'session_chain_traversal', data: { sessions_found: 1 } },
		{ ...event, name: 'session_override', data: continued },
	];
	const lines = stored.map((one) => `${JSON.stringify(one)}\n`).join('');
	writeIn(world.repo, '.git/requirements/events.jsonl', lines);
	const told = (await world.req('session', 'events')).stdout.trim().split('\n');
	expect(told).toEqual([
		expect.stringContaining('insight i1 counts 0.90, not 1.00: it is 30 h old'),
		expect.stringContaining('ana had it continue session 5e6f7a8b'),
	]);
	expect(await world.json('session', 'events')).toHaveLength(4);
});

it('what the user clears for every session is not laid at one of them', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	await world.req('satisfy', 'tested');
	expect((await world.req('clear', 'tested', '--all-sessions', '--force')).stdout).toBe(
		'tested: cleared for every session on branch feature/x\n',
	);
});

it('a project without git is named as a folder', async () => {
	await using world = await makeReqWorld(undefined);
	writeIn(world.dir, 'plain/.claude/requirements.yaml', CONFIG);
	const plain = join(world.dir, 'plain');
	const { stdout } = await world.reqWith({ cwd: plain }, 'doctor');
	expect(stdout).toContain(`2 requirements in ${plain} (no git)`);
});

it('an export is there for scripts, too', async () => {
	await using world = await withPast();
	const exported = async (...args: string[]) =>
		(await world.req('session', 'export', 'auth-v1', ...args)).stdout;
	expect(await exported('--json')).toBe(await exported('--format', 'codes-json'));
	expect(JSON.parse(await exported('--json', '--format', 'seed'))).toHaveProperty('id');
});

it('one command makes a first config, whoever names it', async () => {
	await using world = await makeReqWorld(undefined);
	for (const args of [['status'], ['config', 'show'], ['config', 'check'], ['doctor']])
		expect((await world.req(...args)).stdout).toContain('`req init --preset starter`');
});

it('a word with a number that counts is no topic', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	for (const prompt of ['go2: the oauth2 cookies', 'go3: the oauth2 cookies'])
		await world.hook('user-prompt-submit', ANA, { hook_event_name: 'UserPromptSubmit', prompt });
	await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
	expect(await world.json('session', 'list')).toEqual([
		expect.objectContaining({ topics: ['oauth2 cookies'] }),
	]);
});
