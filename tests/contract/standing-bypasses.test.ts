import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type AttackWorld, openAttackWorld } from '../support/attack-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { bash, satisfy, stop } from '../support/observed-call.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
const NEXT = 'def45678-0000-4000-8000-000000000009';
const WRITE = "node -e \"fs.writeFileSync('src/a.ts', 'x')\"";

function open(observe: boolean | 'snapshot' = 'snapshot', more = {}): Promise<AttackWorld> {
	const config = { requirements: { ...PLAN, ...more }, observe, continuity: { enabled: false } };
	return openAttackWorld(config, 'feature/x', false);
}

/** The session ends as it is, another one begins: what that is told. */
async function next(world: AttackWorld): Promise<string> {
	await world.hook('session-end', { hook_event_name: 'SessionEnd', reason: 'other' });
	return (await world.hook('session-start', { source: 'startup', session_id: NEXT })).text;
}

const says = async (world: AttackWorld) => (await world.bash('req status')).stdout;
const bypasses = async (world: AttackWorld) =>
	JSON.parse((await world.bash('req status --json')).stdout).bypasses;

it('a call that got round a gate is named by req status and by the next start, in one line', async () => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world);
	await stop(world, { stop_hook_active: true });
	const told = await next(world);
	const line =
		'a call got round plan, and nothing has satisfied it since: src/a.ts changed during a call of Bash by session abc12345, just now; satisfy plan, or `req restore`';
	expect(told).toContain(`Notice: ${line}`);
	expect(told.match(/got round/g)).toHaveLength(2);
	expect(await says(world)).toContain(
		[
			'calls that got round a gate, and that nobody has answered for:',
			'  plan: src/a.ts changed during a call of Bash by session abc12345, just now',
			'    → satisfy plan, or `req restore`',
		].join('\n'),
	);
	expect(await bypasses(world)).toEqual([
		{
			...{ requirements: ['plan'], paths: ['src/a.ts'], branches: [], tool: 'Bash' },
			...{ session: 'abc12345', at: expect.any(String), can_restore: true },
		},
	]);
});

it('it is named, too, where the turn was cut off', async () => {
	using world = await open(true);
	await bash(world, WRITE);
	expect(await bypasses(world)).toHaveLength(1);
	expect(await next(world)).toContain('satisfy plan, or put it back as before');
});

it.each([
	[
		'git checkout -- src/a.ts',
		'snapshot' as const,
		' src/a.ts changed; `req restore` puts it back.',
	],
	['git checkout -- src/a.ts', true, ' src/a.ts changed. It holds'],
	['touch src/b.ts', 'snapshot' as const, ' src/a.ts changed; `req restore` puts it back.'],
])('a refusal of `%s` names the way back that there is: %s', async (command, observe, way) => {
	using world = await open(observe);
	await bash(world, WRITE);
	const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_next' };
	const { refuses, text } = await world.hook('pre-tool-use', call);
	expect([refuses, text]).toEqual([true, expect.stringContaining(`A call got round it:${way}`)]);
});

it('a refusal holds where what it would say of the way back cannot be loaded', async () => {
	using world = await open();
	await bash(world, WRITE);
	const code = join(world.plugin, 'dist/code');
	const late = readdirSync(code).filter((name) => name.startsWith('with-bypassed-'));
	expect(late).toHaveLength(1);
	for (const name of late) renameSync(join(code, name), join(code, `${name}.away`));
	try {
		const call = { tool_name: 'Bash', tool_input: { command: 'touch src/b.ts' } };
		const { refuses, text } = await world.hook('pre-tool-use', call);
		expect([refuses, text]).toEqual([true, expect.stringContaining('plan')]);
	} finally {
		for (const name of late) renameSync(join(code, `${name}.away`), join(code, name));
	}
	expect((await world.bash('req status')).stdout).toContain('way back');
});

it('of several calls the latest is told, and the others are counted', async () => {
	using world = await open();
	const write = (name: string) => `node -e "fs.writeFileSync('src/${name}.ts', 'x')"`;
	for (const name of ['a', 'b', 'c']) await bash(world, write(name));
	await stop(world, { stop_hook_active: true });
	expect(await next(world)).toContain(
		'src/c.ts changed during a call of Bash by session abc12345, just now, and 2 more calls (`req status`)',
	);
	expect(await bypasses(world)).toHaveLength(3);
});

it.each([
	[
		'the requirement is satisfied',
		async (world: AttackWorld) => {
			await satisfy(world);
			await stop(world);
		},
	],
	['req restore puts it back', (world: AttackWorld) => world.bash('req restore')],
	[
		'somebody puts it back',
		async ({ repo }: AttackWorld) => git(repo, 'checkout', '-q', 'src/a.ts'),
	],
])('nothing is named once %s', async (_, answer) => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world, { stop_hook_active: true });
	await answer(world);
	expect(await bypasses(world)).toBeUndefined();
	expect(await says(world)).not.toContain('nobody has answered for');
	expect(await next(world)).not.toContain('got round');
});

it('what a later session satisfies answers for it', async () => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world, { stop_hook_active: true });
	await next(world);
	const skill = { tool_name: 'Skill', tool_input: { skill: 'arch-review' }, session_id: NEXT };
	const ran = { tool_use_id: 'toolu_next', tool_response: { success: true } };
	await world.hook('post-tool-use', { ...skill, ...ran });
	await stop(world, { session_id: NEXT });
	expect(await bypasses(world)).toBeUndefined();
});

it('a commit does not answer for it, and a change after it is no other one', async () => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world, { stop_hook_active: true });
	writeIn(world.repo, 'src/a.ts', 'mine\n');
	git(world.repo, 'commit', '-qam', 'mine');
	expect(await bypasses(world)).toMatchObject([{ paths: ['src/a.ts'] }]);
});

it('says which branch a call moved', async () => {
	const reviewed = { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] };
	using world = await open(true, { reviewed });
	await bash(world, 'git -c alias.z="commit --allow-empty -qm x" z');
	expect(await says(world)).toContain('reviewed: feature/x moved during a call of Bash');
	expect(await bypasses(world)).toMatchObject([{ paths: [], branches: ['feature/x'] }]);
	git(world.repo, 'reset', '-q', '--soft', 'HEAD~1');
	expect(await bypasses(world)).toBeUndefined();
});

it('a journal that is gone costs the line and nothing else', async () => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world, { stop_hook_active: true });
	rmSync(join(world.repo, '.git/requirements/sessions'), { recursive: true });
	expect(await says(world)).not.toContain('nobody has answered for');
	expect(await next(world)).toContain('1 of 1 requirement not satisfied');
});

it('a line of the history that another program wrote answers for nothing', async () => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world, { stop_hook_active: true });
	const at = '2099-01-01T00:00:00.000Z';
	const entry = { satisfied: true, satisfied_at: at, satisfied_by: 'skill' };
	const line = { at, requirement: 'plan', scope: 'session', ended_by: 'spent', entry };
	writeIn(world.repo, '.git/requirements/history/feature-x.jsonl', `${JSON.stringify(line)}\n`);
	expect(await bypasses(world)).toHaveLength(1);
});

it('a branch that was renamed keeps it', async () => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world, { stop_hook_active: true });
	git(world.repo, 'branch', '-m', 'feature/y');
	expect(await bypasses(world)).toHaveLength(1);
});

it.each([
	['the next session', true],
	['the next prompt', false],
])('%s puts it back without getting round anything', async (_, isNext) => {
	using world = await open();
	await bash(world, "node -e \"fs.writeFileSync('src/new.ts', 'x')\"");
	await stop(world);
	await stop(world, { stop_hook_active: true });
	if (isNext) await next(world);
	const more = isNext
		? { session_id: NEXT }
		: { prompt_id: '22222222-0000-4000-8000-00000000000a' };
	expect((await bash(world, 'req restore', more)).text).toBe('');
	expect(await bypasses(world)).toBeUndefined();
	expect(await stop(world, more)).not.toContain('got round');
});
