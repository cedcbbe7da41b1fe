import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, makeLiveWorld, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';

const CONFIG = `version: 1
requirements:
  planned: { skills: [arch-review] }
  reviewed: { scope: single_use, triggers: [edit], blocks: [{ command: git commit }], skills: [pre-commit], hold_stop: false }
  tested: { triggers: [edit], enforce: stop, commands: [npm test] }
`;

/** A call of a session, before it and, if it is allowed, after it. */
async function call(world: ReqWorld, uuid: string, tool: string, input: object) {
	const event = { cwd: world.repo, ...ran(tool, input, { success: true }), ...input };
	const before = { ...event, hook_event_name: 'PreToolUse' };
	if ((await world.hook('pre-tool-use', uuid, before)).stdout.includes('"deny"')) return;
	await world.hook('post-tool-use', uuid, event);
}

async function stop(world: ReqWorld, uuid: string): Promise<void> {
	await world.hook('stop', uuid, { hook_event_name: 'Stop', prompt_id: 'p1' });
}

it('the report counts what happened in all sessions and worktrees, for each requirement', async () => {
	await using world = await makeLiveWorld(CONFIG);
	writeIn(world.repo, 'a.ts', 'a');
	const edit = { file_path: join(world.repo, 'a.ts') };
	await call(world, ANA, 'Edit', edit);
	await call(world, ANA, 'Skill', { skill: 'arch-review' });
	await call(world, ANA, 'Edit', edit);
	await call(world, ANA, 'Bash', { command: 'git commit -m x' });
	await call(world, ANA, 'Skill', { skill: 'pre-commit' });
	await call(world, ANA, 'Bash', { command: 'git commit -m x' });
	await stop(world, ANA);
	await stop(world, ANA);
	const linked = join(world.dir, 'linked');
	git(world.repo, 'worktree', 'add', '-q', linked, '-b', 'topic');
	writeIn(linked, '.claude/requirements.yaml', CONFIG);
	await world.start(BEN);
	await call(world, BEN, 'Edit', { file_path: join(linked, 'b.ts'), cwd: linked });
	const counts = { sessions: 2, turns: 1, tests: { green: 0, red: 0 }, paused: 0 };
	const report = (await world.json('log', '--report')) as { requirements: unknown[] };
	expect(report).toMatchObject(counts);
	expect(report.requirements).toMatchObject([
		{ name: 'planned', refused: 2, satisfied_by: { skill: 1 }, consumed: 0 },
		{ name: 'reviewed', refused: 1, satisfied: 1, consumed: 1, bypassed: 0 },
		{ name: 'tested', refused: 0, kept_open: 1, ended_unmet: 1, satisfied: 0 },
	]);
	const own = await world.json('log', '--report', '--session', BEN);
	expect(own).toMatchObject({ sessions: 1, requirements: [{ name: 'planned', refused: 1 }] });
});

it('day 36: a week of the preset shadow says what strict would have refused', async () => {
	await using world = await makeReqWorld(undefined);
	await world.req('init', '--preset', 'shadow');
	await world.start(ANA);
	for (const prompt_id of ['p1', 'p2']) {
		const input = { file_path: join(world.repo, 'a.ts') };
		const event = { ...ran('Edit', input), hook_event_name: 'PreToolUse', prompt_id };
		await world.hook('pre-tool-use', ANA, event);
		await world.hook('pre-tool-use', ANA, event);
	}
	const { stdout } = await world.req('log', '--report');
	expect(stdout).toMatch(/\n\| commit_plan \| – \| 2 \| /);
	expect(stdout).toContain('would have refused');
});
