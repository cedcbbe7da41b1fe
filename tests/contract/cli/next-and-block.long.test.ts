import { describe, expect, it } from 'vitest';
import { entriesIn, recordIn } from '../../support/remembered.ts';
import { ANA, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
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

describe('req next', () => {
	it('keeps each step once, without `next:` before it', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('next', 'add', 'wire', 'the', 'cache');
		world.req('next', 'add', 'next: next:wire the cache');
		world.req('next', 'add', 'write the docs');
		expect(recordIn(world, ANA).activity.next_actions).toEqual([
			'wire the cache',
			'write the docs',
		]);
		expect(entriesIn(world, ANA)).toHaveLength(2);
		expect(world.json('next', 'list')).toEqual([
			{ number: 1, text: 'wire the cache', origin: null },
			{ number: 2, text: 'write the docs', origin: null },
		]);
	});

	it('one that is done leaves the list and counts as completed, once', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('next', 'add', 'wire the cache');
		world.req('next', 'add', 'write the docs');
		expect(world.req('next', 'done', '1').exit).toBe(0);
		const { next_actions, completed } = recordIn(world, ANA).activity;
		expect({ next_actions, completed }).toEqual({
			next_actions: ['write the docs'],
			completed: ['done:wire the cache'],
		});
		world.req('next', 'add', 'wire the cache');
		world.req('next', 'done', '2');
		expect(recordIn(world, ANA).activity.completed).toEqual(['done:wire the cache']);
	});

	it('one is meant by its text too, and may only go', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		for (const text of ['wire the cache', 'wire the queue', 'wire']) world.req('next', 'add', text);
		expect(world.req('next', 'done', 'wire', 'the').exit).toBe(1);
		expect(world.req('next', 'done', 'WIRE').exit).toBe(0);
		expect(world.req('next', 'remove', 'the', 'queue').exit).toBe(0);
		expect(recordIn(world, ANA).activity).toMatchObject({
			next_actions: ['wire the cache'],
			completed: ['done:wire'],
		});
	});

	it.each(['next', 'block'])('an empty list of %s is not told to show numbers', async (list) => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		const verb = list === 'next' ? 'done' : 'resolve';
		const { exit, stderr } = world.req(list, verb, '1');
		expect(exit).toBe(1);
		expect(stderr).not.toContain(`req ${list} list`);
		expect(stderr).toContain('req session list');
	});

	it.each(['0', '2', '-1', '1.5', 'one', '__proto__'])('there is no number %j', async (number) => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('next', 'add', 'wire the cache');
		const { exit, stderr } = world.req('next', 'done', '--', number);
		expect(exit).toBe(1);
		expect(stderr).toContain('req next list');
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
		world.start(ANA);
		return world;
	}

	it('is listed after its own with its origin, and ended where it stands', async () => {
		await using world = await inherited();
		world.req('next', 'add', 'rename the port');
		expect(world.json('next', 'list')).toEqual([
			{ number: 1, text: 'rename the port', origin: null },
			{ number: 2, text: 'wire the cache', origin: OLD.slice(0, 8) },
			{ number: 3, text: 'write the docs', origin: OLD.slice(0, 8) },
		]);
		expect(world.asModel(ANA, 'next', 'done', '2').exit).toBe(0);
		expect(recordIn(world, OLD).activity).toMatchObject({
			next_actions: ['write the docs'],
			completed: ['done:wire the cache'],
		});
		expect(world.json('next', 'list')).toHaveLength(2);
	});

	it('holds nothing up any more once it is resolved', async () => {
		await using world = await inherited();
		expect(world.json('block', 'list')).toMatchObject([{ number: 1, origin: OLD.slice(0, 8) }]);
		expect(world.req('block', 'remove', '1').exit).toBe(0);
		expect(world.json('block', 'list')).toEqual([]);
		expect(recordIn(world, OLD).activity.blockers).toMatchObject([{ resolved: true }]);
	});
});

describe('a list where no session is at work', () => {
	it.each(['pin', 'next', 'block'])('of %s is that of the last one of the branch', async (list) => {
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
		const shown = world.req(list, 'list', '--json');
		expect(shown).toMatchObject({ exit: 0, stderr: expect.stringContaining(OLD.slice(0, 8)) });
		expect(JSON.parse(shown.stdout)).toHaveLength(1);
	});
});

describe('req block', () => {
	it('keeps the type as one word and the text as it was said, each once', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('block', 'add', 'API key: staging', 'no key for staging yet');
		world.req('block', 'add', 'api-key-staging', 'no key for staging yet');
		expect(world.json('block', 'list')).toEqual([
			{
				number: 1,
				type: 'api-key-staging',
				text: 'no key for staging yet',
				at: expect.any(String),
				source: 'user',
				resolved: false,
				origin: null,
			},
		]);
		expect(recordIn(world, ANA).activity.blockers).toHaveLength(1);
	});

	it('one that is resolved is shown with --all only, and may come back', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.asModel(ANA, 'block', 'add', 'api', 'no key');
		world.req('block', 'add', 'db', 'no rights');
		expect(world.req('block', 'resolve', '1').exit).toBe(0);
		expect(world.json('block', 'list')).toMatchObject([{ number: 1, type: 'db' }]);
		expect(world.json('block', 'list', '--all')).toMatchObject([
			{ number: 1, type: 'db', source: 'user' },
			{ number: null, type: 'api', source: 'agent', resolved: true },
		]);
		world.req('block', 'add', 'api', 'no key');
		expect(world.json('block', 'list')).toHaveLength(2);
	});

	it.each([
		['no text', ['api']],
		['a type of blanks', [' ', 'text']],
		['a type of marks', [':::', 'text']],
		['a long type', ['t'.repeat(41), 'text']],
		['a long text', ['api', 't'.repeat(301)]],
	])('%s is no use of it', async (_, args) => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		expect(world.req('block', 'add', ...args).exit).toBe(64);
		expect(entriesIn(world, ANA)).toEqual([]);
	});
});
