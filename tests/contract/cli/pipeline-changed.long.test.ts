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
	await world.start(ANA);
	await world.req('session', 'name', 'auth-v1', '--session', ANA);
	await world.req('learn', 'Rotate the tokens', '--session', ANA);
	writeIn(world.repo, 'refine.yaml', yaml);
	world.plays(...first, DEAD, STOP);
	expect((await world.req('pipeline', 'run', 'refine.yaml', 'auth')).exit).toBe(1);
	return world;
}

/** It goes on with another file in the place of the first. */
async function goOn(world: RunWorld, yaml: string): Promise<HookResult> {
	writeIn(world.repo, 'refine.yaml', yaml);
	return world.req('pipeline', 'run', 'refine.yaml', 'auth', '--resume');
}

function sessionsOf(world: RunWorld): unknown[] {
	return world.starts().map(({ given }) => given?.session);
}

const PLAN = 'id: plan, prompt: Plan it';
const WORK = 'id: work, prompt: Do it';

describe('req pipeline run --resume', () => {
	it('goes on with an unchanged file, whatever its comments say', async () => {
		await using world = await halted(yamlOf(PLAN, WORK), PLANNED);
		const done = await goOn(world, `# Said more clearly\n${yamlOf(PLAN, WORK)}`);
		expect(done.exit, done.stderr).toBe(0);
		expect(sessionsOf(world)).toEqual(['auth-plan-1', 'auth-work-1', 'auth-work-1']);
	});

	it.each([
		['a new stage', yamlOf(PLAN, 'id: review, prompt: Review it', WORK)],
		['another prompt', yamlOf(PLAN, 'id: work, prompt: Do it well')],
		['another inheritance', yamlOf(PLAN, `${WORK}, inherit: {from: auth-v1}`)],
	])('refuses %s: nothing starts, and the run stays as it was', async (_, changed) => {
		await using world = await halted(yamlOf(PLAN, WORK), PLANNED);
		const file = () =>
			readFileSync(join(world.repo, `.git/requirements/runs/${world.runs()[0]?.run_id}.json`));
		const before = file();
		const failed = await goOn(world, changed);
		expect(failed.exit).toBe(1);
		expect(failed.stderr).toContain('req: "refine.yaml" changed since the run of auth began');
		expect(failed.stderr).toContain('another name');
		expect(file()).toEqual(before);
		expect(world.starts()).toHaveLength(2);
	});

	it('refuses a changed prompt file, and a loop with another prompt', async () => {
		const inFile = 'id: work, prompt_file: work.md';
		await using world = await makeRunWorld('version: 1\n');
		writeIn(world.repo, 'work.md', 'Do it');
		writeIn(world.repo, 'refine.yaml', yamlOf(inFile));
		world.plays(DEAD);
		await world.req('pipeline', 'run', 'refine.yaml', 'auth');
		writeIn(world.repo, 'work.md', 'Do it well');
		expect((await goOn(world, yamlOf(inFile))).exit).toBe(1);
		await world.req('pipeline', 'loop', 'Fix one test', 'fix', '5');
		const other = await world.req('pipeline', 'loop', 'Fix one slow test', 'fix', '5', '--resume');
		expect(other.exit).toBe(1);
		expect(other.stderr).toContain('changed since the run of fix began');
		expect(world.starts()).toHaveLength(2);
	});
});
