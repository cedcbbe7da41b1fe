import { describe, expect, it } from 'vitest';
import { noteId } from '../../../src/memory/notes.ts';
import { notesIn, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, idIn, makeLiveWorld, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const OLD = '77777777-0000-4000-8000-000000000003';

/** What earlier sessions learnt: one for certain, one that a prompt let suppose. */
const KNOWN = {
	id: 'i11112222',
	kind: 'warning',
	text: 'the seed script wipes staging',
	confidence: 0.8,
	source: 'agent',
	created_at: '2026-01-02T03:04:05.000Z',
} as const;
const CANDIDATE = { kind: 'decision', text: KNOWN.text, at: KNOWN.created_at } as const;
const SUPPOSED = { id: noteId({ kind: 'decision', text: KNOWN.text, branch: '' }) };
const BEFORE = { insights: [KNOWN], candidates: [CANDIDATE] };

function learnt(world: ReqWorld, ...options: string[]) {
	return world.json('learn', 'list', ...options) as Promise<Record<string, unknown>[]>;
}

function confidenceOf(world: ReqWorld, id: string): unknown {
	return recordIn(world, OLD).insights.find((one) => one.id === id)?.confidence;
}

describe('req learn', () => {
	it('keeps the four kinds, the newest first, with the fixed keys', async () => {
		await using world = await makeLiveWorld();
		await world.req('learn', 'the tests need a database');
		await world.asModel(ANA, 'learn', 'pattern', 'adapters', 'import', 'one', 'thing');
		await world.req('learn', 'warning', 'never run the seed script', '--why', 'it wipes staging');
		await world.req('learn', 'decision', 'keep SQLite', '--why', 'one writer is enough');
		const all = await learnt(world);
		expect(all.map(({ kind, why, source }) => [kind, why, source])).toEqual([
			['decision', 'one writer is enough', 'user'],
			['warning', 'it wipes staging', 'user'],
			['pattern', null, 'agent'],
			['learning', null, 'user'],
		]);
		expect(all[0]).toEqual({
			id: expect.stringMatching(/^i[0-9a-f]{12}$/),
			kind: 'decision',
			label: null,
			text: 'keep SQLite',
			why: 'one writer is enough',
			tags: [],
			importance: null,
			confidence: 1,
			source: 'user',
			session: ANA.slice(0, 8),
			team: false,
			branch: 'feature/x',
			at: expect.any(String),
			state: 'shown',
			gone: [],
		});
		expect(recordIn(world, ANA).recent_learnings).toEqual(all.map(({ id }) => id).reverse());
		expect(await learnt(world, '--kind', 'warning')).toHaveLength(1);
	});

	it('the same text twice is one insight, also of two sessions', async () => {
		await using world = await makeLiveWorld();
		await world.req('learn', 'the tests need a database');
		await world.req('learn', 'the tests', 'need a database');
		expect(await learnt(world)).toHaveLength(1);
		await world.start(BEN);
		await world.asModel(BEN, 'learn', 'the tests need a database');
		expect(await learnt(world)).toMatchObject([{ session: BEN.slice(0, 8) }]);
		expect(await learnt(world, '--session', ANA)).toEqual([]);
	});

	it('a reason may come later', async () => {
		await using world = await makeLiveWorld();
		await world.req('learn', 'decision', 'keep SQLite');
		await world.req('learn', 'decision', 'keep SQLite', '--why', 'one writer');
		await world.req('learn', 'decision', 'keep SQLite');
		expect(await learnt(world)).toMatchObject([{ text: 'keep SQLite', why: 'one writer' }]);
	});

	it('lists this branch, or with --all the repository', async () => {
		await using world = await makeReqWorld(GATED);
		plantRecords(world.repo, someRecord(OLD, { branch: 'main', ...BEFORE }));
		expect(await learnt(world)).toEqual([]);
		expect(await learnt(world, '--all')).toMatchObject([{ id: KNOWN.id, session: '77777777' }]);
		expect(await learnt(world, '--session', '7777')).toMatchObject([{ id: KNOWN.id }]);
		expect((await world.req('learn')).stdout).toBe(
			'no lesson was noted on branch feature/x; 1 on other branches: --all\n',
		);
	});
});

describe('confirm, dispute, forget', () => {
	async function withKnown(): Promise<ReqWorld> {
		const world = await makeReqWorld(GATED);
		plantRecords(world.repo, someRecord(OLD, BEFORE));
		await world.start(ANA);
		return world;
	}

	it('changes it where it is at home, and is an update of the session that says so', async () => {
		await using world = await withKnown();
		expect((await world.req('learn', 'confirm', 'i11112222')).exit).toBe(0);
		expect(confidenceOf(world, KNOWN.id)).toBe(0.9);
		expect((await world.asModel(ANA, 'learn', 'dispute', 'i11112')).exit).toBe(0);
		expect(confidenceOf(world, KNOWN.id)).toBe(0.45);
		const { confidence_updates, insights } = recordIn(world, ANA);
		expect({ confidence_updates, insights }).toMatchObject({
			confidence_updates: [
				{ memory_id: KNOWN.id, old_score: 0.8, new_score: 0.9, reason: 'confirmed' },
				{ memory_id: KNOWN.id, old_score: 0.9, new_score: 0.45, reason: 'disputed' },
			],
			insights: [],
		});
		expect(recordIn(world, OLD).confidence_updates).toEqual([]);
	});

	it('D26: review lists what a prompt let suppose; confirmed, it is certain', async () => {
		await using world = await withKnown();
		expect(await world.json('learn', 'review')).toMatchObject([{ id: SUPPOSED.id, confidence: 0.5 }]);
		expect((await learnt(world)).map(({ id }) => id)).toEqual([KNOWN.id]);
		await world.req('learn', 'confirm', SUPPOSED.id);
		expect(confidenceOf(world, SUPPOSED.id)).toBe(1);
		expect(await world.json('learn', 'review')).toEqual([]);
		expect(await learnt(world)).toHaveLength(2);
	});

	it('D26: disputed, it waits for nobody any more', async () => {
		await using world = await withKnown();
		await world.req('learn', 'dispute', SUPPOSED.id);
		expect(await world.json('learn', 'review')).toEqual([]);
	});

	it('D26: review lists what a prompt let suppose to be in the way, to be confirmed or forgotten', async () => {
		await using world = await makeReqWorld(GATED);
		const candidates = ['no staging key', 'no rights'].map((text) => ({
			...{ kind: 'blocker' as const, type: 'dependency', text, at: KNOWN.created_at },
		}));
		plantRecords(world.repo, someRecord(OLD, { branch: 'feature/x', candidates }));
		const listed = (await world.json('learn', 'review')) as { id: string; text: string }[];
		expect(listed).toMatchObject([
			{ kind: 'blocker', session: OLD.slice(0, 8) },
			{ kind: 'blocker', text: expect.any(String) },
		]);
		const idOf = (text: string) => listed.find((one) => one.text === text)?.id ?? '';
		expect((await world.req('learn', 'confirm', idOf('no staging key'))).exit).toBe(0);
		expect((await world.req('learn', 'forget', idOf('no rights'))).exit).toBe(0);
		expect(recordIn(world, OLD).activity.blockers).toMatchObject([{ text: 'no staging key', source: 'user' }]);
		expect(await world.json('learn', 'review')).toEqual([]);
		expect((await world.req('learn', 'confirm', 'b0000')).exit).toBe(1);
	});

	it('forgets for the model what its own session learnt, for the user all, which is an event', async () => {
		await using world = await withKnown();
		const own = idIn(await world.asModel(ANA, 'learn', 'a thing of my own'));
		expect((await world.asModel(ANA, 'learn', 'forget', own)).exit).toBe(0);
		const refused = await world.asModel(ANA, 'learn', 'forget', KNOWN.id);
		expect(refused.exit).toBe(1);
		expect(refused.stderr).toContain(`req learn forget ${KNOWN.id}`);
		expect((await world.req('learn', 'forget', KNOWN.id)).exit).toBe(0);
		expect(recordIn(world, OLD)).toMatchObject({ insights: [], candidates: [CANDIDATE] });
		const events = (await world.json('session', 'events')) as { name: string }[];
		expect(events.filter(({ name }) => name === 'session_override')).toMatchObject([
			{ data: { command: 'learn forget', ref: KNOWN.id, by: 'ana' } },
		]);
	});

	it.each([
		['i1111', 'i11114444'],
		['i111', 'i11112222'],
		['i1', 'req learn list --all'],
		['__proto__', 'req learn list --all'],
	])('%s means several or none', async (reference, next) => {
		await using world = await withKnown();
		plantRecords(world.repo, someRecord(BEN, { insights: [{ ...KNOWN, id: 'i11114444' }] }));
		const { exit, stderr } = await world.req('learn', 'confirm', reference);
		expect(exit).toBe(1);
		expect(stderr).toContain(next);
		expect(notesIn(world, ANA)).toEqual([]);
	});
});
