import { describe, expect, it } from 'vitest';
import { entriesIn, recordIn } from '../../support/remembered.ts';
import { ANA, GATED, makeReqWorld } from '../../support/run-req.ts';

describe('req next', () => {
	it('S1-008, S1-010: keeps each step once, without `next:` before it', async () => {
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
			{ number: 1, text: 'wire the cache' },
			{ number: 2, text: 'write the docs' },
		]);
	});

	it('S1-009: one that is done leaves the list and counts as completed, once', async () => {
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

	it.each(['0', '2', '-1', '1.5', 'one', '__proto__'])('there is no number %j', async (number) => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('next', 'add', 'wire the cache');
		const { exit, stderr } = world.req('next', 'done', '--', number);
		expect(exit).toBe(1);
		expect(stderr).toContain('req next list');
	});
});

describe('req block', () => {
	it('S1-007, S1-012: keeps the type as one word and the text as it was said, each once', async () => {
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
