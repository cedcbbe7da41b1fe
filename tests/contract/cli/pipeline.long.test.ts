import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRunWorld, type RunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import { lateLearning } from '../../support/late-learning.ts';
import { ANA } from '../../support/run-req.ts';

const CONFIG = 'version: 1\n';
const TWO = `version: 1
stages:
  - id: plan
    prompt: Improve the plan
    iterations: 3
  - id: refine
    prompt_file: prompts/refine.md
    inputs: {from: [plan]}
    permission_mode: acceptEdits
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
	it.each(['permission_mode: bypassPermissions', 'allowed_tools: [Bash]'])(
		'%s of a file counts only where somebody says that the file can be trusted',
		async (grant) => {
			const yaml = `version: 1\nstages:\n  - { id: a, prompt: Go, ${grant} }\n`;
			await using world = await pipelineWorld(yaml);
			const refused = await world.req('pipeline', 'run', 'refine.yaml', 'auth');
			expect(refused.exit).toBe(1);
			expect(refused.stderr).toContain('--trust');
			expect(world.starts()).toEqual([]);
			expect(world.runs()).toEqual([]);

			world.plays({ hooks: true, status: { decision: 'stop' } });
			expect((await world.req('pipeline', 'run', 'refine.yaml', 'auth', '--trust')).exit).toBe(0);
			expect(world.starts()[0]?.args.at(-1)).toMatch(/^(?:bypassPermissions|Bash)$/);
		},
	);

	it('its sessions may edit in the directory they hand on in, and nothing else by that', async () => {
		await using world = await pipelineWorld(
			'version: 1\nstages:\n  - { id: a, prompt: Go, permission_mode: plan }\n',
		);
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
				...{ hooks: true, output: '# The plan\n' },
				status: { decision: 'stop', summary: 'whole', learnings: ['l1', 'l2'], warnings: ['w1'] },
			},
			{ hooks: true, status: { decision: 'continue', patterns: ['p1'], decisions: ['d1'] } },
		);
		const done = await world.req(
			'pipeline',
			'run',
			'refine.yaml',
			'auth',
			'--json',
			'--trust',
			'--',
			'--max-turns',
			'9',
		);
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
					expect.objectContaining({ iteration: 2, summary: 'whole', output: expect.any(String) }),
				],
			},
		]);
		expect(starts[0]?.given?.inherited).toEqual({});
		expect(starts[0]?.args.slice(-2)).toEqual(['--max-turns', '9']);
		expect(starts[2]?.args).toContain('acceptEdits');
		expect(starts[2]?.prompt).toContain('Refine the tasks');
		const [run] = world.runs();
		expect(run).toMatchObject({
			kind: 'pipeline',
			items: { 'plan-1': { status: 'success' }, 'plan-2': {}, 'refine-1': {} },
			pipeline: {
				name: 'auth',
				stages: [
					{ id: 'plan', ended: 'stop' },
					{ id: 'refine', ended: 'iterations' },
				],
				end: {
					...{ learnings: ['l1', 'l2'], patterns: ['p1'], warnings: ['w1'], decisions: ['d1'] },
					lineage: ['auth-plan-1', 'auth-plan-2', 'auth-refine-1'],
				},
			},
		});
		expect((await sessionsOf(world)).map(({ name }) => name)).toEqual(
			expect.arrayContaining(['auth-plan-1', 'auth-plan-2', 'auth-refine-1']),
		);
		const learnt = (await world.json('learn', 'list')) as { text: string }[];
		expect(learnt.map(({ text }) => text).sort()).toEqual(['d1', 'l1', 'l2', 'p1', 'w1']);
		const kept = join(world.repo, '.git/requirements/runs', run?.run_id ?? '', 'plan-2');
		expect(readFileSync(join(kept, 'output.md'), 'utf8')).toBe('# The plan\n');
		expect(JSON.parse(readFileSync(join(kept, 'status.json'), 'utf8'))).toMatchObject({
			decision: 'stop',
		});
		expect(statSync(kept).mode & 0o77).toBe(0);
		// What sessions were given is gone with the pipeline.
		expect(existsSync(starts[0]?.given?.paths.context ?? '')).toBe(false);
	});

	it('lets all sessions inherit the one bundle of its start', async () => {
		await using world = await pipelineWorld(`version: 1
stages:
  - {id: plan, prompt: Plan it, comprehension: required}
  - {id: work, prompt: Do it}
`);
		await world.start(ANA);
		await world.req('session', 'name', 'auth-v1', '--session', ANA);
		await world.req('learn', 'Rotate the tokens atomically', '--session', ANA);
		const late = lateLearning(world, ANA, 'Too late for this pipeline');
		world.plays(
			{ hooks: true, bash: [late], status: { decision: 'continue' } },
			{ hooks: true, status: { decision: 'continue' } },
		);
		const done = await world.req('pipeline', 'run', 'refine.yaml', 'next', '--inherit', 'auth-v1');
		expect(done.exit, done.stderr).toBe(0);
		const [first, second] = world.starts();
		expect(first?.given?.inherited).toMatchObject({
			from_session: 'auth-v1',
			learnings: ['Rotate the tokens atomically'],
		});
		expect(second?.given?.inherited).toEqual(first?.given?.inherited);
		const [run] = world.runs();
		expect(run?.pipeline?.end?.lineage).toEqual(['auth-v1', 'next-plan-1', 'next-work-1']);
		expect(run?.pipeline?.bundles['inherited-1']?.sha256).toMatch(/^[0-9a-f]{64}$/);
		for (const start of [first, second]) {
			const record = await world.json('inherit', 'show', '--session', start?.session ?? '');
			expect(record).toMatchObject({
				from_session: 'auth-v1',
				learnings: ['Rotate the tokens atomically'],
			});
		}
		const folder = join(world.repo, '.git/requirements/runs', run?.run_id ?? '');
		expect(JSON.parse(readFileSync(join(folder, 'plan-1/validation.json'), 'utf8'))).toEqual({
			comprehension_check: {
				...{ required: true, present: false, warning: expect.any(String) },
			},
			timestamp: expect.any(String),
		});
	});

	it('passes over one session without a status, and goes on', async () => {
		await using world = await pipelineWorld(TWO);
		world.plays({ status: '{"decision": ' }, { status: { decision: 'perhaps', learnings: 7 } });
		const done = await world.req('pipeline', 'run', 'refine.yaml', 'auth', '--trust');
		expect(done.exit, done.stderr).toBe(0);
		expect(done.stderr).toContain('no_status: its status.json is not JSON');
		expect(done.stderr).toContain('plan-2: the decision in status.json');
		const [run] = world.runs();
		expect(run?.pipeline?.stages[0]).toMatchObject({ ended: 'iterations' });
		expect(Object.keys(run?.items ?? {})).toEqual(['plan-1', 'plan-2', 'plan-3', 'refine-1']);
	});

	it('ends where an iteration cannot go on, and tries that one again with --resume', async () => {
		await using world = await pipelineWorld(TWO);
		world.plays(
			{ hooks: true, status: { decision: 'stop', summary: 'planned' } },
			{ hooks: true, status: { decision: 'error', summary: 'no tasks' } },
			{ hooks: true, status: { decision: 'stop' } },
		);
		const failed = await world.req('pipeline', 'run', 'refine.yaml', 'auth', '--trust');
		expect(failed.exit).toBe(1);
		expect(world.runs()[0]?.items['refine-1']).toMatchObject({
			status: 'failed',
			error: 'no tasks',
		});
		expect((await world.req('pipeline', 'run', 'refine.yaml', 'auth', '--trust')).exit).toBe(1);
		const resumed = await world.req(
			'pipeline',
			'run',
			'refine.yaml',
			'auth',
			'--trust',
			'--resume',
		);
		expect(resumed.exit, resumed.stderr).toBe(0);
		expect(world.starts().map(({ given }) => given?.session)).toEqual([
			...['auth-plan-1', 'auth-refine-1', 'auth-refine-1'],
		]);
		expect(world.starts()[2]?.given?.inputs['plan']).toEqual([
			expect.objectContaining({ summary: 'planned' }),
		]);
		expect(world.runs()).toHaveLength(1);
	});
});

describe('req pipeline loop', () => {
	it('repeats a prompt, or a file that holds one, until nothing is left to do', async () => {
		await using world = await pipelineWorld(TWO);
		world.plays({ status: { decision: 'continue' } }, { status: { decision: 'stop' } });
		const done = await world.req(
			'pipeline',
			'loop',
			'prompts/refine.md',
			'auth',
			'5',
			'--',
			'--model',
			'opus',
		);
		expect(done.exit, done.stderr).toBe(0);
		expect(world.starts().map(({ given }) => given?.session)).toEqual([
			...['auth-loop-1', 'auth-loop-2'],
		]);
		expect(world.starts()[0]?.prompt).toContain('Refine the tasks');
		expect(world.starts()[0]?.args.slice(-2)).toEqual(['--model', 'opus']);
	});
});

describe('req pipeline lint', () => {
	it('tells everything that is wrong, with line and key', async () => {
		await using world = await pipelineWorld(`version: 1
inherit: {from: auth-v1, select: [learning]}
stages:
  - id: plan
    promt: Plan it
  - id: plan
    prompt_file: missing.md
    inputs: {from: [work, plam]}
  - id: work
    prompt: Do it
    inherit: {from: auth-v1, select: [learnings]}
`);
		const { exit, stdout } = await world.req('pipeline', 'lint', 'refine.yaml', '--json');
		expect(exit).toBe(1);
		const found = JSON.parse(stdout) as { line: number; key: string }[];
		expect(found.map(({ line, key }) => [line, key])).toEqual([
			[2, 'inherit.select.0'],
			[4, 'stages.0'],
			[5, 'stages.0.promt'],
			[6, 'stages.1.id'],
			[7, 'stages.1.prompt_file'],
			[8, 'stages.1.inputs.from.0'],
			[8, 'stages.1.inputs.from.1'],
		]);
	});

	it('finds a prompt that is not there, or leads out of the repository', async () => {
		await using world = await pipelineWorld(`version: 1
stages:
  - {id: a, prompt_file: missing.md}
  - {id: b, prompt_file: ../outside.md}
`);
		writeIn(world.dir, 'outside.md', 'secret');
		const found = JSON.parse(
			(await world.req('pipeline', 'lint', 'refine.yaml', '--json')).stdout,
		) as {
			key: string;
		}[];
		expect(found.map(({ key }) => key)).toEqual(['stages.0.prompt_file', 'stages.1.prompt_file']);
		expect((await world.req('pipeline', 'run', 'refine.yaml', 'auth')).exit).toBe(64);
	});

	it('finds nothing in one that is in order', async () => {
		await using world = await pipelineWorld(TWO);
		expect(await world.req('pipeline', 'lint', 'refine.yaml')).toMatchObject({ exit: 0 });
		expect(await world.json('pipeline', 'lint', 'refine.yaml')).toEqual([]);
	});
});
