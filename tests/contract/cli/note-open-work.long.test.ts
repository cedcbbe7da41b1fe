import { describe, expect, it } from 'vitest';
import { entriesIn, noteId, recordIn } from '../../support/remembered.ts';
import { ANA, GATED, makeLiveWorld, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const OLD = '77777777-0000-4000-8000-000000000003';
const NOW = new Date(Date.now() - 60_000).toISOString();

function ended() {
	return {
		status: 'complete',
		user: 'ana',
		ended_at: NOW,
		started_at: NOW,
		last_activity: NOW,
	} as const;
}

describe('req note next', () => {
	it('keeps each step once, without `next:` before it', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'next', 'wire', 'the', 'cache');
		await world.req('note', 'next', 'next: next:wire the cache');
		await world.req('note', 'next', 'write the docs');
		expect(recordIn(world, ANA).activity.next_actions).toEqual([
			'wire the cache',
			'write the docs',
		]);
		expect(entriesIn(world, ANA)).toHaveLength(2);
		const step = { label: null, importance: null, at: null, source: null, origin: null };
		expect(await world.json('note', 'list')).toEqual([
			{ ...step, id: expect.stringMatching(/^[0-9a-f]{8}$/), kind: 'next', text: 'wire the cache' },
			{ ...step, id: expect.stringMatching(/^[0-9a-f]{8}$/), kind: 'next', text: 'write the docs' },
		]);
	});

	it('one that is done leaves the list and counts as completed, once', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'next', 'wire the cache');
		await world.req('note', 'next', 'write the docs');
		expect((await world.req('note', 'done', await noteId(world, 'wire the cache'))).exit).toBe(0);
		const { next_actions, completed } = recordIn(world, ANA).activity;
		expect({ next_actions, completed }).toEqual({
			next_actions: ['write the docs'],
			completed: ['done:wire the cache'],
		});
		await world.req('note', 'next', 'wire the cache');
		await world.req('note', 'done', await noteId(world, 'wire the cache'));
		expect(recordIn(world, ANA).activity.completed).toEqual(['done:wire the cache']);
	});

	it('one is meant by the unique start of its id, and may only go', async () => {
		await using world = await makeLiveWorld();
		for (const text of ['wire', 'wire the log', 'write the docs'])
			await world.req('note', 'next', text);
		const [wire, log] = [await noteId(world, 'wire'), await noteId(world, 'wire the log')];
		expect([wire[0], log[0]]).toEqual(['0', '0']);
		expect(await world.req('note', 'done', '0')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('2 notes'),
		});
		expect((await world.req('note', 'done', wire.slice(0, 4).toUpperCase())).exit).toBe(0);
		expect((await world.req('note', 'remove', log.slice(0, 4))).exit).toBe(0);
		expect(recordIn(world, ANA).activity).toMatchObject({
			next_actions: ['write the docs'],
			completed: ['done:wire'],
		});
	});

	it.each(['', '-1', '1.5', 'one', '__proto__'])('there is no id %j', async (id) => {
		await using world = await makeLiveWorld();
		await world.req('note', 'next', 'wire the cache');
		const { exit, stderr } = await world.req('note', 'done', '--', id);
		expect(exit).toBe(1);
		expect(stderr).toContain('req note list');
	});
});

describe('what a session was told is open', () => {
	async function inherited(): Promise<ReqWorld> {
		const world = await makeReqWorld(GATED);
		const activity = {
			...someRecord(OLD, {}).activity,
			next_actions: ['wire the cache', 'write the docs'],
			blockers: [{ type: 'api', text: 'no key', at: NOW, source: 'user' }],
		};
		plantRecords(world.repo, someRecord(OLD, { branch: 'feature/x', activity, ...ended() }));
		await world.start(ANA);
		return world;
	}

	it('is listed after its own with its origin, and ended where it stands', async () => {
		await using world = await inherited();
		await world.req('note', 'next', 'rename the port');
		expect(await world.json('note', 'list')).toMatchObject([
			{ text: 'rename the port', origin: null },
			{ text: 'wire the cache', origin: OLD.slice(0, 8) },
			{ text: 'write the docs', origin: OLD.slice(0, 8) },
			{ text: 'no key', origin: OLD.slice(0, 8) },
		]);
		expect(
			(await world.asModel(ANA, 'note', 'done', await noteId(world, 'wire the cache'))).exit,
		).toBe(0);
		expect(recordIn(world, OLD).activity).toMatchObject({
			next_actions: ['write the docs'],
			completed: ['done:wire the cache'],
		});
		expect(await world.json('note', 'list')).toHaveLength(3);
	});

	it('holds nothing up any more once it is resolved', async () => {
		await using world = await inherited();
		expect((await world.req('note', 'remove', await noteId(world, 'no key'))).exit).toBe(0);
		expect(await world.json('note', 'list')).toMatchObject([{ kind: 'next' }, { kind: 'next' }]);
		expect(recordIn(world, OLD).activity.blockers).toMatchObject([{ resolved: true }]);
	});
});

describe('a list where no session is at work', () => {
	it('is that of the last one of the branch', async () => {
		await using world = await makeReqWorld(GATED);
		const activity = {
			...someRecord(OLD, {}).activity,
			next_actions: ['wire the cache'],
			blockers: [{ type: 'api', text: 'no key', at: NOW, source: 'user' }],
		};
		const pins = [
			{ label: 'db', content: 'Postgres', importance: 'standard', pinned_at: NOW },
		] as const;
		const known = { branch: 'feature/x', activity, pins: [...pins], ...ended() };
		plantRecords(world.repo, someRecord(OLD, known));
		const shown = await world.req('note', 'list', '--json');
		expect(shown).toMatchObject({ exit: 0, stderr: expect.stringContaining(OLD.slice(0, 8)) });
		const kinds = [{ kind: 'pin' }, { kind: 'next' }, { kind: 'blocker' }];
		expect(JSON.parse(shown.stdout)).toMatchObject(kinds);
	});
});

describe('req note blocker', () => {
	it('keeps the type as one word and the text as it was said, each once', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'blocker', 'API key: staging', 'no key for staging yet');
		await world.req('note', 'blocker', 'api-key-staging', 'no key for staging yet');
		expect(await world.json('note', 'list')).toEqual([
			{
				...{ id: expect.stringMatching(/^[0-9a-f]{8}$/), kind: 'blocker' },
				...{ label: 'api-key-staging', text: 'no key for staging yet', importance: null },
				...{ at: expect.any(String), source: 'user', origin: null },
			},
		]);
		expect(recordIn(world, ANA).activity.blockers).toHaveLength(1);
	});

	it('one that is resolved leaves the list, and may come back', async () => {
		await using world = await makeLiveWorld();
		await world.asModel(ANA, 'note', 'blocker', 'api', 'no key');
		await world.req('note', 'blocker', 'db', 'no rights');
		expect((await world.req('note', 'done', await noteId(world, 'no key'))).exit).toBe(0);
		expect(await world.json('note', 'list')).toMatchObject([{ label: 'db', source: 'user' }]);
		await world.req('note', 'blocker', 'api', 'no key');
		expect(await world.json('note', 'list')).toHaveLength(2);
	});
});
