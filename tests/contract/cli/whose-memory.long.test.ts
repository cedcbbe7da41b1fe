import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce, entriesIn, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

function stored(world: ReqWorld, file: string): string {
	return readFileSync(join(world.repo, '.git/requirements', file), 'utf8');
}

describe('a command that notes something', () => {
	it('takes nothing from the fold after it: tasks and events are kept', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		const task = ran('TaskCreate', { subject: 'port the cache' }, { task: { id: '7' } });
		await world.hook('post-tool-use', ANA, task);
		await world.hook('post-tool-use', ANA, ran('Bash', { command: 'npm test' }, { stdout: 'ok' }));
		await world.req('note', 'pin', 'db', 'Postgres 16');
		await world.hook('stop', ANA, { hook_event_name: 'Stop' });
		expect(stored(world, 'tasks.json')).toContain('port the cache');
		expect(stored(world, 'events.jsonl').match(/"requirement_satisfied"/g)).toHaveLength(1);
	});
});

describe('the memory of another session', () => {
	it.each([
		['note', 'pin', 'db', 'forged'],
		['note', 'remove', '1'],
		['note', 'next', 'forged'],
		['note', 'done', '1'],
		['note', 'blocker', 'api', 'forged'],
		['learn', 'warning', 'forged'],
		['task', 'add', 'forged'],
		['session', 'name', 'forged'],
		['session', 'phase', 'forged'],
		['session', 'complete'],
		['session', 'capture', 'forged'],
		['session', 'restore'],
		['session', 'continue', BEN],
	])('is not the model’s to change: req %s %s', async (...args) => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.start(BEN);
		await world.req('note', 'pin', 'api', 'v2 only', '--session', ANA);
		await world.req('note', 'next', 'wire the cache', '--session', ANA);
		await world.req('note', 'blocker', 'db', 'no rights', '--session', ANA);
		const before = entriesIn(world, ANA);
		const refused = await world.asModel(BEN, ...args, '--session', ANA);
		expect(refused).toMatchObject({ exit: 1, stdout: '' });
		expect(refused.stderr).toContain('--session');
		expect(entriesIn(world, ANA)).toEqual(before);
	});

	it('is the user’s to change, and the model names its own session as it likes', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.start(BEN);
		expect((await world.req('note', 'pin', 'db', 'text', '--session', ANA)).exit).toBe(0);
		expect((await world.asModel(BEN, 'note', 'pin', 'db', 'text', '--session', BEN)).exit).toBe(0);
		expect((await world.asModel(BEN, 'note', 'list', '--session', ANA)).exit).toBe(0);
	});
});

describe('req session name', () => {
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

describe('req learn', () => {
	it('refuses more than the record of a session can hold beside its work', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		const insights = Array.from({ length: 100 }, (_, n) => ({
			...({ id: `i${n}`, kind: 'learning', text: `${n}`, confidence: 1, source: 'user' } as const),
			created_at: '2026-01-02T03:04:05.000Z',
		}));
		plantRecords(world.repo, someRecord(ANA, { insights }));
		const { exit, stderr } = await world.req('learn', 'one more thing', '--session', ANA);
		expect(exit).toBe(1);
		expect(stderr).toContain('req learn forget');
	});
});

describe('req learn forget', () => {
	async function learnt(): Promise<{ world: ReqWorld; id: string }> {
		const world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.asModel(ANA, 'learn', 'the tests need a database');
		const [known] = recordIn(world, ANA).insights;
		return { world, id: known?.id ?? '' };
	}

	it('is the model’s for what its own session learnt', async () => {
		const { world, id } = await learnt();
		await using _ = world;
		expect((await world.asModel(ANA, 'learn', 'forget', id)).exit).toBe(0);
		expect(recordIn(world, ANA).insights).toEqual([]);
	});

	it('is the user’s for what another session learnt, and an event says so', async () => {
		const { world, id } = await learnt();
		await using _ = world;
		await world.start(BEN);
		const refused = await world.asModel(BEN, 'learn', 'forget', id);
		expect(refused.exit).toBe(1);
		expect(refused.stderr).toContain(`req learn forget ${id}`);
		expect(recordIn(world, ANA).insights).toHaveLength(1);
		expect((await world.reqWith({}, 'learn', 'forget', id)).exit).toBe(0);
		expect(recordIn(world, ANA).insights).toEqual([]);
		const events = (await world.json('session', 'events')) as { name: string }[];
		expect(events.filter(({ name }) => name === 'session_override')).toMatchObject([
			{ data: { command: 'learn forget', ref: id, by: 'ana' } },
		]);
	});
});
