import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RunRecord } from '../../src/runs/run-file.ts';
import { DONE, makeRunWorld, type Play, type RunWorld } from '../support/fake-claude.ts';
import type { HookProcess } from '../support/hook-process.ts';
import { endIfThere, isThere } from '../support/is-there.ts';
import { SLOW_CLOCK } from '../support/run-hook.ts';
import { ANA, GATED } from '../support/run-req.ts';
import { startReq } from '../support/start-req.ts';

/** Kills the process that preloads it before it writes a certain text. */
const KILLED_AT = fileURLToPath(new URL('../support/killed-at-text.cjs', import.meta.url));
/** Writes down the peak memory of the process that preloads it. */
const PEAK = fileURLToPath(new URL('../support/peak.cjs', import.meta.url));
const KILLS = 20;
const SLOW = 60_000;

async function worldWith(play: Play, titles: readonly string[]): Promise<RunWorld> {
	const world = await makeRunWorld(GATED);
	for (const title of titles) await world.req('task', 'add', title);
	world.plays(play);
	return world;
}

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await sleep(20);
}

/** A run whose first session is at work. */
async function atWork(world: RunWorld): Promise<HookProcess> {
	const running = startReq(world, 'run');
	await until(() => world.runs()[0]?.items['t1']?.session_uuid != null);
	return running;
}

/** A run is killed while its session hangs; the pid of that session's client. */
async function leftBehind(world: RunWorld): Promise<number> {
	const running = await atWork(world);
	running.child.kill('SIGKILL');
	await running.ended;
	const pid = world.runs()[0]?.items['t1']?.client?.pid ?? 0;
	expect(isThere(pid)).toBe(true);
	return pid;
}

function runFilesOf({ repo }: RunWorld): string[] {
	const folder = join(repo, '.git/requirements/runs');
	const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return names.map((name) => join(folder, name));
}

describe('the end of a run', () => {
	it('Ctrl-C once: the session at work ends, no other starts', async () => {
		await using world = await worldWith({ pauses: 1_500, bash: [DONE] }, ['a', 'b']);
		const running = await atWork(world);
		running.child.kill('SIGINT');
		const { exit, stderr } = await running.ended;
		expect(exit).toBe(1);
		expect(stderr).toContain('Ctrl-C again');
		expect(world.starts()).toHaveLength(1);
		expect(world.runs()).toMatchObject([
			{
				completed_at: expect.any(String),
				items: { t1: { status: 'success' }, t2: { status: 'waiting', attempts: 0 } },
			},
		]);
	});

	it.each([
		['Ctrl-C twice', ['SIGINT', 'SIGINT']],
		['a closed terminal', ['SIGHUP']],
		['SIGTERM', ['SIGTERM']],
	] as const)('%s: the session stops with all it started, and can be resumed', async (_, signals) => {
		const play: Play = { session: ANA, grandchild: true, hangs: SLOW };
		await using world = await worldWith(play, ['a', 'b']);
		const running = await atWork(world);
		for (const signal of signals) {
			running.child.kill(signal);
			await sleep(100);
		}
		expect((await running.ended).exit).toBe(1);
		const [start] = world.starts();
		await until(() => !isThere(start?.pid ?? 0) && !isThere(start?.grandchild ?? 0));
		expect(world.runs()[0]?.items).toMatchObject({
			t1: { status: 'interrupted', session_uuid: ANA },
			t2: { status: 'waiting' },
		});
		world.plays({ bash: [DONE] });
		expect((await world.run('--resume', 't1')).exit).toBe(0);
		expect(world.starts()[1]?.args).toContain(ANA);
	});

	it('Ctrl-C twice while a session that is over holds its output: nobody is waited for', async () => {
		await using world = await worldWith({ session: ANA, grandchild: true, bash: [DONE] }, ['a']);
		// Whoever waited for it would wait for minutes.
		const running = await atWork({ ...world, env: { ...world.env, ...SLOW_CLOCK } });
		await until(() => !isThere(world.starts()[0]?.pid ?? 0));
		running.child.kill('SIGINT');
		await sleep(50);
		running.child.kill('SIGINT');
		await running.ended;
		await until(() => !isThere(world.starts()[0]?.grandchild ?? 0));
	}, 120_000);

	it('a session that ignores the wish is made to stop', async () => {
		const play: Play = { ignores: ['SIGINT', 'SIGTERM'], hangs: SLOW };
		await using world = await worldWith(play, ['a']);
		expect((await world.run('--timeout', '1s')).exit).toBe(1);
		expect(world.runs()[0]?.items).toMatchObject({ t1: { status: 'timeout' } });
		expect(isThere(world.starts()[0]?.pid ?? 0)).toBe(false);
	});

	it('kill -9: the next run ends the client that was left behind, and goes on with its session', async () => {
		await using world = await worldWith({ hangs: SLOW }, ['a']);
		const left = await leftBehind(world);
		world.plays({}, { bash: [DONE] });
		expect((await world.run('--resume')).exit).toBe(0);
		const [first, second] = world.starts();
		expect(isThere(left)).toBe(false);
		expect(second?.args).toContain(first?.session);
	});

	it.each(['"client": {', '"session_uuid": "'])(
		'kill -9 before %s is written leaves no client that nobody knows',
		async (text) => {
			await using world = await worldWith({ session: ANA, hangs: SLOW }, ['a']);
			const options = { NODE_OPTIONS: `--require ${KILLED_AT}`, REQ_TEST_KILL_TEXT: text };
			expect((await world.reqWith({ env: options }, 'run')).exit).not.toBe(0);
			const kept = world.runs().flatMap(({ items }) => items['t1']?.client?.pid ?? []);
			await until(() => world.starts().every(({ pid }) => kept.includes(pid) || !isThere(pid)));
			world.plays({ bash: [DONE] });
			expect((await world.run('--resume')).exit).toBe(0);
			expect(world.starts().filter(({ pid }) => isThere(pid))).toEqual([]);
		},
	);

	it('a reader of its progress that leaves ends nothing', async () => {
		await using world = await worldWith({ pauses: 500, bash: [DONE] }, ['a', 'b']);
		const running = await atWork(world);
		running.child.stderr?.destroy();
		expect((await running.ended).exit).toBe(0);
		expect(world.runs()[0]?.items).toMatchObject({
			t1: { status: 'success' },
			t2: { status: 'success' },
		});
	});

	it('kill -9: another process that has the pid of that client by now is left alone', async () => {
		await using world = await worldWith({ hangs: SLOW }, ['a']);
		const left = await leftBehind(world);
		const [file = ''] = runFilesOf(world);
		const run = JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
		const items = { t1: { ...run.items['t1'], client: { pid: left, pid_started: 'later' } } };
		writeFileSync(file, JSON.stringify({ ...run, items }));
		world.plays({}, { bash: [DONE] });
		await world.run('--resume');
		expect(isThere(left)).toBe(true);
		process.kill(left, 'SIGKILL');
	});

	it(`kill -9 at ${KILLS} moments: every run file is one, and its session is resumed`, async () => {
		await using world = await worldWith({ session: ANA, hangs: SLOW }, ['a']);
		const from = performance.now();
		await leftBehind(world);
		// However busy this machine is, some are killed before the session tells its id, some after.
		const oneRun = 1.5 * (performance.now() - from);
		for (let kill = 0; kill < KILLS; kill += 1) {
			const running = startReq(world, 'run', '--resume');
			await sleep(Math.random() * oneRun);
			running.child.kill('SIGKILL');
			await running.ended;
			for (const { pid } of world.starts()) endIfThere(pid);
			for (const run of world.runs()) expect(RunRecord.fits(run)).toBe(true);
		}
		const kept = world.runs().flatMap(({ items }) => items['t1']?.session_uuid ?? []);
		expect(kept.length).toBeGreaterThan(0);
		expect((await world.run('--resume', '--dry-run')).stderr).toBe('');
		world.plays({ bash: [DONE] });
		const before = world.starts().length;
		expect((await world.run('--resume')).exit).toBe(0);
		expect(world.starts().slice(before)).toMatchObject([{ args: expect.arrayContaining(['--resume', ANA]) }]);
	});
});

it('of runs that begin at once on a branch one goes on, and each task has one session', async () => {
	await using world = await worldWith({ pauses: 700, bash: [DONE] }, ['a', 'b', 'c']);
	const running = [1, 2, 3, 4].map(() => startReq(world, 'run'));
	const ended = await Promise.all(running.map((run) => run.ended));
	expect(ended.map(({ exit }) => exit).sort()).toEqual([0, 1, 1, 1]);
	expect(world.starts()).toHaveLength(3);
	expect(world.runs()).toHaveLength(1);
});

it.each([
	['many lines', { lines: 320, bytes: 65_536 }],
	['lines that are too long', { lines: 4, bytes: 5_242_880 }],
])('20 MB of output in %s take no more than 80 MB of memory', async (_, flood) => {
	await using world = await worldWith({ session: ANA, flood, bash: [DONE] }, ['a']);
	const file = join(world.dir, 'peak');
	const env = { NODE_OPTIONS: `--require ${PEAK}`, REQ_TEST_PEAK: file };
	expect((await world.reqWith({ env }, 'run')).exit).toBe(0);
	// The session ends, and writes its own, before the run does.
	const peak = Number(readFileSync(file, 'utf8')) / 1_024;
	expect(peak).toBeGreaterThan(20);
	expect(peak).toBeLessThanOrEqual(80);
	expect(world.runs()[0]?.items).toMatchObject({ t1: { session_uuid: ANA, turns: 2 } });
});
