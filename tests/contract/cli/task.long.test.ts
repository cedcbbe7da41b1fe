import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeLiveWorld, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';
import { startOf } from '../../support/start-of.ts';

function tasks(world: ReqWorld, ...options: string[]) {
	return world.json('task', 'list', ...options) as Promise<Record<string, unknown>[]>;
}

describe('req task', () => {
	it('a task has the fixed keys, in the list and in the record of its session', async () => {
		await using world = await makeLiveWorld();
		expect((await world.req('task', 'add', 'cache', 'the', 'schema')).exit).toBe(0);
		expect(await tasks(world)).toMatchObject([
			{
				id: 't1',
				title: 'cache the schema',
				status: 'open',
				stage: null,
				branch: 'feature/x',
				last_activity: expect.any(String),
			},
		]);
		expect(recordIn(world, ANA).pending_tasks).toMatchObject([
			{ id: 't1', title: 'cache the schema', flagged_incomplete: false },
		]);
	});

	it.each(['build', 'verify', 'validate'])('a task in stage %s is worked on', async (stage) => {
		await using world = await makeLiveWorld();
		await world.req('task', 'add', 'a', '--stage', stage, '--description', 'why');
		await world.req('task', 'add', 'b');
		await world.req('task', 'done', '2');
		await world.req('task', 'stage', 't2', stage);
		expect(await tasks(world)).toMatchObject([
			{ status: 'in_progress', stage, description: 'why' },
			{ status: 'in_progress', stage },
		]);
		expect(recordIn(world, ANA).pending_tasks).toMatchObject([{ stage }, { stage }]);
	});

	it('is pending until it is done, and leaves the record then', async () => {
		await using world = await makeLiveWorld();
		for (const title of ['a', 'b']) await world.req('task', 'add', title);
		await world.req('task', 'start', '1');
		await world.req('task', 'done', 't2');
		expect(await tasks(world)).toMatchObject([{ id: 't1', status: 'in_progress' }]);
		expect(recordIn(world, ANA).pending_tasks).toMatchObject([{ id: 't1' }]);
		expect(await tasks(world, '--done')).toMatchObject([
			{ id: 't1', number: 1 },
			{ id: 't2', status: 'done', number: null },
		]);
	});

	it('a flag keeps a task that is done pending, and done takes it away', async () => {
		await using world = await makeLiveWorld();
		await world.req('task', 'add', 'a');
		await world.req('task', 'done', 't1');
		expect(await tasks(world)).toEqual([]);
		await world.req('task', 'flag', 't1');
		expect(await tasks(world)).toMatchObject([{ id: 't1', status: 'done', flagged_incomplete: true }]);
		expect(recordIn(world, ANA).pending_tasks).toMatchObject([{ flagged_incomplete: true }]);
		await world.req('task', 'done', '1');
		expect(recordIn(world, ANA).pending_tasks).toEqual([]);
	});

	it.each(['t1 is incomplete: no tests', 'TODO: the tests of t1', 't1 is still in progress'])(
		'a pin makes a done task pending, in the list and at the next start: %s',
		async (pin) => {
			await using world = await makeLiveWorld();
			await world.req('task', 'add', 'round the totals');
			await world.req('task', 'add', 'and another one');
			for (const id of ['t1', 't2']) await world.req('task', 'done', id);
			await world.req('note', 'pin', 'left', pin);
			const flagged = { id: 't1', status: 'done', flagged_incomplete: true };
			expect(await tasks(world)).toMatchObject([flagged]);
			expect(recordIn(world, ANA).pending_tasks).toMatchObject([flagged]);
			await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
			const { text } = await startOf(world, BEN);
			expect(text).toContain('round the totals');
			expect(text).not.toContain('and another one');
		},
	);

	it("Claude Code's own completion takes a flag away", async () => {
		await using world = await makeLiveWorld();
		const update = (status: string) => ran('TaskUpdate', { taskId: '7', status }, { success: true, taskId: '7' });
		const planned = ran('TaskCreate', { subject: 'port the cache' }, { task: { id: '7' } });
		for (const call of [planned, update('completed')]) await world.hook('post-tool-use', ANA, call);
		const id = `${ANA.slice(0, 8)}-7`;
		await world.req('task', 'flag', id);
		expect(await tasks(world)).toMatchObject([{ id, status: 'done', flagged_incomplete: true }]);
		await world.hook('post-tool-use', ANA, update('completed'));
		expect(await tasks(world)).toEqual([]);
		expect(recordIn(world, ANA).pending_tasks).toEqual([]);
	});

	it('what another session ends is gone from the list', async () => {
		await using world = await makeLiveWorld();
		await world.asModel(ANA, 'task', 'add', 'a');
		await world.start(BEN);
		expect((await world.asModel(BEN, 'task', 'done', 't1')).exit).toBe(0);
		expect(await tasks(world)).toEqual([]);
		expect(await tasks(world, '--done')).toMatchObject([{ session: BEN.slice(0, 8) }]);
		expect(recordIn(world, BEN).activity.completed).toContain('task:a');
	});

	it('outlives sessions, and needs none', async () => {
		await using world = await makeReqWorld(GATED);
		const added = await world.req('task', 'add', 'a');
		expect(added).toMatchObject({ exit: 0, stderr: '' });
		expect(await tasks(world)).toMatchObject([{ id: 't1', session: null }]);
		await world.start(ANA);
		await world.req('task', 'start', 't1');
		expect(recordIn(world, ANA).pending_tasks).toMatchObject([{ id: 't1', title: 'a' }]);
	});

	it('belongs to a branch; a reference by id reaches every branch', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('task', 'add', 'here');
		git(world.repo, 'switch', '-q', '-c', 'other');
		await world.req('task', 'add', 'there');
		expect(await tasks(world)).toMatchObject([{ id: 't2', number: 1, branch: 'other' }]);
		expect(await tasks(world, '--all')).toMatchObject([
			{ id: 't1', number: null, branch: 'feature/x' },
			{ id: 't2', number: 1 },
		]);
		expect((await world.req('task', 'done', 't1')).exit).toBe(0);
		expect(await tasks(world, '--all')).toHaveLength(1);
	});

	it('a list of a newer req is left alone; a broken one is set aside and said', async () => {
		await using world = await makeReqWorld(GATED);
		const file = '.git/requirements/tasks.json';
		writeIn(world.repo, file, '{"schema_version":99}');
		for (const args of [['list'], ['add', 'a'], ['done', '1']]) {
			expect(await world.req('task', ...args)).toMatchObject({
				exit: 1,
				stderr: expect.stringContaining('update req'),
			});
		}
		expect(readFileSync(join(world.repo, file), 'utf8')).toBe('{"schema_version":99}');
		writeFileSync(join(world.repo, file), '{');
		expect((await world.req('task', 'add', 'a')).exit).toBe(0);
		expect(await tasks(world)).toMatchObject([{ title: 'a' }]);
	});

	it('the list says who wrote each one down', async () => {
		await using world = await makeLiveWorld();
		const planned = ran('TaskCreate', { subject: 'port the cache' }, { task: { id: '7' } });
		await world.hook('post-tool-use', ANA, planned);
		await world.hook('stop', ANA, { hook_event_name: 'Stop', stop_hook_active: false });
		await world.req('task', 'add', 'review it');
		const [head = '', ...rows] = (await world.req('task', 'list')).stdout.trimEnd().split('\n');
		const by = rows.map((row) => row.slice(head.indexOf('BY')).trim());
		expect(by).toEqual([expect.stringMatching(/^model +port/), expect.stringMatching(/ +review/)]);
		expect(by[1]).not.toMatch(/^model/);
	});
});
