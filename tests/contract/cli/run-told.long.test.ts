import { describe, expect, it } from 'vitest';
import { DONE, makeRunWorld } from '../../support/fake-claude.ts';
import { GATED } from '../../support/run-req.ts';
import { begun, HALF } from '../../support/run-stories.ts';
import { runAtTerminal } from '../../support/terminal-run.ts';

/** What is in the place of a table: the lines below it. */
function below(table: string): readonly string[] {
	return table.trimEnd().split('\n').slice(-1);
}

describe('a run with nothing to start', () => {
	it('says how what is in progress goes on', async () => {
		await using world = await begun();
		const said = 'no open task waits here\n1 task is in progress: `req run --resume` goes on\n';
		expect(await world.run()).toMatchObject({ exit: 0, stdout: said });
		expect((await world.run('--dry-run')).stdout).toBe(said);
		await world.req('task', 'add', 'second');
		await world.req('task', 'add', 'third');
		await world.req('task', 'start', 't3');
		expect(below((await world.run('--dry-run')).stdout)).toEqual([
			'2 tasks are in progress: `req run --resume` goes on',
		]);
		expect((await world.run('t2', '--dry-run')).stdout).not.toContain('in progress');
		expect((await world.run('--resume', '--dry-run')).stdout).not.toContain('in progress');
	});

	it('is a run without items for scripts', async () => {
		await using world = await begun();
		const none = { run_id: null, started_at: null, completed_at: null };
		expect(await world.json('run')).toEqual({
			...none,
			kind: 'run',
			branch: 'feature/x',
			items: {},
		});
		expect(await world.json('run', '--dry-run')).toEqual([]);
	});
});

describe('a run that does not come to its end', () => {
	it('says how it goes on', async () => {
		await using world = await makeRunWorld(GATED);
		await world.req('task', 'add', 'first');
		world.plays(HALF, { bash: [DONE] });
		expect(below((await world.run()).stdout)).toEqual(['`req run --resume` goes on']);
		expect((await world.run('--resume')).stdout).not.toContain('goes on');
	});
});

it('a terminal shows a line when an item begins, and one when it ends', async () => {
	await using world = await makeRunWorld(GATED);
	await world.req('task', 'add', 'first');
	world.plays({ bash: [DONE] });
	const { exit, screen } = await runAtTerminal(world, ['run'], []);
	expect(exit).toBe(0);
	const lines = screen.split('\n').filter((line) => line.startsWith('1/1 t1 "first"'));
	expect(lines.map((line) => line.trim())).toEqual([
		'1/1 t1 "first"',
		expect.stringMatching(/^1\/1 t1 "first" {2}\ds, 2 turns {2}success$/),
	]);
});

describe('req run show', () => {
	it('says what a session said last whose task is not done', async () => {
		await using world = await begun();
		const [error, said] = (await world.req('run', 'show')).stdout.trimEnd().split('\n').slice(-2);
		expect(error).toBe('t1: the session ended without marking it done');
		expect(said).toBe('t1 said last: "The key is wrong in cache.ts."');
		world.plays({ bash: ['true'] });
		expect((await world.run('--resume')).stdout).not.toContain('said last');
	});
});
