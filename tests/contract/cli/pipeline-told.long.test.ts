import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exists } from '../../../src/store/processes.ts';
import { makeRunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import { age } from '../../support/pruned.ts';
import { ANA, GATED } from '../../support/run-req.ts';

describe('a pipeline that broke off', () => {
	it('says which stages were not started', async () => {
		await using world = await makeRunWorld(GATED);
		world.plays({ fails: 'API Error: 529 overloaded' });
		const stages = '  - { id: plan, prompt: Plan. }\n  - { id: build, prompt: Build. }\n';
		writeIn(world.repo, 'a.yaml', `version: 1\nstages:\n${stages}`);
		const { stdout } = await world.req('pipeline', 'run', 'a.yaml', 'x');
		expect(stdout).toMatch(/^stage build: not started$/m);
	});
});

describe('the words of a loop', () => {
	it('are no prompt where they are the path of a directory', async () => {
		await using world = await makeRunWorld(GATED);
		writeIn(world.repo, 'prompts/refactor.md', 'Refactor.');
		const refused = await world.req('pipeline', 'loop', 'prompts', 'a');
		expect(refused.exit).toBe(64);
		expect(refused.stderr).toContain('prompts is not a regular file');
		expect(world.starts()).toEqual([]);
	});
});

it('what there is to say of the source is said before a session inherits it', async () => {
	await using world = await makeRunWorld(GATED);
	await world.start(ANA);
	await world.req('learn', 'tokens rotate', '--session', ANA);
	world.plays({ status: { decision: 'stop' } });
	const { stderr } = await world.req('pipeline', 'loop', 'Do it.', 'a', '--inherit', ANA.slice(0, 8));
	const [first, second] = stderr.split('\n');
	expect(first).toMatch(/^req: session 1a2b3c4d is still running/);
	expect(second).toBe('1/25 loop-1 "Do it."');
});

describe('req pipeline lint', () => {
	it('names what is wrong beside what has the wrong shape, too', async () => {
		await using world = await makeRunWorld(GATED);
		const yaml = `version: 1
inherit: {from: auth-v1, select: [learning]}
stages:
  - id: build
    promt: Rotate the tokens.
    prompt: Rotate the tokens.
    inputs: { from: [build, later, sevenn] }
    iterations: 0
  - id: later
    until: [plateau]
  - id: later
    prompt: ''
  - just a word
`;
		writeIn(world.repo, 'wrong.yaml', yaml);
		const { exit, stdout } = await world.req('pipeline', 'lint', 'wrong.yaml');
		expect(exit).toBe(1);
		const file = join(world.repo, 'wrong.yaml');
		expect(
			stdout.replaceAll(`${file}:`, ''),
		).toBe(`2: inherit.select.0 must be one of all, learnings, patterns, warnings, decisions, progress
5: stages.0.promt is not a known key; did you mean prompt?
7: stages.0.inputs.from.0 "build" is no earlier stage
7: stages.0.inputs.from.1 "later" is no earlier stage
7: stages.0.inputs.from.2 "sevenn" is not a stage
8: stages.0.iterations must be at least 1
9: stages.1.prompt must be text
10: stages.1.until must be plateau
11: stages.2.id is the id of stage 2 already
12: stages.2.prompt must have at least 1 character
13: stages.3 must be a map of keys
`);
		expect((await world.req('pipeline', 'run', 'wrong.yaml', 'auth')).exit).toBe(64);
		writeIn(world.repo, 'right.yaml', 'version: 1\nstages:\n  - { id: a, prompt: Go }\n');
		expect(await world.req('pipeline', 'lint', 'right.yaml')).toMatchObject({ exit: 0 });
		expect(await world.json('pipeline', 'lint', 'right.yaml')).toEqual([]);
	});
});

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
	// Its session outlives it for a moment, and would be a live one to the next start.
	const orphan = world.starts()[1]?.pid ?? 0;
	await expect.poll(() => exists(orphan)).toBe(false);
	const resumed = await req('pipeline', 'run', 'refine.yaml', 'auth', '--resume');
	expect(resumed.exit, resumed.stderr).toBe(0);
	const starts = world.starts();
	expect(starts.map(({ given }) => given?.session)).toEqual([...['auth-plan-1', 'auth-work-1', 'auth-work-1']]);
	expect(starts[2]?.given?.inputs['plan']).toEqual([expect.objectContaining({ summary: 'planned' })]);
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
	const inside = readdirSync(join(temporary, left), { recursive: true, encoding: 'utf8' });
	for (const name of [...inside.map((file) => join(left, file)), left, ...others]) age(join(temporary, name), 2);
	expect((await req('prune')).stdout).toContain(left);
	expect(readdirSync(temporary)).toEqual(before.filter((name) => name !== left));
});
