import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { builtReq } from '../../support/run-hook.ts';
import { ANA, BEN, makeLiveWorld, makeReqWorld, ran } from '../../support/run-req.ts';

const CONFIG = `version: 1
requirements:
  commit_plan:
    plan: true
    message: Plan first.
  on_main:
    type: guard
    guard: protected_branch
    branches: [main]
`;

it('status --json has the fixed keys, absent values are null (D37)', async () => {
	await using world = await makeLiveWorld(CONFIG);

	expect(await world.json('status')).toEqual({
		project: {
			root: world.repo,
			branch: 'feature/x',
			state_file: join(world.repo, '.git/requirements/feature-x.json'),
		},
		session: { key: '1a2b3c4d', uuid: ANA, live: true },
		gates: { armed: true, paused: false, reasons: [] },
		faults: [],
		problems: [],
		requirements: [
			{
				name: 'commit_plan',
				type: 'standard',
				scope: 'session',
				enforce: 'deny',
				hold_stop: true,
				message: 'Plan first.',
				satisfied: false,
				reason: 'never_satisfied',
				triggered: false,
				triggered_at: null,
				satisfied_by: null,
				satisfied_at: null,
				expires_at: null,
				stale: false,
				metadata: null,
				lines: null,
				resolve: [
					{ kind: 'skill', text: '/arch-review' },
					{ kind: 'skill', text: '/plan-review' },
					{ kind: 'plan', text: 'an approved plan' },
					{ kind: 'user', text: 'req satisfy commit_plan' },
				],
			},
			expect.objectContaining({
				name: 'on_main',
				satisfied: true,
				resolve: [{ kind: 'user', text: 'req approve on_main --ttl 1h' }],
			}),
		],
	});
});

it('status works without a session, a config, a repository, and writes nothing (D34)', async () => {
	await using world = await makeReqWorld(undefined);
	const bare = await world.json('status');
	expect(bare).toMatchObject({ session: null, gates: { armed: false }, requirements: [] });
	expect(world.state()).toBeUndefined();
	expect(await world.req('status')).toMatchObject({ exit: 0, stderr: '' });
	expect((await world.req('status')).stdout).toContain('req init --preset starter');
	const outside = await world.reqWith({ cwd: world.dir }, 'status', '--json');
	expect(JSON.parse(outside.stdout)).toMatchObject({ project: { branch: '@no-git' } });
	writeIn(world.dir, 'plain/.claude/requirements.yaml', CONFIG);
	const plain = join(world.dir, 'plain');
	const { stdout } = await world.reqWith({ cwd: plain }, 'doctor');
	expect(stdout).toContain(`2 requirements in ${plain} (no git)`);

	writeIn(world.repo, '.claude/requirements.yaml', CONFIG);
	expect(await world.json('status')).toMatchObject({
		session: null,
		gates: { armed: false },
		requirements: [{ name: 'commit_plan', satisfied: false }, { name: 'on_main' }],
	});
});

it('a trigger that is only in the journal counts (D9, D31)', async () => {
	await using world = await makeLiveWorld(CONFIG);
	const edit = { file_path: join(world.repo, 'a.txt'), old_string: 'a', new_string: 'b' };
	writeIn(world.repo, 'a.txt', 'b');
	await world.hook('post-tool-use', ANA, ran('Edit', edit));

	expect(world.state()).toBeUndefined();
	expect(await world.json('status')).toMatchObject({ requirements: [{ triggered: true }, {}] });
	expect(await world.json('status', '--session', ANA)).toMatchObject({
		requirements: [{ triggered: true }, {}],
	});
	git(world.repo, 'branch', 'other');
	expect(await world.json('status', '--branch', 'other')).toMatchObject({
		project: { branch: 'other' },
		requirements: [{ triggered: false }, {}],
	});
});

it('status --branch judges guards by that branch; a bad name is a usage error', async () => {
	await using world = await makeReqWorld(CONFIG);
	expect(await world.json('status', '--branch', 'main')).toMatchObject({
		project: { branch: 'main' },
		requirements: [{}, { name: 'on_main', satisfied: false, reason: 'protected' }],
	});
	expect(await world.req('status', '--branch', 'a..b')).toMatchObject({ exit: 64, stdout: '' });
});

it('names why gates do not stand: off, paused, unseen, problems, faults', async () => {
	await using world = await makeLiveWorld(CONFIG);
	expect(await world.json('status', '--session', BEN)).toMatchObject({
		session: { uuid: BEN, live: false },
		gates: { armed: false, reasons: [expect.any(String)] },
	});
	await world.req('pause', '--reason', 'hotfix');
	expect(await world.json('status')).toMatchObject({
		gates: { armed: true, paused: true, reasons: [expect.stringContaining('hotfix')] },
	});
	await world.req('pause', '--off');

	writeIn(world.repo, '.claude/requirements.local.yaml', 'enabled: false\nrequirements:\n  bad: 3\n');
	const off = (await world.json('status')) as { gates: { reasons: string[] }; problems: unknown[] };
	expect(off.gates.reasons).toEqual([
		expect.stringContaining('enabled: false'),
		expect.stringContaining('requirements.local.yaml:3 requirements.bad'),
	]);
	expect(off.problems).toEqual([
		{
			file: join(world.repo, '.claude/requirements.local.yaml'),
			line: 3,
			key: 'requirements.bad',
			message: expect.any(String),
		},
	]);
	expect((await world.req('status')).stdout).toContain('.claude/requirements.local.yaml:3 requirements.bad');
});

it('names in its headline what of the config does not gate (D34)', async () => {
	await using world = await makeLiveWorld(CONFIG);
	const headline = async () => (await world.req('status')).stdout.split('\n')[1];
	const reasons = async () => ((await world.json('status')) as { gates: { reasons: string[] } }).gates.reasons;
	expect(await headline()).toBe('gates: on');
	writeIn(world.repo, '.claude/requirements.local.yaml', 'requirements:\n  a: { scope: x }\n  b: 3\n');
	expect(await headline()).toMatch(
		/^gates: on, but 2 requirements are left out: .*requirements\.local\.yaml:2 requirements\.a\.scope: .*and 1 more$/,
	);
	writeIn(world.repo, '.claude/requirements.local.yaml', 'requirements:\n  a: [\n');
	expect(await headline()).toMatch(/^gates: on, but a config file cannot be read: .*local\.yaml:\d/);
	expect(await reasons()).toHaveLength(1);
	await using broken = await makeReqWorld('requirements: {');
	await broken.start(ANA);
	expect((await broken.req('status')).stdout).toMatch(
		/\ngates: off: no requirement could be read .*\n {2}a config file cannot be read: .*requirements\.yaml:1/,
	);
});

it('shows the newest five internal errors of the last week, and quarantines what it cannot read (D7)', async () => {
	await using world = await makeReqWorld(CONFIG);
	const fault = (at: string, code: string) => JSON.stringify({ at, code, where: 'x', message: `it ${at}` });
	const now = Date.now();
	const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
	const lines = [200, 9, 8, 7, 6, 5].map((hours) => fault(ago(hours), 'deadline'));
	writeIn(world.repo, '.git/requirements/faults.jsonl', [...lines, fault(ago(1), 'read'), ''].join('\n'));
	writeIn(world.repo, '.git/requirements/feature-x.json', '{');

	const status = (await world.json('status')) as {
		faults: { code: string; hint: string | null }[];
	};
	expect(status.faults.map(({ code }) => code)).toEqual([
		...Array.from({ length: 4 }, () => 'deadline'),
		'state_unreadable',
	]);
	expect(status.faults[0]?.hint).toBeNull();
	expect(status.faults.at(-1)?.hint).toMatch(/^satisfy the requirements again/);
});

it('a file in the place of the state folder is named, and each kept thing once (D7)', async () => {
	await using world = await makeReqWorld(CONFIG);
	writeIn(world.repo, '.git/requirements', '');
	const folder = join(world.repo, '.git/requirements');
	for (const session of [[], ['--session', ANA]]) {
		const { exit, stdout } = await world.req('status', ...session);
		expect(exit).toBe(0);
		expect(stdout).toContain(`: a file is in the place of a folder: ${folder}; remove that file\n`);
	}
});

it('the session is found through nested shells, and from a worktree', async () => {
	await using world = await makeReqWorld(CONFIG);
	const inner = `sh -c 'node "$REQ" status --json'`;
	const env = { ...world.env, REQ: builtReq, CLAUDE_CODE_SESSION_ID: BEN, CLAUDECODE: '1' };
	const stdout = execFileSync('sh', ['-c', inner], { cwd: world.repo, env, encoding: 'utf8' });
	expect(JSON.parse(stdout)).toMatchObject({ session: { uuid: BEN } });

	const tree = join(world.dir, 'tree');
	git(world.repo, 'worktree', 'add', '-q', '-b', 'other', tree);
	const there = JSON.parse((await world.reqWith({ cwd: tree }, 'status', '--json')).stdout);
	expect(there).toMatchObject({
		project: {
			root: tree,
			branch: 'other',
			state_file: join(world.repo, '.git/requirements/other.json'),
		},
		requirements: [{ name: 'commit_plan' }, {}],
	});
});

it('a session that went to a worktree is named in the main checkout', async () => {
	await using world = await makeReqWorld(CONFIG);
	const tree = join(world.dir, 'feat-b');
	git(world.repo, 'worktree', 'add', '-q', '-b', 'worktree-feat-b', tree);
	writeIn(tree, '.claude/requirements.yaml', CONFIG);
	await world.hook('session-start', BEN, {
		...{ hook_event_name: 'SessionStart', source: 'startup', cwd: tree },
	});
	const there = `session 5e6f7a8b is active in worktree ${tree} (branch worktree-feat-b)`;
	expect((await world.req('status')).stdout.split('\n').slice(0, 3)).toEqual([
		'branch feature/x, no session here',
		'gates: waiting for a session: no session is active here; start claude, and the gates are on',
		`  ${there}`,
	]);
	expect(await world.json('status')).toMatchObject({
		gates: { reasons: [expect.stringMatching(/^no session is active here;/), there] },
	});
});

it('the first line says of which branch and how many sessions', async () => {
	await using world = await makeReqWorld(CONFIG);
	const first = async (...args: string[]) => (await world.req('status', ...args)).stdout.split('\ngates: ', 2);
	expect((await first())[0]).toBe('branch feature/x, no session');
	expect((await first('--branch', 'main'))[0]).toBe('branch main, by the config checked out here, no session');
	await world.start(ANA);
	await world.start(BEN);
	expect(await first()).toEqual([
		'branch feature/x, several sessions',
		expect.stringMatching(
			/^per session: several .* are active here; name one with --session KEY: 1a2b3c4d, 5e6f7a8b$/m,
		),
	]);
	writeIn(world.repo, '.claude/requirements.yaml', `enabled: false\n${CONFIG}`);
	expect(await first()).toEqual(['branch feature/x, several sessions', expect.stringMatching(/^off: /)]);
});

it('says that there is no such branch, but not of one whose state is kept or that is unborn', async () => {
	await using world = await makeReqWorld(CONFIG);
	const run = await world.req('status', '--branch', 'nope');
	expect(run).toMatchObject({ exit: 1, stdout: '' });
	expect(run.stderr).toContain('there is no branch nope');
	await world.req('satisfy', 'commit_plan', '--session', ANA);
	git(world.repo, 'switch', '-q', '--orphan', 'fresh');
	git(world.repo, 'branch', '-D', 'feature/x');
	for (const branch of ['feature/x', 'fresh']) expect((await world.req('status', '--branch', branch)).exit).toBe(0);
});

it('says that the plugin is not installed, unless settings name it or a session is live', async () => {
	await using world = await makeReqWorld(CONFIG);
	const gates = async () => (await world.req('status')).stdout.split('\n')[1];
	expect(await gates()).toMatch(/^gates: not installed here: .*`req doctor`/);
	expect(await world.json('status')).toMatchObject({
		gates: { armed: false, reasons: [expect.stringContaining('not installed')] },
	});
	const hook = { type: 'command', command: 'node /opt/req/dist/hooks/pre-tool-use.cjs' };
	const settings = { hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } };
	writeIn(world.repo, '.claude/settings.json', JSON.stringify(settings));
	expect(await gates()).toContain('start claude, and the gates are on');
	writeIn(world.repo, '.claude/settings.json', '{}');
	await world.start(ANA);
	expect(await gates()).toBe('gates: on');
	await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
	expect(await gates()).toContain('not installed');
	expect(await world.json('status', '--session', ANA)).toMatchObject({
		session: { live: false },
		gates: { armed: true, reasons: ['the session is over'] },
	});
});

it('a test run that failed is shown as failed, until it passes', async () => {
	await using world = await makeLiveWorld('version: 1\nrequirements:\n  tested:\n    commands: [npm test]\n');
	const run = { ...ran('Bash', { command: 'npm test' }), error: 'Exit code 1' };
	await world.hook('post-tool-use-failure', ANA, {
		...run,
		hook_event_name: 'PostToolUseFailure',
	});
	expect((await world.req('status')).stdout).toContain('ran and failed just now');

	const response = { stdout: '1 passed', stderr: '', interrupted: false };
	await world.hook('post-tool-use', ANA, ran('Bash', { command: 'npm test' }, response));
	expect((await world.req('status')).stdout).not.toContain('ran and failed');
});
