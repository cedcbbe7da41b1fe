import { describe, expect, it } from 'vitest';
import { learnedIn } from '../../../src/runs/stages.ts';
import { makeRunWorld, type Play, type RunWorld, type Start } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import { lateLearning } from '../../support/late-learning.ts';
import { builtReq } from '../../support/run-hook.ts';
import { ANA, BEN } from '../../support/run-req.ts';

const ACK = `${process.execPath} ${builtReq} inherit ack 'Tokens rotate; I plan the rotation'`;
const MORE: Play = { hooks: true, status: { decision: 'continue' } };
const UNASKED = 'Agent did not acknowledge inherited context';

/** Two sessions that learnt: `auth-v1` and `api-v1`. */
async function learntWorld(yaml: string): Promise<RunWorld> {
	const world = await makeRunWorld('version: 1\n');
	for (const [uuid, name] of [
		[ANA, 'auth-v1'],
		[BEN, 'api-v1'],
	] as const) {
		await world.start(uuid);
		await world.req('session', 'name', name, '--session', uuid);
		await world.req('learn', `learning of ${name}`, '--session', uuid);
		await world.req('learn', 'warning', `warning of ${name}`, '--session', uuid);
	}
	writeIn(world.repo, 'refine.yaml', yaml);
	return world;
}

/** What is ours in the block of the seed. */
const OURS = {
	...{ origins: expect.any(Object), session: expect.any(String), from_uuid: expect.any(String) },
	...{ inherited_at: expect.any(String), select: expect.anything(), truncated: false },
	sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
};

function startOf(world: RunWorld, session: string): Start | undefined {
	return world.starts().find(({ given }) => given?.session === session);
}

/** What its start told it. */
function toldTo(world: RunWorld, start: Start | undefined): string {
	const told = world.told().filter(({ session }) => session === start?.session);
	return told.find(({ hook }) => hook === 'session-start')?.said ?? '';
}

/** What `req session show --validation` says of the session of an iteration. */
function validationOf(world: RunWorld, item: string): Promise<unknown> {
	const { session = '' } = startOf(world, `next-${item}`) ?? {};
	return world.json('session', 'show', session, '--validation');
}

describe('what each stage inherits', () => {
	const STAGES = `version: 1
inherit: {from: auth-v1}
stages:
  - {id: all, prompt: Go}
  - {id: part, prompt: Go, inherit: {from: auth-v1, select: [warnings]}}
  - {id: other, prompt: Go, inherit: {from: api-v1}}
`;

	it('is its own where it has one, else the pipeline’s: in its context and at its start', async () => {
		await using world = await learntWorld(STAGES);
		world.plays(MORE);
		const done = await world.req('pipeline', 'run', 'refine.yaml', 'next');
		expect(done.exit, done.stderr).toBe(0);
		for (const [item, from, learnings] of [
			['all-1', 'auth-v1', ['learning of auth-v1']],
			['part-1', 'auth-v1', []],
			['other-1', 'api-v1', ['learning of api-v1']],
		] as const) {
			const start = startOf(world, `next-${item}`);
			expect(start?.given?.inherited).toEqual({
				version: '1',
				from_session: from,
				from_completed_at: expect.any(String),
				lineage: [from],
				learnings,
				patterns: [],
				warnings: [`warning of ${from}`],
				decisions: [],
				progress_summary: expect.any(String),
				...OURS,
			});
			expect(toldTo(world, start)).toContain(`warning of ${from}`);
			expect(toldTo(world, start).includes('learning of')).toBe(learnings.length > 0);
			expect(await world.json('inherit', 'show', '--session', start?.session ?? '')).toMatchObject({
				...{ from_session: from, learnings },
			});
		}
	});

	it('is what the command line names, for all of them', async () => {
		await using world = await learntWorld(STAGES);
		world.plays(MORE);
		const done = await world.req('pipeline', 'run', 'refine.yaml', 'next', '--inherit', 'api-v1');
		expect(done.exit, done.stderr).toBe(0);
		for (const { given: context } of world.starts()) {
			expect(context?.inherited).toMatchObject({ from_session: 'api-v1' });
		}
	});
});

describe('what each stage must say of it', () => {
	it('a validation per iteration, where its stage requires one', async () => {
		await using world = await learntWorld(`version: 1
inherit: {from: auth-v1, comprehension: required}
stages:
  - {id: plan, prompt: Plan it, iterations: 2}
  - {id: work, prompt: Do it, inherit: {from: auth-v1}}
  - {id: api, prompt: Do it, inherit: {from: api-v1}}
  - {id: last, prompt: End it, inherit: {from: api-v1, comprehension: required}}
`);
		world.plays({ ...MORE, bash: [ACK] }, MORE);
		const done = await world.req('pipeline', 'run', 'refine.yaml', 'next');
		// Nobody is held up by it.
		expect(done.exit, done.stderr).toBe(0);
		const missing = {
			comprehension_check: { required: true, present: false, warning: UNASKED },
			timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
		};
		expect(await validationOf(world, 'plan-1')).toMatchObject({
			comprehension_check: { required: true, present: true, warning: null },
		});
		expect(await validationOf(world, 'plan-2')).toEqual(missing);
		expect(await validationOf(world, 'api-1')).toBeNull();
		expect(await validationOf(world, 'last-1')).toEqual(missing);
		const owes = (item: string) =>
			world.told().some(({ session, hook, said }) => {
				const isOf = session === startOf(world, `next-${item}`)?.session;
				return isOf && hook === 'stop' && said.includes('was not acknowledged');
			});
		expect(['plan-1', 'plan-2', 'work-1', 'api-1', 'last-1'].filter(owes)).toEqual([...['plan-2', 'last-1']]);
	});
});

it('every session of a loop inherits from the one that it names', async () => {
	await using world = await learntWorld('');
	const late = lateLearning(world, ANA, 'Too late');
	world.plays({ ...MORE, bash: [late] }, { hooks: true, status: { decision: 'stop', learnings: ['done is done'] } });
	const done = await world.req('pipeline', 'loop', 'Fix one test', 'fix', '5', '--inherit', 'auth-v1');
	expect(done.exit, done.stderr).toBe(0);
	const starts = world.starts();
	expect(starts).toHaveLength(2);
	for (const start of starts) {
		expect(start.given?.inherited).toMatchObject({ learnings: ['learning of auth-v1'] });
		expect(start.given?.inherited).toEqual(starts[0]?.given?.inherited);
		expect(start.env).toMatchObject({ REQ_INHERIT_COMPREHENSION: 'optional' });
		expect(start.prompt).toContain('req inherit ack');
		expect(toldTo(world, start)).toContain('learning of auth-v1');
		expect(toldTo(world, start)).not.toContain('Too late');
	}
	expect(done.stdout).toContain('inherits from auth-v1');
	const [run] = world.runs();
	expect(run?.pipeline?.stages[0]?.bundle?.sha256).toMatch(/^[0-9a-f]{64}$/);
	expect(run && learnedIn(run)).toMatchObject({
		...{ learnings: ['done is done'], lineage: ['auth-v1', 'fix-loop-1', 'fix-loop-2'] },
	});
	const lineage = (await world.req('session', 'lineage', 'fix-loop-2')).stdout;
	expect(lineage).toContain('auth-v1');
	expect(lineage).not.toContain('fix-loop-1');
});

it('what it inherits is gone: the run ends with that, and is no killed one', async () => {
	await using world = await learntWorld('');
	world.plays({ ...MORE, bash: ['rm .git/requirements/runs/*/inherited-*.json'] });
	const loop = ['pipeline', 'loop', 'Fix one test', 'fix', '5', '--inherit', 'auth-v1'];
	const ended = await world.req(...loop);
	expect(ended).toMatchObject({ exit: 1, stderr: expect.stringContaining('inherited-') });
	expect(world.runs()).toMatchObject([
		{
			completed_at: expect.any(String),
			items: { 'loop-2': { status: 'failed', error: expect.stringContaining('inherited-') } },
		},
	]);
});
