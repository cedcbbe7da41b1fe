import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inState, kinds, leave, PLAN, prune } from '../../support/pruned.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const LONG_AGO = '0aaaaaa1-0000-4000-8000-000000000001';
const LATELY = '0aaaaaa2-0000-4000-8000-000000000001';
const bundleOf = (session: string) => JSON.stringify({ version: '1', session });
const bundles = (world: ReqWorld, id: string) => inState(world, `inherited/${id}.json`);

it('D14: the archive stays, unless its age is named; journals of archived sessions go', async () => {
	await using world = await makeReqWorld(PLAN);
	plantRecords(
		world.repo,
		someRecord(ANA, { status: 'archived', days: 100, name: 'old' }),
		someRecord(BEN, { status: 'archived', days: 40 }),
	);
	leave(inState(world, `sessions/archive/${ANA}.jsonl`), '{}\n', 40);
	expect(await world.json('session', 'list', '--all')).toHaveLength(2);
	expect(kinds(await prune(world))).toEqual(['journal']);
	expect(await world.json('session', 'list', '--all')).toHaveLength(2);
	expect((await prune(world, '--archive-older-than', '90d')).removed).toMatchObject([
		{ kind: 'record', of: 'old' },
	]);
	expect(await world.json('session', 'list', '--all')).toMatchObject([{ uuid: BEN }]);
	expect(await world.req('prune', '--archive-older-than', 'long')).toMatchObject({
		exit: 64,
		stdout: '',
	});
});

it('a journal with lines that its record lacks waits for the next fold', async () => {
	await using world = await makeReqWorld(PLAN);
	const journal = inState(world, `sessions/${ANA}.jsonl`);
	leave(journal, '{"at":"2026-01-01T00:00:00.000Z"}\n', 40);
	plantRecords(world.repo, someRecord(ANA, { days: 40, journal_bytes: 2 }));
	expect(kinds(await prune(world))).toEqual([]);
	plantRecords(world.repo, someRecord(ANA, { days: 40, journal_bytes: 34 }));
	expect(kinds(await prune(world))).toEqual(['journal']);
	expect(existsSync(inState(world, `sessions/${ANA}.json`))).toBe(true);
});

it('D14: what a session inherited goes a month later, once nothing else is left of it', async () => {
	await using world = await makeReqWorld(PLAN);
	const [gone, kept, young] = [LONG_AGO, ANA, LATELY].map((id) => bundles(world, id)) as [
		string,
		string,
		string,
	];
	leave(gone, bundleOf(LONG_AGO), 40);
	leave(kept, bundleOf(ANA), 40);
	leave(young, bundleOf(LATELY), 20);
	leave(bundles(world, 'not a bundle'), '', 40);
	plantRecords(world.repo, someRecord(ANA, { status: 'archived', days: 40 }));
	expect(await prune(world)).toMatchObject({ removed: [{ kind: 'bundle', path: gone }] });
	expect([gone, kept, young].map((path) => existsSync(path))).toEqual([false, true, true]);
});

it('a session that is forgotten takes what it inherited along, and nobody else’s', async () => {
	await using world = await makeReqWorld(PLAN);
	plantRecords(world.repo, someRecord(ANA, {}), someRecord(BEN, {}));
	leave(bundles(world, ANA), 'no bundle', 0);
	leave(bundles(world, BEN), bundleOf(BEN), 0);
	const twin = '1a2b3c4d-9999-4000-8000-000000000009';
	leave(bundles(world, twin), bundleOf(twin), 0);
	expect((await world.req('session', 'forget', ANA, '--yes')).exit).toBe(0);
	const left = [ANA, twin, BEN].filter((id) => existsSync(bundles(world, id)));
	expect(left).toEqual([twin, BEN]);
});
