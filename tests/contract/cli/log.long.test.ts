import { expect, it } from 'vitest';
import { ANA, BEN, GATED, makeLiveWorld, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const CONFIG = `version: 1
requirements:
  by_typing: {}
  by_terminal: {}
  by_model: { manual: anyone }
  by_skill: { skills: [arch-review] }
  by_typed_skill: { skills: [plan-review] }
  by_last_step: { skills: [pre-commit], satisfy_on: done }
  by_last_step_of_mine: { skills: [release], satisfy_on: done }
  by_command: { commands: [npm test] }
  approved: {}
  approved_in_terminal: {}
`;

async function typed(world: ReqWorld, command: string, args: string): Promise<void> {
	await world.hook('user-prompt-expansion', ANA, {
		hook_event_name: 'UserPromptExpansion',
		expansion_type: 'slash_command',
		command_name: command,
		command_args: args,
		command_source: 'plugin',
		prompt: `/${command} ${args}`,
		prompt_id: 'p1',
	});
}

async function loaded(world: ReqWorld, skill: string): Promise<void> {
	await world.hook('post-tool-use', ANA, ran('Skill', { skill }, { success: true }));
}

it('the log says who asked: a typed command, a terminal or the model', async () => {
	await using world = await makeLiveWorld(CONFIG);
	await typed(world, 'req:satisfy', 'by_typing');
	await typed(world, 'req:approve', 'approved');
	await typed(world, 'req:plan-review', '');
	await world.req('satisfy', 'by_terminal', '--session', ANA, '--evidence', 'seen');
	await world.req('approve', 'approved_in_terminal', '--session', ANA);
	await world.req('done', 'release', '--session', ANA);
	await world.asModel(ANA, 'satisfy', 'by_model');
	await loaded(world, 'arch-review');
	await loaded(world, 'pre-commit');
	await world.asModel(ANA, 'done', 'pre-commit');
	await world.hook('post-tool-use', ANA, ran('Bash', { command: 'npm test' }, { stdout: '' }));

	const told = (await world.json('log')) as { requirements: string[]; asked_by: string | null }[];
	const asked = Object.fromEntries(told.map((one) => [one.requirements.join(), one.asked_by]));
	expect(asked).toEqual({
		by_typing: 'typed',
		by_terminal: 'terminal',
		by_model: 'model',
		by_skill: 'model',
		by_typed_skill: 'typed',
		by_last_step: 'model',
		by_last_step_of_mine: 'terminal',
		by_command: null,
		approved: 'typed',
		approved_in_terminal: 'terminal',
	});
	const rows = (await world.req('log')).stdout.split('\n');
	expect(rows[0]).toMatch(/^WHEN +WHAT +REQUIREMENT +BRANCH +SESSION +HOW$/);
	expect(rows.find((row) => row.includes('by_typing'))).toMatch(/ user, asked by: typed$/);
	expect(rows.find((row) => row.includes('by_terminal'))).toMatch(/ asked by: terminal, "seen"$/);
	expect(rows.find((row) => row.includes('by_command'))).toMatch(/ command npm test$/);
});

it('an entry from before the asker was kept names none', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.req('satisfy', 'by_terminal', '--session', ANA);
	world.editState(/"asked_by": "terminal"/, '"asked_by": 7');
	expect(await world.json('log')).toMatchObject([{ by: 'user', asked_by: null }]);
});

it('the log shows one session, some kinds, or what is not older: 7 days if nothing is said', async () => {
	await using world = await makeLiveWorld(CONFIG);
	await world.start(BEN);
	await world.req('satisfy', 'by_typing', '--session', ANA);
	await world.req('satisfy', 'by_terminal', '--session', BEN);
	world.editState(/"satisfied_at": "[^"]*"/, '"satisfied_at": "2026-01-01T00:00:00.000Z"');
	const names = async (...args: readonly string[]) =>
		((await world.json('log', ...args)) as { requirements: string[] }[]).flatMap(({ requirements }) => requirements);
	expect(await names('--since', '2025-12-31')).toEqual(['by_terminal', 'by_typing']);
	expect(await names('--since', '2025-12-31', '--session', ANA)).toEqual(['by_typing']);
	expect(await names()).toEqual(['by_terminal']);
	expect(await names('--kind', 'satisfied, refused')).toEqual(['by_terminal']);
	expect((await world.req('log', '--kind', 'refused')).stdout).toContain('nothing');
	const mistyped = await world.req('log', '--kind', 'refusd');
	expect(mistyped).toMatchObject({ exit: 1, stderr: expect.stringContaining('refused') });
	expect((await world.req('log', '--session', 'nobody')).exit).toBe(1);
});

it('the history tells what was satisfied, by whom, and how it ended', async () => {
	await using world = await makeReqWorld(GATED);
	expect(await world.json('log')).toEqual([]);
	await world.req('satisfy', 'commit_plan', '--session', ANA);
	await world.req('clear', 'commit_plan', '--session', ANA);
	await world.req('satisfy', 'commit_plan', '--session', BEN, '--evidence', 'v2');
	await world.req('satisfy', 'architecture_reviewed');
	const about = { requirements: ['commit_plan'], branch: 'feature/x' };
	const satisfied = { ...about, kind: 'satisfied', by: 'user', asked_by: 'terminal' };
	expect(await world.json('log', 'commit_plan')).toMatchObject([
		{
			...satisfied,
			session: '5e6f7a8b',
			metadata: { evidence: 'v2' },
			text: expect.stringMatching(/"v2"$/),
		},
		{ ...about, kind: 'cleared', session: '1a2b3c4d', by: null },
		{ ...satisfied, session: '1a2b3c4d', metadata: { asked_by: 'terminal' } },
	]);
	expect(await world.json('log')).toHaveLength(4);
	expect(await world.req('log', 'comit_plan')).toMatchObject({ exit: 1, stdout: '' });
});

it('times and days are those of the reader, in --json as stored', async () => {
	await using world = await makeReqWorld(GATED);
	const stored = '2026-03-01T23:30:00.000Z';
	const times = { started_at: stored, last_activity: stored, ended_at: stored };
	plantRecords(world.repo, someRecord(BEN, { ...times, status: 'archived' }));
	await world.req('satisfy', 'commit_plan', '--session', ANA);
	world.editState(/"satisfied_at": ?"[^"]+"/, `"satisfied_at":"${stored}"`);
	const tokyo = { env: { TZ: 'Asia/Tokyo' } };
	const all = ['log', '--since', '2026-01-01'];
	expect((await world.reqWith(tokyo, ...all, '--wide')).stdout).toContain('2026-03-02 08:30');
	expect((await world.reqWith(tokyo, ...all, '--json')).stdout).toContain(stored);
	const listed = async (day: string) => {
		const args = ['session', 'list', '--since', day, '--until', day, '--json'];
		return JSON.parse((await world.reqWith(tokyo, ...args)).stdout).length;
	};
	expect([await listed('2026-03-01'), await listed('2026-03-02')]).toEqual([0, 1]);
});

it('a pause is of this branch until it is undone, and another reason is put in its place', async () => {
	await using world = await makeReqWorld(GATED);
	expect((await world.req('pause', '--reason', 'hot\u0007fix')).exit).toBe(0);
	const paused = world.state();
	expect(paused).toMatchObject({ paused: { by: 'ana', reason: 'hot fix' } });
	for (const args of [['pause'], ['pause', '--reason', 'hot fix']]) {
		expect((await world.req(...args)).exit).toBe(0);
		expect(world.state()).toEqual(paused);
	}
	const said = { exit: 0, stdout: expect.stringContaining('"other"') };
	expect(await world.req('pause', '--reason', 'other')).toMatchObject(said);
	const { at, by } = (paused as { paused: { at: string; by: string } }).paused;
	expect(world.state()).toMatchObject({ paused: { at, by, reason: 'other' } });
	for (const _ of [1, 2]) expect((await world.req('pause', '--off')).exit).toBe(0);
	expect(world.state()).not.toHaveProperty('paused');
	const [over] = (await world.json('log', '--kind', 'paused')) as { text: string }[];
	expect(over?.text).toMatch(/^by ana, "other", until 20/);
});

it('shows what only warned, and when', async () => {
	await using world = await makeLiveWorld('version: 1\nrequirements:\n  asked: { enforce: warn }\n');
	const edit = { tool_name: 'Edit', tool_input: { file_path: `${world.repo}/a.ts` } };
	await world.hook('pre-tool-use', ANA, { hook_event_name: 'PreToolUse', ...edit });
	const warned = { kind: 'warned', requirements: ['asked'], session: ANA.slice(0, 8) };
	expect(await world.json('log')).toMatchObject([{ ...warned, text: 'Edit a.ts' }]);
	const { stdout } = await world.req('log', '--since', '1h');
	expect(stdout).toMatch(/ warned +asked +feature\/x +\w{8} +Edit a[.]ts\n/);
});
