import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
	return world.json('sessions', 'list', '--all') as { name: string | null; id: string }[];
}

describe('req pipeline run', () => {
	it('S0-043, S0-045, S0-084: gives each stage what it asks for, and keeps what all learnt', async () => {
		await using world = await pipelineWorld(TWO);
		world.plays(
			{ hooks: true, status: { decision: 'continue', summary: 'half', learnings: ['l1'] } },
			{
				...{ hooks: true, output: '# The plan\n' },
				status: { decision: 'stop', summary: 'whole', learnings: ['l1', 'l2'], warnings: ['w1'] },
			},
			{ hooks: true, status: { decision: 'continue', patterns: ['p1'], decisions: ['d1'] } },
		);
		const done = world.req(
			'pipeline',
			'run',
			'refine.yaml',
			'auth',
			'--json',
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
		expect(sessionsOf(world).map(({ name }) => name)).toEqual(
			expect.arrayContaining(['auth-plan-1', 'auth-plan-2', 'auth-refine-1']),
		);
		const learnt = world.json('learn', 'list') as { text: string }[];
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
});
