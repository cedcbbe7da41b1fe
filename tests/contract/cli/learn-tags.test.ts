import { describe, expect, it } from 'vitest';
import { recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

const TEXT = 'the label printer wants CP850';

async function withSession(): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	world.start(ANA);
	return world;
}

const listed = (world: ReqWorld) =>
	world.json('learn', 'list', '--all') as { id: string; tags: string[] }[];
const told = (world: ReqWorld, prompt: string) =>
	world.req('search', '--as-prompt', prompt).stdout.startsWith('told:');

describe('req learn --tags, said again of the same lesson', () => {
	it('adds to those that it has, each once, and says by what it is found', async () => {
		await using world = await withSession();
		const first = world.req('learn', TEXT, '--tags', 'barcodes, umlauts').stdout;
		expect(first).toContain('; found by barcodes, umlauts\n');
		const again = world.req('learn', TEXT, '--tags', 'Umlauts, ribbon ink');
		expect(again.stdout).toContain('; found by barcodes, umlauts, ribbon ink\n');
		expect(listed(world)).toMatchObject([{ tags: ['barcodes', 'umlauts', 'ribbon ink'] }]);
		expect(world.req('learn', 'list').stdout).toContain(`${TEXT} [barcodes, umlauts, ribbon ink]`);
		expect(told(world, 'why are the umlauts of our barcodes wrong?')).toBe(true);
		expect(told(world, 'the ink of the ribbon')).toBe(true);
		const known = JSON.parse(world.req('learn', TEXT, '--tags', 'barcodes', '--json').stdout);
		expect(known).toMatchObject({ already: true, tags: ['barcodes', 'umlauts', 'ribbon ink'] });
		expect(world.req('learn', TEXT).stdout).not.toContain('found by');
	});

	it('shows those of all sessions that know it', async () => {
		await using world = await withSession();
		world.req('learn', TEXT, '--tags', 'barcodes');
		world.start(BEN);
		world.asModel(BEN, 'learn', TEXT, '--tags', 'ribbon ink');
		expect(listed(world)).toMatchObject([{ tags: ['ribbon ink', 'barcodes'] }]);
	});

	it('keeps no more than a lesson can hold', async () => {
		await using world = await withSession();
		const many = (letter: string) =>
			Array.from({ length: 9 }, (_, n) => `${letter.repeat(18)}${n}`).join(', ');
		for (const letter of ['a', 'b', 'c', 'd'])
			expect(world.req('learn', TEXT, '--tags', many(letter)).exit).toBe(0);
		const { exit, stderr } = world.req('learn', TEXT, '--tags', many('f'));
		expect([exit, stderr]).toEqual([1, expect.stringContaining('req learn untag')]);
	});
});

describe('req learn untag', () => {
	it('takes tags away in each session that has them, and nothing else', async () => {
		await using world = await withSession();
		world.req('learn', TEXT, '--tags', 'barcodes, umlauts, ribbon ink');
		world.start(BEN);
		world.asModel(BEN, 'learn', TEXT, '--tags', 'barcodes, umlauts');
		const [{ id } = { id: '' }] = listed(world);
		const last = recordIn(world, ANA).last_activity;
		const { stdout, exit } = world.req('learn', 'untag', id.slice(0, 6), 'Barcodes, umlauts');
		expect([exit, stdout]).toEqual([0, `untagged ${id}: found by ribbon ink\n`]);
		expect(listed(world)).toMatchObject([{ id, tags: ['ribbon ink'] }]);
		expect(recordIn(world, ANA)).toMatchObject({
			last_activity: last,
			insights: [{ text: TEXT, confidence: 1 }],
		});
		expect(told(world, 'why are the umlauts of our barcodes wrong?')).toBe(false);
		expect(
			JSON.parse(world.req('learn', 'untag', id, 'ribbon ink', '--json').stdout),
		).toMatchObject({ id, tags: [] });
		expect(told(world, 'do I use the label printer?')).toBe(true);
	});

	it('says where it has no such tag, and is not for the model in sessions of others', async () => {
		await using world = await withSession();
		world.req('learn', TEXT, '--tags', 'barcodes');
		const [{ id } = { id: '' }] = listed(world);
		const none = world.req('learn', 'untag', id, 'umlauts');
		expect([none.exit, none.stderr]).toEqual([1, expect.stringContaining('has no tag "umlauts"')]);
		world.start(BEN);
		expect(world.asModel(BEN, 'learn', 'untag', id, 'barcodes').exit).not.toBe(0);
		expect(listed(world)).toMatchObject([{ tags: ['barcodes'] }]);
		expect(world.asModel(ANA, 'learn', 'untag', id, 'barcodes').exit).toBe(0);
		expect(listed(world)).toMatchObject([{ tags: [] }]);
	});
});
