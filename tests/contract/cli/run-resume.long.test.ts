import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DONE, makeRunWorld, type RunWorld } from '../../support/fake-claude.ts';
import { ANA, BEN, GATED } from '../../support/run-req.ts';
import {
	begun,
	CLEO,
	HALF,
	inProgress,
	item,
	plant,
	resumed,
	STALE_PLAY,
	transcript,
} from '../../support/run-stories.ts';

describe('a session that cannot be resumed', () => {
	it('gone by the client, one fresh start takes its place', async () => {
		await using world = await begun();
		world.plays(HALF, STALE_PLAY, { bash: [DONE] });
		const ran = await world.run('--resume');
		expect(ran.exit).toBe(0);
		expect(ran.stderr).toContain('a fresh one takes its place');
		expect(world.starts()).toHaveLength(3);
		expect(world.starts()[2]?.args).not.toContain('--resume');
		expect(world.starts()[2]?.prompt).toContain('> The key is wrong in cache.ts.');
		const fresh = world.starts()[2]?.session;
		expect(item(world, 't1')).toMatchObject({
			...{ status: 'success', resumed: false, attempts: 2, session_uuid: fresh, error: null },
		});
	});

	it('a fresh one that says the same is not tried again', async () => {
		await using world = await begun();
		world.plays(HALF, STALE_PLAY);
		expect((await world.run('--resume')).exit).toBe(1);
		expect(world.starts()).toHaveLength(3);
		expect(item(world, 't1')).toMatchObject({ status: 'failed', attempts: 2 });
	});

	it('with --strict that task fails, no other, and none is started for it', async () => {
		await using world = await begun();
		await world.req('task', 'add', 'second');
		world.plays(HALF, STALE_PLAY, { bash: [DONE] });
		expect((await world.run('--resume', '--strict')).exit).toBe(1);
		expect(item(world, 't1')?.error).toBe(`Session resumption failed: No conversation found with session ID: ${ANA}`);
		expect(item(world, 't2')).toMatchObject({ status: 'success' });
		expect(world.starts()).toHaveLength(3);
	});

	it('with --strict and no session that task fails, the run goes on', async () => {
		await using world = await makeRunWorld(GATED);
		for (const title of ['a', 'b', 'c']) await world.req('task', 'add', title);
		await world.req('task', 'start', 't2');
		const ran = await world.run('--resume', '--strict');
		expect(ran.exit).toBe(1);
		expect(world.runs()[0]?.items).toMatchObject({
			t2: { status: 'failed', error: 'No prior session', attempts: 0 },
			t1: { status: 'success' },
			t3: { status: 'success' },
		});
		expect(ran.stdout).toContain('No prior session');
	});

	it('--strict is of the whole run: it takes no task, and every one without a session fails', async () => {
		await using world = await makeRunWorld(GATED);
		for (const title of ['a', 'b']) await world.req('task', 'add', title);
		for (const task of ['t1', 't2']) await world.req('task', 'start', task);
		expect((await world.run('--resume', '--strict=t1')).exit).toBe(64);
		expect(world.runs()).toEqual([]);
		expect((await world.run('--resume', '--strict', 't1', 't2')).exit).toBe(1);
		const failed = { status: 'failed', error: 'No prior session' };
		expect(world.runs()[0]?.items).toMatchObject({ t1: failed, t2: failed });
		expect(world.starts()).toEqual([]);
	});

	it('run.strict_resume is --strict, and nothing without --resume', async () => {
		await using world = await makeRunWorld(`${GATED}run: { strict_resume: true }\n`);
		for (const title of ['a', 'b']) await world.req('task', 'add', title);
		await world.req('task', 'start', 't1');
		expect((await world.run('t2')).exit).toBe(0);
		expect((await world.run('--resume')).exit).toBe(1);
		expect(item(world, 't1')?.error).toBe('No prior session');
	});

	it('a transcript that is gone is found out before anything starts', async () => {
		await using world = await begun();
		rmSync(join(world.configDir, 'projects'), { recursive: true });
		expect((await world.run('--resume', '--strict')).exit).toBe(1);
		expect(item(world, 't1')?.error).toBe('Session resumption failed: its transcript is gone');
		expect(world.starts()).toHaveLength(1);
		expect((await world.run('--resume')).exit).toBe(0);
		expect(world.starts()[1]?.args).not.toContain('--resume');
	});

	it.each([
		['is gone', (world: RunWorld) => join(world.dir, 'nowhere')],
		['is of another repository', (world: RunWorld) => world.dir],
	])('a directory that %s is no place to go on', async (why, cwd) => {
		await using world = await inProgress();
		transcript(world, BEN);
		plant(world, '20261120T100000000Z_aaaaaaaa', {});
		const [run] = world.runs();
		const t1 = { ...run?.items['t1'], cwd: cwd(world) };
		plant(world, '20261120T100000000Z_aaaaaaaa', { items: { t1 } });
		expect((await world.run('--resume', '--strict')).exit).toBe(1);
		expect(item(world, 't1')?.error).toBe(`Session resumption failed: its directory ${why}`);
		expect(world.starts()).toEqual([]);
	});

	it.each([
		'API Error: 429 rate limit exceeded',
		'connect ECONNREFUSED 127.0.0.1:443',
		'Invalid API key · Please run /login',
		`session ${CLEO} failed: overloaded`,
	])('"%s" is no reason for a fresh one, nor for a strict failure', async (stderr) => {
		await using world = await begun();
		world.plays(HALF, { stderr, exit: 1 }, { bash: [DONE] });
		expect((await world.run('--resume')).exit).toBe(1);
		expect(world.starts()).toHaveLength(2);
		expect(item(world, 't1')).toMatchObject({ status: 'failed', error: stderr });
	});

	it('one that is at work elsewhere is left alone, and so is its task', async () => {
		await using world = await begun();
		await world.start(ANA);
		expect((await world.run('--resume')).exit).toBe(1);
		expect(world.starts()).toHaveLength(1);
		expect(item(world, 't1')).toMatchObject({ status: 'failed', attempts: 0 });
	});
});

describe('req run --resume', () => {
	it('test_resume_session_id_applied, in the same directory', async () => {
		await using world = await begun();
		const ran = await world.run('--resume');
		expect(ran.exit).toBe(0);
		const [first, second] = world.starts();
		expect(second?.args).toEqual([...(first?.args ?? []), '--resume', ANA]);
		expect(second?.cwd).toBe(first?.cwd);
		expect(second?.prompt).toContain('Go on with task t1');
		expect(second?.prompt).toContain('> The key is wrong in cache.ts.');
		expect(item(world, 't1')).toMatchObject({
			...{ status: 'success', session_uuid: ANA, resumed: true, attempts: 1 },
		});
	});

	it('test_resume_session_id_none_skipped', async () => {
		await using world = await inProgress();
		expect((await world.run('-r')).exit).toBe(0);
		expect(world.starts()[0]?.args).not.toContain('--resume');
		expect(item(world, 't1')).toMatchObject({ resumed: false, status: 'success' });
	});

	it('what is in progress comes first; what waits gets a session of its own', async () => {
		await using world = await makeRunWorld(GATED);
		for (const title of ['waits', 'begun']) await world.req('task', 'add', title);
		world.plays({ ...HALF, session: ANA }, { bash: [DONE] });
		await world.run('t2');
		await world.run('--resume');
		const [, second, third] = world.starts();
		expect(second?.prompt).toContain('task t2');
		expect(second?.args).toContain(ANA);
		expect(third?.prompt).toContain('task t1');
		expect(third?.args).not.toContain('--resume');
	});

	it('what waits gets a session of its own, even where an earlier one worked on it', async () => {
		await using world = await makeRunWorld(GATED);
		await world.req('task', 'add', 'first');
		transcript(world, BEN);
		plant(world, '20261120T100000000Z_aaaaaaaa', {});
		expect(await resumed(world)).toBeNull();
		expect((await world.run('--resume')).exit).toBe(0);
		expect(world.starts()[0]?.args).not.toContain('--resume');
	});

	it('says which session goes on with --verbose only', async () => {
		await using quiet = await begun();
		expect((await quiet.run('--resume')).stderr).not.toContain('Resuming session');
		await using verbose = await begun();
		const { stderr } = await verbose.run('--resume', '--verbose');
		expect(stderr.split('\n').filter((line) => line.includes('Resuming'))).toEqual([`Resuming session ${ANA}`]);
	});
});

it('the id and the process of a session are in the run file while it is at work: whoever is killed then knows them', async () => {
	await using world = await makeRunWorld(GATED);
	await world.req('task', 'add', 'first');
	// Two seconds after it told its id the session looks itself up.
	world.plays({
		...{ session: ANA, pauses: 2_000, bash: ['cp .git/requirements/runs/*.json seen.json', DONE] },
	});
	expect((await world.run()).exit).toBe(0);
	const seen = JSON.parse(readFileSync(join(world.repo, 'seen.json'), 'utf8'));
	expect(seen).toMatchObject({
		completed_at: null,
		items: {
			t1: { status: 'running', session_uuid: ANA, client: { pid: world.starts()[0]?.pid } },
		},
	});
});
