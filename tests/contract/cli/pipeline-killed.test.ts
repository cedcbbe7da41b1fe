import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeRunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';

const TWO = `version: 1
stages:
  - {id: plan, prompt: Plan it}
  - {id: work, prompt: Do it, inputs: {from: [plan]}}
`;

it('D38: a pipeline that was killed goes on after its last finished iteration', async () => {
	await using world = await makeRunWorld('version: 1\n');
	writeIn(world.repo, 'refine.yaml', TWO);
	// Its own parent, the run, dies while the second session works.
	world.plays(
		{ hooks: true, status: { decision: 'stop', summary: 'planned' } },
		{ hooks: true, bash: ['kill -9 $(ps -o ppid= -p $PPID)'], hangs: 200 },
		{ hooks: true, status: { decision: 'stop', summary: 'done' } },
	);
	expect(world.req('pipeline', 'run', 'refine.yaml', 'auth').exit).not.toBe(0);
	expect(world.runs()[0]).toMatchObject({ completed_at: null });
	const resumed = world.req('pipeline', 'run', 'refine.yaml', 'auth', '--resume');
	expect(resumed.exit, resumed.stderr).toBe(0);
	const starts = world.starts();
	// Nobody was left to remove it.
	rmSync(join(starts[1]?.given?.paths.context ?? '', '../..'), { recursive: true });
	expect(starts.map(({ given }) => given?.session)).toEqual([
		...['auth-plan-1', 'auth-work-1', 'auth-work-1'],
	]);
	expect(starts[2]?.given?.inputs['plan']).toEqual([
		expect.objectContaining({ summary: 'planned' }),
	]);
	expect(world.runs()).toMatchObject([
		{ items: { 'work-1': { status: 'success', attempts: 2, session_uuid: starts[2]?.session } } },
	]);
});
