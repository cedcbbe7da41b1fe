import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, idIn, makeLiveWorld, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someInsight, someRecord } from '../../support/some-record.ts';

const OLD = '77777777-0000-4000-8000-000000000003';
const ID = 'i11112222';
const TEXT = 'the tests need a running database';

/** A world in which an earlier session on another branch learned something. */
async function withKnown(text = TEXT, more: object = {}): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	const insights = [someInsight(ID, text)];
	plantRecords(world.repo, someRecord(OLD, { branch: 'feature/old', insights, ...more }));
	return world;
}

const NEWER = 'the tests need a running postgres database';

/** What of the two a prompt of a new session brings. */
async function toldTo(world: ReqWorld, prompt: string): Promise<string[]> {
	const event = { hook_event_name: 'UserPromptSubmit', prompt };
	const { stdout } = await world.hook('user-prompt-submit', randomUUID(), event);
	return [TEXT, NEWER].filter((text) => stdout.includes(`\\"${text}\\"`));
}

describe('req learn --supersedes', () => {
	it('puts the newer in the place of the older, which stays and is not told', async () => {
		await using world = await withKnown();
		await world.start(ANA);
		expect(await toldTo(world, 'do the tests need a database?')).toEqual([TEXT]);
		const { stdout, exit } = await world.asModel(ANA, 'learn', NEWER, '--supersedes', 'i1111');
		expect(exit).toBe(0);
		expect(stdout).toContain(`, in place of ${ID}`);
		expect(stdout).not.toContain('much like');
		expect(await toldTo(world, 'do the tests need a database?')).toEqual([NEWER]);
		expect(recordIn(world, OLD).insights).toMatchObject([{ id: ID, confidence: 0 }]);
		expect((await world.req('learn', 'list', '--all')).stdout).toMatch(/i11112222 .* superseded /);
		const listed = (await world.json('learn', 'list', '--all')) as { id: string }[];
		expect(listed.map(({ id }) => id)).toContain(ID);
	});

	it('keeps nothing where the older is not known, and is no place for itself', async () => {
		await using world = await withKnown();
		await world.start(ANA);
		expect((await world.req('learn', NEWER, '--supersedes', 'i9999')).exit).toBe(1);
		expect(await toldTo(world, 'do the tests need a postgres database?')).toEqual([TEXT]);
		const id = idIn(await world.req('learn', NEWER));
		expect((await world.req('learn', NEWER, '--supersedes', id)).exit).not.toBe(0);
		expect(await toldTo(world, 'do the tests need a postgres database?')).toContain(NEWER);
	});

	it('puts it in the place of several, named one by one or together', async () => {
		await using world = await withKnown(TEXT, {
			insights: [
				someInsight(ID, TEXT),
				someInsight('i33334444', 'the database of the tests is slow to start'),
				someInsight('i55556666', 'the tests wait for a database'),
			],
		});
		await world.start(ANA);
		const olds = ['--supersedes', 'i1111,i3333,', '--supersedes', 'i5555'];
		expect((await world.req('learn', NEWER, '--supersedes', `i1111, i9999`)).exit).toBe(1);
		expect(recordIn(world, OLD).insights).toMatchObject([{ confidence: 1 }, {}, {}]);
		const { stdout } = await world.req('learn', NEWER, ...olds);
		expect(stdout).toContain(`, in place of ${ID}, i33334444, i55556666\n`);
		expect(await toldTo(world, 'do the tests need a database?')).toEqual([NEWER]);
		const zero = { confidence: 0 };
		expect(recordIn(world, OLD).insights).toMatchObject([zero, zero, zero]);
	});

	it('is marked where it is searched for', async () => {
		await using world = await withKnown();
		await world.start(ANA);
		const id = idIn(await world.req('learn', NEWER, '--supersedes', ID));
		const found = (await world.json('search', 'running', 'database')) as object[];
		expect(found).toHaveLength(2);
		expect(found).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ text: TEXT, superseded_by: id }),
				expect.objectContaining({ text: NEWER, superseded_by: null }),
			]),
		);
		const lines = (await world.req('search', 'running', 'database')).stdout.split('\n');
		expect(lines.filter((line) => line.includes(`superseded by ${id}`))).toHaveLength(1);
		expect(lines.find((line) => line.includes('superseded'))).toContain(TEXT);
		const [first] = lines.filter((line) => line.includes(NEWER));
		expect(first).toMatch(new RegExp(` learning +${id} `));
		expect(found).toContainEqual(expect.objectContaining({ id, kind: 'learning' }));
		await world.req('learn', TEXT);
		expect(await world.json('search', 'running', 'database', '--limit', '9')).not.toEqual(
			expect.arrayContaining([expect.objectContaining({ session: ANA.slice(0, 8), text: TEXT, superseded_by: id })]),
		);
	});

	it('ends where somebody confirms the older: it is told again', async () => {
		await using world = await withKnown();
		await world.start(ANA);
		await world.req('learn', NEWER, '--supersedes', ID);
		expect((await world.req('learn', 'confirm', ID)).stdout).toMatch(
			/^confirmed i11112222: 0 → 1\. (i\w{12}), which took its place, is shown as well: `req learn forget \1` if it is wrong\n$/,
		);
		expect((await world.req('learn', 'list', '--all')).stdout).toMatch(/i11112222 .* shown /);
		expect(await toldTo(world, 'do the tests need a database?')).toContain(TEXT);
		const found = (await world.json('search', 'running', 'database')) as object[];
		expect(found).toContainEqual(expect.objectContaining({ text: TEXT, superseded_by: null }));
	});
});

it('an id has four characters at least', async () => {
	await using world = await withKnown();
	expect((await world.req('learn', 'confirm', 'i11')).stderr).toContain('by 4 characters at least');
});

const LABEL = 'the label printer wants CP850';

const listed = (world: ReqWorld) => world.json('learn', 'list', '--all') as Promise<{ id: string; tags: string[] }[]>;
const told = async (world: ReqWorld, prompt: string) =>
	(
		await world.hook('user-prompt-submit', randomUUID(), {
			hook_event_name: 'UserPromptSubmit',
			prompt,
		})
	).stdout.includes(LABEL);

describe('req learn --tags, said again of the same lesson', () => {
	it('replaces those that it has, and says by what it is found; without --tags they stay', async () => {
		await using world = await makeLiveWorld();
		const first = (await world.req('learn', LABEL, '--tags', 'barcodes, umlauts')).stdout;
		expect(first).toContain('; found by barcodes, umlauts\n');
		await world.start(BEN);
		const again = await world.asModel(BEN, 'learn', LABEL, '--tags', 'umlauts, ribbon ink');
		expect(again.stdout).toContain('; found by umlauts, ribbon ink\n');
		await world.asModel(BEN, 'learn', LABEL);
		expect(await listed(world)).toMatchObject([{ tags: ['umlauts', 'ribbon ink'] }]);
		expect((await world.req('learn', 'list')).stdout).toContain(`${LABEL} [umlauts, ribbon ink]`);
		expect(await told(world, 'the ink of the ribbon')).toBe(true);
	});
});

it('one word is a lesson, unless it is like a command', async () => {
	await using world = await makeReqWorld(GATED);
	expect(await world.req('learn', 'cents')).toMatchObject({ exit: 0, stderr: '' });
	const { exit, stderr } = await world.req('learn', 'reviw');
	expect([exit, stderr]).toEqual([64, expect.stringContaining('did you mean review?')]);
	expect(await listed(world)).toMatchObject([{ text: 'cents' }]);
});
