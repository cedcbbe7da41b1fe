import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { makeRunWorld } from '../../support/fake-claude.ts';
import { GATED } from '../../support/run-req.ts';
import { begun, plant } from '../../support/run-stories.ts';

const OLD = '20261120T100000000Z_aaaaaaaa';
/** The task of a run that has not come to its end. */
const RUNNING = {
	completed_at: null,
	items: {
		t1: {
			...{ status: 'running', title: 'first', session_uuid: null, cwd: '/', resumed: false },
			...{ attempts: 1, error: null, started_at: null, ended_at: null, duration_s: null },
			...{ turns: null, base_commit: null, last_findings: null },
		},
	},
};

describe('req run list', () => {
	it('tells pipelines by their names', async () => {
		await using world = await begun();
		world.plays({ status: { decision: 'stop' } });
		await world.req('pipeline', 'loop', 'Do it.', 'auth v2', '1');
		const rows = (await world.req('run', 'list')).stdout.trimEnd().split('\n');
		const cells = rows.map((row) => row.split(/ {2,}/));
		expect(cells.map((row) => row.slice(3))).toEqual([
			['BRANCH', 'ITEMS', 'DONE', 'PIPELINE'],
			['feature/x', '1', '1', 'auth v2'],
			['feature/x', '1', '0', '-'],
		]);
		expect((await world.req('run', 'show')).stdout).toMatch(/^run \S+, pipeline "auth v2"\n/);
	});
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

	it('of a run that was killed no session is running', async () => {
		await using world = await makeRunWorld(GATED);
		plant(world, OLD, RUNNING);
		const page = (await world.req('run', 'show')).stdout;
		expect(page).toMatch(/^on branch feature\/x in \S+, 2026-11-20 23:45 \(.* ago\), killed$/m);
		expect(page).toMatch(/^t1 +killed/m);
	});

	it('of a run at work it says since when', async () => {
		await using world = await makeRunWorld(GATED);
		plant(world, OLD, { ...RUNNING, started_at: new Date().toISOString() });
		const page = (await world.req('run', 'show')).stdout;
		expect(page).toMatch(
			/^on branch feature\/x in \S+, at work since \d{4}-\d\d-\d\d \d\d:\d\d \(.*\)$/m,
		);
		expect(page).toMatch(/^t1 +running/m);
	});

	it('names what means no run, and what means several', async () => {
		await using world = await begun();
		await world.run('--resume');
		const means = async (words: string) =>
			(await world.req('run', 'show', words)).stderr.split('\n')[0];
		expect(await means('2')).toBe('req: there is no run 2');
		expect(await means('nothere')).toBe('req: there is no run nothere');
		expect(await means('2026')).toBe('req: 2026 means 2 runs');
	});
});

describe('a run beside another one', () => {
	it('is told how to wait for it, and how to end it', async () => {
		await using world = await makeRunWorld(GATED);
		plant(world, OLD, { ...RUNNING, pid: process.pid, host: hostname() });
		await world.req('task', 'add', 'second');
		expect((await world.run()).stderr).toContain(
			`  wait for it, or end it with Ctrl-C where it runs; \`req run show ${OLD}\` tells how far it is\n`,
		);
	});
});
