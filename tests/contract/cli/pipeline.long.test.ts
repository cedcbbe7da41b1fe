import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeRunWorld, type RunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';

const CONFIG = 'version: 1\n';
const TWO = `version: 1
stages:
  - id: plan
    prompt: Improve the plan
    iterations: 3
  - id: refine
    prompt: Refine the tasks
    inputs: {from: [plan]}
`;

async function pipelineWorld(yaml: string): Promise<RunWorld> {
	const world = await makeRunWorld(CONFIG);
	writeIn(world.repo, 'refine.yaml', yaml);
	writeIn(world.repo, 'prompts/refine.md', 'Refine the tasks\n');
	return world;
}

function sessionsOf(world: RunWorld) {
	return world.json('session', 'list', '--all') as Promise<{ name: string | null; id: string }[]>;
}

describe('req pipeline run', () => {
	it.each(['permission_mode: plan', 'model: opus', 'allowed_tools: [Bash]'])(
		'%s is no key of a stage: whoever starts it gives permissions behind --',
		async (key) => {
			await using world = await pipelineWorld(`version: 1\nstages:\n  - { id: a, prompt: Go, ${key} }\n`);
			const refused = await world.req('pipeline', 'run', 'refine.yaml', 'auth');
			expect(refused.exit).toBe(64);
			expect(refused.stderr).toContain('is not a known key');
			expect(world.starts()).toEqual([]);
		},
	);

	it('its sessions may edit in the directory they hand on in, and nothing else by that', async () => {
		await using world = await pipelineWorld('version: 1\nstages:\n  - { id: a, prompt: Go }\n');
		world.plays({ hooks: true, status: { decision: 'stop' } });
		expect((await world.req('pipeline', 'run', 'refine.yaml', 'auth')).exit).toBe(0);
		const { args = [] } = world.starts()[0] ?? {};
		const directory = args[args.indexOf('--add-dir') + 1];
		expect(args.filter((word) => word.startsWith('Edit('))).toEqual([`Edit(/${directory}/**)`]);
	});

	it('gives each stage what it asks for, and keeps what all learnt', async () => {
		await using world = await pipelineWorld(TWO);
		world.plays(
			{ hooks: true, status: { decision: 'continue', summary: 'half', learnings: ['l1'] } },
			{
				hooks: true,
				status: { decision: 'stop', summary: 'whole', learnings: ['l1', 'l2'], warnings: ['w1'] },
			},
			{ hooks: true, status: { decision: 'continue', patterns: ['p1'], decisions: ['d1'] } },
		);
		const done = await world.req('pipeline', 'run', 'refine.yaml', 'auth', '--json', '--', '--max-turns', '9');
		expect(done.exit, done.stderr).toBe(0);
		const starts = world.starts();
		expect(starts.map(({ given }) => [given?.session, given?.iteration])).toEqual([
			['auth-plan-1', 1],
			['auth-plan-2', 2],
			['auth-refine-1', 1],
		]);
		expect(starts.map(({ given }) => given?.inputs)).toEqual([
			{},
			{},
			{
				plan: [
					expect.objectContaining({ iteration: 1, summary: 'half', learnings: ['l1'] }),
					expect.objectContaining({ iteration: 2, summary: 'whole' }),
				],
			},
		]);
		expect(starts[0]?.given?.inherited).toEqual({});
		expect(starts[0]?.args.slice(-2)).toEqual(['--max-turns', '9']);
		expect(starts[2]?.prompt).toContain('Refine the tasks');
		const [run] = world.runs();
		expect(run).toMatchObject({
			kind: 'pipeline',
			items: { 'plan-1': { status: 'success' }, 'plan-2': {}, 'refine-1': {} },
			pipeline: { name: 'auth' },
		});
		expect(JSON.parse(done.stdout)).toMatchObject({
			name: 'auth',
			stages: [{ id: 'plan' }, { id: 'refine' }],
			end: {
				...{ learnings: ['l1', 'l2'], patterns: ['p1'], warnings: ['w1'], decisions: ['d1'] },
				lineage: ['auth-plan-1', 'auth-plan-2', 'auth-refine-1'],
			},
		});
		expect((await sessionsOf(world)).map(({ name }) => name)).toEqual(
			expect.arrayContaining(['auth-plan-1', 'auth-plan-2', 'auth-refine-1']),
		);
		const learnt = (await world.json('learn', 'list')) as { text: string }[];
		expect(learnt.map(({ text }) => text).sort()).toEqual(['d1', 'l1', 'l2', 'p1', 'w1']);
		// What sessions were given is gone with the pipeline.
		expect(existsSync(starts[0]?.given?.paths.context ?? '')).toBe(false);
	});

	it('ends where an iteration cannot go on, and tries that one again with --resume', async () => {
		await using world = await pipelineWorld(TWO);
		world.plays(
			{ hooks: true, status: { decision: 'stop', summary: 'planned' } },
			{ hooks: true, status: { decision: 'error', summary: 'no tasks' } },
			{ hooks: true, status: { decision: 'stop' } },
		);
		const failed = await world.req('pipeline', 'run', 'refine.yaml', 'auth');
		expect(failed.exit).toBe(1);
		expect(world.runs()[0]?.items['refine-1']).toMatchObject({
			status: 'failed',
			error: 'no tasks',
		});
		expect((await world.req('pipeline', 'run', 'refine.yaml', 'auth')).exit).toBe(1);
		const resumed = await world.req('pipeline', 'run', 'refine.yaml', 'auth', '--resume');
		expect(resumed.exit, resumed.stderr).toBe(0);
		expect(world.starts().map(({ given }) => given?.session)).toEqual([
			...['auth-plan-1', 'auth-refine-1', 'auth-refine-1'],
		]);
		expect(world.starts()[2]?.given?.inputs['plan']).toEqual([expect.objectContaining({ summary: 'planned' })]);
		expect(world.runs()).toHaveLength(1);
	});
});

describe('req pipeline loop', () => {
	it('repeats a prompt, or a file that holds one, until nothing is left to do', async () => {
		await using world = await pipelineWorld(TWO);
		world.plays({ status: { decision: 'continue' } }, { status: { decision: 'stop' } });
		const done = await world.req('pipeline', 'loop', 'prompts/refine.md', 'auth', '5', '--', '--model', 'opus');
		expect(done.exit, done.stderr).toBe(0);
		expect(world.starts().map(({ given }) => given?.session)).toEqual([...['auth-loop-1', 'auth-loop-2']]);
		expect(world.starts()[0]?.prompt).toContain('Refine the tasks');
		expect(world.starts()[0]?.args.slice(-2)).toEqual(['--model', 'opus']);
	});
});
