import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeRunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import { age } from '../../support/pruned.ts';

const TWO = `version: 1
stages:
  - {id: plan, prompt: Plan it}
  - {id: work, prompt: Do it, inputs: {from: [plan]}}
`;

it('D38: a pipeline that was killed goes on after its last finished iteration, and prune removes what it left', async () => {
	await using world = await makeRunWorld('version: 1\n');
	const temporary = join(world.dir, 'tmp');
	const { req } = world;
	const asProcess = true;
	writeIn(world.repo, 'refine.yaml', TWO);
	// Its own parent, the run, dies while the second session works.
	world.plays(
		{ hooks: true, status: { decision: 'stop', summary: 'planned' } },
		{ hooks: true, bash: ['kill -9 $(ps -o ppid= -p $PPID)'], hangs: 200 },
		{ hooks: true, status: { decision: 'stop', summary: 'done' } },
	);
	const killed = await world.reqWith({ asProcess }, 'pipeline', 'run', 'refine.yaml', 'auth');
	expect(killed.exit).not.toBe(0);
	expect(world.runs()[0]).toMatchObject({ completed_at: null });
	const resumed = await req('pipeline', 'run', 'refine.yaml', 'auth', '--resume');
	expect(resumed.exit, resumed.stderr).toBe(0);
	const starts = world.starts();
	expect(starts.map(({ given }) => given?.session)).toEqual([
		...['auth-plan-1', 'auth-work-1', 'auth-work-1'],
	]);
	expect(starts[2]?.given?.inputs['plan']).toEqual([
		expect.objectContaining({ summary: 'planned' }),
	]);
	expect(world.runs()).toMatchObject([
		{ items: { 'work-1': { status: 'success', attempts: 2, session_uuid: starts[2]?.session } } },
	]);

	const [left = ''] = readdirSync(temporary);
	expect(starts[1]?.given?.paths.context).toContain(left);
	// Another one is at work, and a stranger has put something beside them.
	const others = [`req-pipeline-${process.pid}-abcdef`, 'req-pipeline-1-x', 'tmp.1'];
	for (const name of others) mkdirSync(join(temporary, name));
	symlinkSync(world.repo, join(temporary, left.replace(/\w{6}$/, 'abcdef')));
	const before = readdirSync(temporary);
	expect((await req('prune')).stdout).toContain('nothing to prune');
	for (const name of [left, ...others]) age(join(temporary, name), 2);
	expect((await req('prune')).stdout).toContain(left);
	expect(readdirSync(temporary)).toEqual(before.filter((name) => name !== left));
});
