import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRunWorld, type RunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import { plant, writeRun } from '../../support/run-stories.ts';

const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const ONE = `version: 1
stages:
  - {id: plan, prompt: Plan it}
`;
const WELL = { hooks: true, status: { decision: 'stop', summary: 'planned' } } as const;

/** A world whose pipeline `auth` failed in its only iteration, and somebody's own folder beside it. */
async function failedPipeline() {
	const world = await makeRunWorld('version: 1\n');
	writeIn(world.repo, 'auth.yaml', ONE);
	world.plays({ hooks: true, exit: 1 }, WELL);
	await world.req('pipeline', 'run', 'auth.yaml', 'auth');
	writeIn(world.dir, 'own/plan-1/thesis.md', 'years of work\n');
	const [run] = world.runs();
	if (run === undefined) throw new Error('no run was kept');
	return { world, run, folder: join(runsIn(world), run.run_id) };
}

function runsIn({ repo }: RunWorld): string {
	return join(repo, '.git/requirements/runs');
}

function resume(world: RunWorld) {
	return world.req('pipeline', 'run', 'auth.yaml', 'auth', '--resume');
}

function thesis({ dir }: RunWorld): string[] {
	return readdirSync(join(dir, 'own'), { recursive: true, encoding: 'utf8' }).sort();
}

describe('what a stranger left among the runs', () => {
	it.each(['../../../../own', '..', '20261120T100000000Z_bbbbbbbb'])(
		'a run that calls itself %j is none: nothing is written or removed by that name',
		async (run_id) => {
			const { world, run } = await failedPipeline();
			await using _ = world;
			writeRun(world, `${run.run_id}.json`, JSON.stringify({ ...run, run_id }));
			const resumed = await resume(world);
			expect(resumed.exit).toBe(64);
			expect(thesis(world)).toEqual(['plan-1', 'plan-1/thesis.md']);
			expect((await world.req('run', 'list')).stderr).toContain('1 run file passed over');
		},
	);

	it('a run on another machine keeps others from beginning for a day, and says where it is', async () => {
		await using world = await makeRunWorld('version: 1\n');
		await world.req('task', 'add', 'first');
		const other = { completed_at: null, host: 'gone-box' };
		const name = '20261120T100000000Z_aaaaaaaa';
		const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
		plant(world, name, { ...other, started_at: ago(1) });
		const refused = await world.run();
		expect(refused.exit).toBe(1);
		expect(refused.stderr).toContain('gone-box');
		expect(refused.stderr).toContain(`${name}.json`);
		expect(world.starts()).toEqual([]);
		plant(world, name, { ...other, started_at: ago(25) });
		expect((await world.run()).exit).toBe(0);
	});

	it('what is nested beyond reason is no run', async () => {
		await using world = await makeRunWorld('version: 1\n');
		plant(world, '20261120T100000000Z_aaaaaaaa', { config: { deep: 'DEEP' } });
		const file = join(runsIn(world), '20261120T100000000Z_aaaaaaaa.json');
		const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
		const text = readFileSync(file, 'utf8').replace('"DEEP"', deep);
		writeRun(world, '20261120T100000000Z_aaaaaaaa.json', text);
		expect((await world.req('run', 'show', '--json')).stderr).toContain('there is no run yet');
		expect((await world.req('run', 'list')).stderr).toContain('1 run file passed over');
	});
});

it('forgetting a session says that what it said in a run stays, and it does', async () => {
	await using world = await makeRunWorld('version: 1\n');
	world.plays({ ...WELL, says: 'The proxy strips it.' });
	await world.req('pipeline', 'loop', 'Look again', 'look', '1');
	const { session = '' } = world.starts()[0] ?? {};
	const forgotten = await world.req('session', 'forget', session, '--yes');
	expect(forgotten.exit, forgotten.stderr).toBe(0);
	expect(forgotten.stdout).toContain('runs/');
	expect(JSON.stringify(world.runs())).toContain('The proxy strips it.');
});

it('D30: no run keeps a secret of a prompt, a title, an argument or an answer', async () => {
	await using world = await makeRunWorld('version: 1\n');
	world.plays(WELL);
	const looped = await world.req('pipeline', 'loop', `Push with ${SECRET}`, 'push', '1');
	expect(looped.exit, looped.stderr).toBe(0);
	await world.req('task', 'add', 'push');
	const tasks = join(world.repo, '.git/requirements/tasks.json');
	const planted = readFileSync(tasks, 'utf8').replace('"push"', `"push with ${SECRET}"`);
	writeIn(world.repo, '.git/requirements/tasks.json', planted);
	world.plays({ says: `The token is ${SECRET}.`, fails: `401 for ${SECRET}` });
	await world.run('--', '--api-token', SECRET);
	expect(world.starts().at(-1)?.args).toContain(SECRET);
	const kept = world.runs().map((run) => JSON.stringify(run));
	expect(kept).toHaveLength(2);
	expect(kept.join('\n')).toContain('[redacted:');
	expect(kept.filter((text) => text.includes(SECRET))).toEqual([]);
	expect(`${looped.stdout}${looped.stderr}`).not.toContain(SECRET);
});

it('D30: half a secret, where what a session says is cut, is not kept either', async () => {
	await using world = await makeRunWorld('version: 1\n');
	await world.req('task', 'add', 'push');
	// What is kept of stderr began within the secret.
	world.plays({ stderr: `${SECRET} ${'x '.repeat(4_096).slice(0, 8_171)}`, exit: 1 });
	await world.run();
	const folder = join(world.repo, '.git/requirements/runs');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const kept = files.filter((name) => /\.(?:md|json)$/.test(name));
	expect(kept).toHaveLength(1);
	const halves = [SECRET.slice(0, 12), SECRET.slice(-12)];
	const found = kept.filter((name) => {
		const text = readFileSync(join(folder, name), 'utf8');
		return halves.some((half) => text.includes(half));
	});
	expect(found).toEqual([]);
});

it('a run whose sessions say as much as they may can still be read', async () => {
	await using world = await makeRunWorld('version: 1\n');
	const list = (word: string) =>
		Array.from({ length: 50 }, (_, at) => `${word} ${at} `.padEnd(1_000, '漢 '));
	const status = {
		...{ decision: 'continue', learnings: list('l'), patterns: list('p') },
		...{ warnings: list('w'), decisions: list('d') },
	};
	world.plays({ status });
	expect((await world.req('pipeline', 'loop', 'Do it', 'all', '12')).exit).toBe(0);
	const [run] = (await world.json('run', 'list')) as { items: object }[];
	expect(Object.keys(run?.items ?? {})).toHaveLength(12);
});
