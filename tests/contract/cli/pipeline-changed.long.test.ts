import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRunWorld, type Play, type RunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import type { HookResult } from '../../support/run-hook.ts';
import { ANA } from '../../support/run-req.ts';

const STOP: Play = { hooks: true, status: { decision: 'stop' } };
const PLANNED: Play = {
	hooks: true,
	status: { decision: 'continue', summary: 'planned', learnings: ['plan small'] },
};
/** A session that was killed with its client: the pipeline ends there. */
const DEAD: Play = { hooks: true, exit: 1, stderr: 'gone' };

/** The stages of a file, one a line. */
function yamlOf(...stages: readonly string[]): string {
	return `version: 1\nstages:\n${stages.map((stage) => `  - {${stage}}\n`).join('')}`;
}

/** A pipeline `auth` whose stage `work` ended in the middle. */
async function halted(yaml: string, ...first: readonly Play[]): Promise<RunWorld> {
	const world = await makeRunWorld('version: 1\n');
	world.start(ANA);
	world.req('session', 'name', 'auth-v1', '--session', ANA);
	world.req('learn', 'Rotate the tokens', '--session', ANA);
	writeIn(world.repo, 'refine.yaml', yaml);
	world.plays(...first, DEAD, STOP);
	expect(world.req('pipeline', 'run', 'refine.yaml', 'auth').exit).toBe(1);
	return world;
}

/** It goes on with another file in the place of the first. */
function goOn(world: RunWorld, yaml: string): HookResult {
	writeIn(world.repo, 'refine.yaml', yaml);
	return world.req('pipeline', 'run', 'refine.yaml', 'auth', '--resume');
}

function sessionsOf(world: RunWorld): unknown[] {
	return world.starts().map(({ given }) => given?.session);
}

/** What it said of its stages before the first session. */
function toldOf({ stderr }: HookResult): string[] {
	return stderr.split('\n').filter((line) => line.startsWith('req: stage'));
}

const PLAN = 'id: plan, prompt: Plan it';
const WORK = 'id: work, prompt: Do it';

describe('a pipeline goes on whose file changed', () => {
	it('not at all: nothing is said', async () => {
		await using world = await halted(yamlOf(PLAN, WORK), PLANNED);
		const done = goOn(world, yamlOf(PLAN, WORK));
		expect([done.exit, toldOf(done)]).toEqual([0, []]);
	});

	it('a stage is new: it has its turn, and inherits as the others do', async () => {
		const inherit = 'inherit: {from: auth-v1}';
		await using world = await halted(yamlOf(PLAN, `${WORK}, ${inherit}`), PLANNED);
		world.req('learn', 'Too late for this pipeline', '--session', ANA);
		const review = `id: review, prompt: Review it, inputs: {from: [plan]}, ${inherit}`;
		const other = `id: last, prompt: End it, inherit: {from: auth-v1, select: [patterns]}`;
		const done = goOn(world, yamlOf(PLAN, review, `${WORK}, ${inherit}`, other));
		expect(done.exit, done.stderr).toBe(0);
		expect(toldOf(done)).toEqual([
			expect.stringMatching(/^req: stage review is new/),
			expect.stringMatching(/^req: stage last is new/),
		]);
		expect(sessionsOf(world)).toEqual([
			...['auth-plan-1', 'auth-work-1', 'auth-review-1', 'auth-work-1', 'auth-last-1'],
		]);
		const [, work, review1, , last] = world.starts();
		expect(review1?.given?.inherited).toEqual(work?.given?.inherited);
		expect(review1?.given?.inherited).toMatchObject({ learnings: ['Rotate the tokens'] });
		expect(review1?.given?.inputs['plan']).toMatchObject([{ summary: 'planned' }]);
		expect(last?.given?.inherited).toMatchObject({ from_session: 'auth-v1', learnings: [] });
		expect(Object.keys(world.runs()[0]?.pipeline?.bundles ?? {})).toHaveLength(2);
	});

	it('a new stage inherits what the command line named at the start', async () => {
		await using world = await makeRunWorld('version: 1\n');
		world.start(ANA);
		world.req('session', 'name', 'auth-v1', '--session', ANA);
		world.req('learn', 'Rotate the tokens', '--session', ANA);
		writeIn(world.repo, 'refine.yaml', yamlOf(WORK));
		world.plays(DEAD, STOP);
		const given = ['--inherit', 'auth-v1', '--select', 'learnings'];
		world.req('pipeline', 'run', 'refine.yaml', 'auth', ...given);
		const done = goOn(world, yamlOf(WORK, 'id: review, prompt: Review it'));
		expect(done.exit, done.stderr).toBe(0);
		const [, work, review] = world.starts();
		expect(review?.given?.inherited).toMatchObject({ learnings: ['Rotate the tokens'] });
		expect(review?.given?.inherited).toEqual(work?.given?.inherited);
	});

	it('a stage is gone, or has another name: what it came to stays in the run', async () => {
		await using world = await halted(yamlOf(PLAN, WORK), PLANNED);
		const done = goOn(world, yamlOf('id: draft, prompt: Plan it', WORK));
		expect(done.exit, done.stderr).toBe(0);
		expect(toldOf(done)).toEqual([
			expect.stringMatching(/^req: stage draft is new/),
			expect.stringMatching(/^req: stage plan is not in the file any more.*stays in the run/),
		]);
		expect(sessionsOf(world).slice(2)).toEqual(['auth-draft-1', 'auth-work-1']);
		const [run] = world.runs();
		expect(run?.items['plan-1']).toMatchObject({ status: 'success' });
		expect(run?.pipeline?.end).toMatchObject({
			learnings: ['plan small'],
			lineage: ['auth-plan-1', 'auth-work-1', 'auth-draft-1'],
		});
		const page = world.req('runs', 'show', run?.run_id ?? '').stdout;
		expect(page).toContain('stage plan: 1 iteration, not in the file any more');
		// Once it is back it is as far as it was.
		expect(goOn(world, yamlOf(PLAN, WORK)).exit).toBe(0);
		expect(sessionsOf(world)).toHaveLength(4);
	});

	it('a prompt changed: sessions from here on get the new one, finished stages are left', async () => {
		await using world = await halted(yamlOf(PLAN, WORK), PLANNED);
		const changed = yamlOf('id: plan, prompt: Plan more', 'id: work, prompt: Do it well');
		const done = goOn(world, changed);
		expect(done.exit, done.stderr).toBe(0);
		expect(toldOf(done)).toEqual([
			expect.stringMatching(/^req: stage plan is over: its new prompt is not worked on/),
			expect.stringMatching(/^req: stage work has another prompt/),
		]);
		expect(sessionsOf(world).slice(2)).toEqual(['auth-work-1']);
		expect(world.starts()[2]?.prompt).toContain('Do it well');
	});

	it('fewer iterations: a stage that has as many is over', async () => {
		const three = 'id: plan, prompt: Plan it, iterations: 3';
		await using world = await halted(yamlOf(three, WORK), PLANNED, PLANNED);
		const done = goOn(world, yamlOf('id: plan, prompt: Plan it, iterations: 2', WORK));
		expect(done.exit, done.stderr).toBe(0);
		expect(sessionsOf(world).slice(3)).toEqual(['auth-work-1']);
		expect(done.stdout).toContain('stage plan: 2 iterations, as many as there may be');
	});

	it('more iterations: a stage that had as many goes on', async () => {
		await using world = await halted(yamlOf(PLAN, WORK), PLANNED);
		const done = goOn(world, yamlOf('id: plan, prompt: Plan it, iterations: 3', WORK));
		expect(done.exit, done.stderr).toBe(0);
		expect(sessionsOf(world).slice(2)).toEqual(['auth-plan-2', 'auth-work-1']);
		expect(done.stderr).toContain('2/4 plan-2');
	});

	it('what a stage inherits: that was settled at the start', async () => {
		const from = (select: string) => `${WORK}, inherit: {from: auth-v1, select: [${select}]}`;
		await using world = await halted(yamlOf(PLAN, from('learnings')), PLANNED);
		const done = goOn(world, yamlOf(PLAN, from('patterns')));
		expect(done.exit, done.stderr).toBe(0);
		expect(toldOf(done)).toEqual([expect.stringMatching(/^req: stage work inherits what it did/)]);
		const [, before, after] = world.starts();
		expect(after?.given?.inherited).toEqual(before?.given?.inherited);
	});

	it('so that it is none: nothing starts, and the run stays as it was', async () => {
		await using world = await halted(yamlOf(PLAN, WORK), PLANNED);
		const file = () =>
			readFileSync(join(world.repo, `.git/requirements/runs/${world.runs()[0]?.run_id}.json`));
		const before = file();
		const failed = goOn(world, yamlOf(PLAN, `${WORK}, inputs: {from: [plam]}`));
		expect(failed.exit).toBe(64);
		expect(failed.stderr).toContain('did you mean plan?');
		expect(file()).toEqual(before);
		expect(world.starts()).toHaveLength(2);
	});

	it('a loop with another prompt goes on with that one', async () => {
		await using world = await makeRunWorld('version: 1\n');
		world.plays(PLANNED, DEAD, STOP);
		world.req('loop', 'Fix one test', 'fix', '5');
		const done = world.req('loop', 'Fix one slow test', 'fix', '5', '--resume');
		expect(done.exit, done.stderr).toBe(0);
		expect(toldOf(done)).toEqual([expect.stringMatching(/^req: stage loop has another prompt/)]);
		expect(world.starts()[2]?.prompt).toContain('Fix one slow test');
	});
});
