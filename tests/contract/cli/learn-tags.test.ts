import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BEN, makeLiveWorld, type ReqWorld } from '../../support/run-req.ts';

const TEXT = 'the label printer wants CP850';

async function withSession(): Promise<ReqWorld> {
	const world = await makeLiveWorld();
	return world;
}

const listed = (world: ReqWorld) =>
	world.json('learn', 'list', '--all') as Promise<{ id: string; tags: string[] }[]>;
const told = async (world: ReqWorld, prompt: string) =>
	(
		await world.hook('user-prompt-submit', randomUUID(), {
			hook_event_name: 'UserPromptSubmit',
			prompt,
		})
	).stdout.includes(TEXT);

describe('req learn --tags, said again of the same lesson', () => {
	it('adds to those that it has, each once, and says by what it is found', async () => {
		await using world = await withSession();
		const first = (await world.req('learn', TEXT, '--tags', 'barcodes, umlauts')).stdout;
		expect(first).toContain('; found by barcodes, umlauts\n');
		const again = await world.req('learn', TEXT, '--tags', 'Umlauts, ribbon ink');
		expect(again.stdout).toContain('; found by barcodes, umlauts, ribbon ink\n');
		expect(await listed(world)).toMatchObject([{ tags: ['barcodes', 'umlauts', 'ribbon ink'] }]);
		expect((await world.req('learn', 'list')).stdout).toContain(
			`${TEXT} [barcodes, umlauts, ribbon ink]`,
		);
		expect(await told(world, 'why are the umlauts of our barcodes wrong?')).toBe(true);
		expect(await told(world, 'the ink of the ribbon')).toBe(true);
		const known = (await world.req('learn', TEXT, '--tags', 'barcodes')).stdout;
		expect(known).toMatch(/^known already: .*found by barcodes, umlauts, ribbon ink\n$/);
		expect((await world.req('learn', TEXT)).stdout).not.toContain('found by');
	});

	it('shows those of all sessions that know it', async () => {
		await using world = await withSession();
		await world.req('learn', TEXT, '--tags', 'barcodes');
		await world.start(BEN);
		await world.asModel(BEN, 'learn', TEXT, '--tags', 'ribbon ink');
		expect(await listed(world)).toMatchObject([{ tags: ['ribbon ink', 'barcodes'] }]);
	});

	it('keeps no more than a lesson can hold', async () => {
		await using world = await withSession();
		const many = (letter: string) =>
			Array.from({ length: 9 }, (_, n) => `${letter.repeat(18)}${n}`).join(', ');
		for (const letter of ['a', 'b', 'c', 'd'])
			expect((await world.req('learn', TEXT, '--tags', many(letter))).exit).toBe(0);
		const { exit, stderr } = await world.req('learn', TEXT, '--tags', many('f'));
		expect([exit, stderr]).toEqual([1, expect.stringContaining('req learn forget')]);
	});
});
