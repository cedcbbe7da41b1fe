import { describe, expect, it } from 'vitest';
import { git } from '../../support/git-repo.ts';
import { noteId, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeLiveWorld, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
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
		expect(recordIn(world, ANA).activity.next_actions).toEqual(['wire the cache', 'write the docs']);
		const steps = (await world.json('note', 'list')) as { text: string }[];
		expect(steps.map(({ text }) => text)).toEqual(['write the docs', 'wire the cache']);
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
		for (const text of ['wire', 'wire the log', 'write the docs']) await world.req('note', 'next', text);
		const [wire, log] = [await noteId(world, 'wire'), await noteId(world, 'wire the log')];
		expect(await world.req('note', 'done', 'n')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('by 4 characters at least'),
		});
		expect((await world.req('note', 'done', wire.slice(0, 4).toUpperCase())).exit).toBe(0);
		expect((await world.req('note', 'remove', log.slice(0, 4))).exit).toBe(0);
		expect(recordIn(world, ANA).activity).toMatchObject({
			next_actions: ['write the docs'],
			completed: ['done:wire'],
		});
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

	it('is listed with its session, and ended there', async () => {
		await using world = await inherited();
		await world.req('note', 'next', 'rename the port');
		expect(await world.json('note', 'list')).toMatchObject([
			{ text: 'rename the port', session: ANA.slice(0, 8) },
			{ kind: 'next', session: OLD.slice(0, 8) },
			{ kind: 'next', session: OLD.slice(0, 8) },
			{ text: 'no key', session: OLD.slice(0, 8) },
		]);
		expect((await world.asModel(ANA, 'note', 'done', await noteId(world, 'wire the cache'))).exit).toBe(0);
		expect(recordIn(world, OLD).activity).toMatchObject({
			next_actions: ['write the docs'],
			completed: ['done:wire the cache'],
		});
		expect(await world.json('note', 'list')).toHaveLength(3);
	});
});

describe('req note blocker', () => {
	it('keeps the type as one word and the text as it was said, each once', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'blocker', 'API key: staging', 'no key for staging yet');
		await world.req('note', 'blocker', 'api-key-staging', 'no key for staging yet');
		expect(await world.json('note', 'list')).toMatchObject([
			{ kind: 'blocker', label: 'api-key-staging', text: 'no key for staging yet' },
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

describe('req note pin', () => {
	it('keeps label, text and importance, and lists critical ones first', async () => {
		await using world = await makeLiveWorld();
		expect(await world.req('note', 'pin', 'db', 'Postgres', '16')).toMatchObject({
			exit: 0,
			stderr: '',
		});
		await world.req('note', 'pin', 'api', 'v2 only', '--critical');
		expect(await world.json('note', 'list')).toEqual([
			{
				id: expect.stringMatching(/^p[0-9a-f]{12}$/),
				kind: 'pin',
				label: 'api',
				text: 'v2 only',
				why: null,
				tags: [],
				importance: 'critical',
				confidence: 1,
				source: 'user',
				session: ANA.slice(0, 8),
				team: false,
				branch: 'feature/x',
				at: expect.any(String),
				state: 'open',
				gone: [],
			},
			expect.objectContaining({ label: 'db', text: 'Postgres 16', importance: 'standard' }),
		]);
		expect(recordIn(world, ANA).pins).toHaveLength(2);
		git(world.repo, 'switch', '-qc', 'feature/y');
		expect((await world.req('note', 'list')).stdout).toMatch(/api: v2 only/);
		git(world.repo, 'switch', '-q', 'feature/x');
		expect((await world.req('note')).stdout).toMatch(
			/^ID .*\n\w{13} +critical pin .* api: v2 only\n\w{13} +pin .* db: Postgres 16/,
		);
	});

	it('refuses one more than there may be, with the list and the next step', async () => {
		await using world = await makeLiveWorld(`${GATED}continuity:\n  pins: { max: 2 }\n`);
		for (const label of ['one', 'two']) await world.req('note', 'pin', label, 'text');
		const refused = await world.req('note', 'pin', 'three', 'text');
		expect(refused).toMatchObject({ exit: 1, stdout: '' });
		expect(refused.stderr).toMatch(/req note remove ID[\s\S]* one\n[\s\S]* two\n/);
		expect((await world.req('note', 'pin', 'two', 'another')).exit).toBe(0);
		expect((await world.req('note', 'remove', await noteId(world, 'one'))).exit).toBe(0);
		expect((await world.req('note', 'pin', 'three', 'text')).exit).toBe(0);
		expect(recordIn(world, ANA).pins.map(({ label }) => label)).toEqual(['two', 'three']);
	});

	it('are ten with those that were inherited, whoever brings them', async () => {
		await using world = await makeReqWorld(GATED);
		const pins = (labels: string) =>
			[...labels].map((label) => {
				return { label, content: `text ${label}`, importance: 'standard', pinned_at: NOW } as const;
			});
		plantRecords(
			world.repo,
			someRecord(OLD, { branch: 'feature/x', pins: pins('abcde'), ...ended() }),
			someRecord(BEN, { days: 20, branch: 'other', pins: pins('qrstuvwxyz') }),
		);
		await world.start(ANA);
		for (const label of '12345') expect((await world.req('note', 'pin', label, 'text')).exit).toBe(0);
		expect(await world.req('note', 'pin', '6', 'text')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('10 pins are kept in session 1a2b3c4d, 10 at most'),
		});
		expect((await world.req('note', 'pin', 'a', 'in place of the inherited one')).exit).toBe(0);
		expect((await world.req('session', 'continue', BEN)).exit).toBe(0);
		const labels = recordIn(world, ANA).pins.map(({ label }) => label);
		expect(labels).toHaveLength(10);
		expect(labels).toEqual(expect.arrayContaining(['1', '2', '3', '4', '5', 'a']));
	});
});
