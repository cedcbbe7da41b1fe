import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeRunWorld, type Play, type RunWorld } from '../../support/fake-claude.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import type { HookResult } from '../../support/run-hook.ts';
import { ANA } from '../../support/run-req.ts';
import { startReq } from '../../support/start-req.ts';

const ONE = `version: 1
stages:
  - {id: plan, prompt: Plan it, iterations: 2}
  - {id: work, prompt: Do it}
`;

async function pipelineWorld(yaml: string): Promise<RunWorld> {
	const world = await makeRunWorld('version: 1\n');
	writeIn(world.repo, 'auth.yaml', yaml);
	return world;
}

/** Every file below a directory. */
function filesBelow(directory: string): string[] {
	return readdirSync(directory, { recursive: true, encoding: 'utf8' })
		.map((name) => join(directory, name))
		.filter((path) => statSync(path).isFile());
}

describe('a pipeline', () => {
	it('D30: keeps no secret that a session hands on', async () => {
		await using world = await pipelineWorld(ONE);
		const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
		const status = {
			...{ decision: 'stop', summary: `pushed with ${secret}` },
			...{ learnings: [`the token is ${secret}`], warnings: [`never show ${secret}`] },
		};
		world.plays({ hooks: true, status, says: `used ${secret}` });
		const done = await world.req('pipeline', 'run', 'auth.yaml', 'auth');
		expect(done.exit, done.stderr).toBe(0);
		const files = filesBelow(join(world.repo, '.git/requirements'));
		expect(files.filter((path) => readFileSync(path, 'utf8').includes(secret))).toEqual([]);
		expect(done.stdout + done.stderr).not.toContain(secret);
		const later = world.starts().at(-1)?.given;
		expect(JSON.stringify(later?.inputs)).not.toContain(secret);
	});

	it('D15: takes no name from another session', async () => {
		await using world = await pipelineWorld(ONE);
		await world.start(ANA);
		await world.req('session', 'name', 'auth-work-1', '--session', ANA);
		world.plays({ hooks: true, status: { decision: 'stop' } });
		expect((await world.req('pipeline', 'run', 'auth.yaml', 'auth')).exit).toBe(0);
		expect(await world.json('session', 'show', 'auth-work-1')).toMatchObject({ uuid: ANA });
		const [plan] = world.starts();
		expect(await world.json('session', 'show', 'auth-plan-1')).toMatchObject({
			uuid: plan?.session,
		});
	});

	it('goes on only on the branch of its run', async () => {
		await using world = await pipelineWorld(ONE);
		world.plays(
			{ hooks: true, status: { decision: 'error', summary: 'no plan' } },
			{ hooks: true, status: { decision: 'stop' } },
		);
		expect((await world.req('pipeline', 'run', 'auth.yaml', 'auth')).exit).toBe(1);
		git(world.repo, 'switch', '-q', '-c', 'other');
		const elsewhere = await world.req('pipeline', 'run', 'auth.yaml', 'auth', '--resume');
		expect(elsewhere.exit).toBe(64);
		expect(elsewhere.stderr).toContain('feature/x');
		expect(world.starts()).toHaveLength(1);
		git(world.repo, 'switch', '-q', 'feature/x');
		expect((await world.req('pipeline', 'run', 'auth.yaml', 'auth', '--resume')).exit).toBe(0);
	});

	it('is not taken over while it is at work', async () => {
		await using world = await pipelineWorld(ONE);
		world.plays({ hooks: true, pauses: 1_500, status: { decision: 'stop' } });
		const running = startReq(world, 'pipeline', 'run', 'auth.yaml', 'auth');
		while (world.starts().length === 0) await sleep(20);
		const second = await world.req('pipeline', 'run', 'auth.yaml', 'auth', '--resume');
		expect(second).toMatchObject({ exit: 1, stderr: expect.stringContaining('is active') });
		expect((await running.ended).exit).toBe(0);
		expect(world.starts()).toHaveLength(2);
	});
});

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
		const file = () => readFileSync(join(world.repo, `.git/requirements/runs/${world.runs()[0]?.run_id}.json`));
		const before = file();
		const failed = await goOn(world, changed);
		expect(failed.exit).toBe(1);
		expect(failed.stderr).toContain('req: "refine.yaml" changed since the run of auth began');
		expect(failed.stderr).toContain('another name');
		expect(file()).toEqual(before);
		expect(world.starts()).toHaveLength(2);
	});
});
