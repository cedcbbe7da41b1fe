import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inOrder } from '../../support/in-order.ts';
import { atOnce, entriesIn, everythingStored, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeLiveWorld, makeReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const TOKEN = ['gh', 'p_0123456789abcdefghijABCDEFGHIJ456789'].join('');
const OLD = '77777777-0000-4000-8000-000000000003';

describe('req session name', () => {
	it('D15: gives a name, by which the session is found from then on', async () => {
		await using world = await makeLiveWorld();
		await world.start(BEN);
		expect((await world.req('session', 'name', 'auth rewrite', '--session', ANA)).exit).toBe(0);
		expect(recordIn(world, ANA).name).toBe('auth rewrite');
		expect((await world.req('note', 'pin', 'db', 'text', '--session', 'auth rewrite')).exit).toBe(0);
		expect(recordIn(world, ANA).pins).toHaveLength(1);
	});

	it.each(['auth-v1', 'AUTH-V1'])('D15: %s is taken, whether its session lives or not', async (name) => {
		await using world = await makeReqWorld(GATED);
		plantRecords(world.repo, someRecord(OLD, { name: 'auth-v1' }));
		await world.start(ANA);
		const { exit, stderr } = await world.req('session', 'name', name);
		expect(exit).toBe(1);
		expect(stderr).toContain('77777777');
		await world.req('session', 'name', 'auth-v2');
		await world.start(BEN);
		expect(await world.asModel(BEN, 'session', 'name', 'auth-v2')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('1a2b3c4d'),
		});
		expect((await world.req('session', 'name', 'auth-v3', '--session', ANA)).exit).toBe(0);
		expect((await world.asModel(BEN, 'session', 'name', 'auth-v2')).exit).toBe(0);
	});

	it('D15: a name that could be anything else is none', async () => {
		await using world = await makeLiveWorld();
		const names = ['a,b', 'a/b', '..', 'a\nb', '-a', '', 'n'.repeat(65), '1a2b3c4d', `x ${TOKEN}`];
		const exits = await inOrder(names, async (name) => (await world.req('session', 'name', '--', name)).exit);
		expect(exits).toEqual(names.map(() => 64));
		expect(entriesIn(world, ANA)).toEqual([]);
		expect(everythingStored(world)).not.toContain(TOKEN);
	});

	it('D15: never gives one name to two sessions that take it at the same time', async () => {
		await using world = await makeReqWorld(GATED);
		const both = [ANA, BEN];
		for (const uuid of both) {
			await world.start(uuid);
			await world.req('session', 'capture', '--session', uuid);
		}
		for (const name of ['radio', 'cache', 'auth']) {
			const take = (uuid: string) => ['session', 'name', name, '--session', uuid];
			const exits = await atOnce(world, both.map(take));
			const bearers = both.filter((uuid) => recordIn(world, uuid).name === name);
			expect(bearers).toHaveLength(exits.filter((exit) => exit === 0).length);
			expect(bearers.length).toBeLessThan(2);
		}
	});
});

describe('req session', () => {
	it('keeps the phase', async () => {
		await using world = await makeLiveWorld();
		expect((await world.req('session', 'phase', 'planning')).exit).toBe(0);
		expect(recordIn(world, ANA).phase).toBe('planning');
	});

	it('complete closes the session, once', async () => {
		await using world = await makeLiveWorld();
		expect((await world.req('session', 'complete')).exit).toBe(0);
		expect(recordIn(world, ANA).closed).toBe(true);
		expect((await world.req('session', 'complete')).stdout).toContain('already');
		expect(entriesIn(world, ANA)).toHaveLength(1);
	});

	it('capture folds now, keeps the note, and an event says so', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'pin', 'db', 'text');
		await world.req('task', 'add', 'a');
		await world.req('learn', 'the tests need a database');
		expect((await world.req('session', 'capture', 'half', 'done')).stdout).toContain(
			'session 1a2b3c4d is captured: 1 pin, 1 lesson, 1 task',
		);
		expect(recordIn(world, ANA).notes).toMatchObject([{ from: 'user', text: 'half done' }]);
		const events = readFileSync(join(world.repo, '.git/requirements/events.jsonl'), 'utf8');
		expect(JSON.parse(events.trim().split('\n').at(-1) ?? '')).toMatchObject({
			name: 'session_captured',
			session: ANA,
			data: { session_id: ANA, pin_count: 1, learning_count: 1, task_count: 1 },
		});
		expect(await world.req('session', 'capture')).toMatchObject({ exit: 0, stderr: '' });
	});

	it('where nothing can be written, it says so and what helps', async () => {
		await using world = await makeReqWorld(GATED);
		plantRecords(world.repo, someRecord(OLD, {}));
		mkdirSync(join(world.repo, '.git/requirements/notes.jsonl'));
		const pinned = await world.req('note', 'pin', 'db', 'text', '--session', OLD);
		expect(pinned).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('remove what has its name'),
		});
	});
});
