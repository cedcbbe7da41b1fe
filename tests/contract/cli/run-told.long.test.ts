import { describe, expect, it } from 'vitest';
import { DONE, makeRunWorld } from '../../support/fake-claude.ts';
import { GATED } from '../../support/run-req.ts';
import { begun, HALF, inProgress, STALE_PLAY } from '../../support/run-stories.ts';
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

	it('names the way to a task where there is none', async () => {
		await using world = await makeRunWorld(GATED);
		expect((await world.run()).stdout).toBe('no task waits here: `req task add` makes one\n');
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

	it('goes on in new sessions where those to be resumed are gone', async () => {
		await using world = await inProgress();
		const fresh = ['`req run --resume` without --strict goes on in new sessions'];
		expect(below((await world.run('--resume', '--strict')).stdout)).toEqual(fresh);
		await using stale = await begun();
		stale.plays(STALE_PLAY);
		expect(below((await stale.run('--resume', '--strict')).stdout)).toEqual(fresh);
	});
});

describe('the line of the task at work', () => {
	it.each([['a long title', 'keep the cookie '.repeat(10).trim()]])(
		'%s keeps within the terminal, with its time and turns',
		async (_, title) => {
			await using world = await makeRunWorld(GATED);
			await world.req('task', 'add', title);
			world.plays({ pauses: 1_200, bash: [DONE] });
			const { exit, raw } = await runAtTerminal(world, ['run'], []);
			expect(exit).toBe(0);
			// What replaces itself stands between the codes that clear the line.
			const live = raw.split('\r\u001b[K').filter((line) => line.endsWith('turns'));
			expect(live.length).toBeGreaterThan(0);
			for (const line of live) {
				expect(line).toMatch(/^1\/1 t1 ".*… {2}\ds, \d turns$/);
				expect(line.length).toBeLessThan(100);
			}
			expect(raw).toContain(`1/1 t1 "${title}"`);
		},
	);
});
