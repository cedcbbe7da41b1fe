import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { age, inState, kinds, leave, PLAN, prune } from '../../support/pruned.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const bundleOf = (session: string) => JSON.stringify({ version: '1', session });
const bundles = (world: ReqWorld, key: string) => inState(world, `inherited/${key}.json`);

it('D14: what a session inherited goes a month later, once nothing else is left of it', async () => {
	await using world = await makeReqWorld(PLAN);
	const [gone, kept, young] = ['0aaaaaa1', '1a2b3c4d', '0aaaaaa2'].map((key) =>
		bundles(world, key),
	) as [string, string, string];
	leave(gone, bundleOf('0aaaaaa1-0000-4000-8000-000000000001'), 40);
	leave(kept, bundleOf(ANA), 40);
	leave(young, bundleOf('0aaaaaa2-0000-4000-8000-000000000001'), 20);
	leave(bundles(world, 'not a bundle'), '', 40);
	plantRecords(world.repo, someRecord(ANA, { status: 'archived', days: 40 }));
	expect(await prune(world)).toMatchObject({ removed: [{ kind: 'bundle', path: gone }] });
	expect([gone, kept, young].map((path) => existsSync(path))).toEqual([false, true, true]);
});

it('what a link leads to stays, and so does what it leads from', async () => {
	await using world = await makeReqWorld(PLAN);
	const elsewhere = `${world.dir}/elsewhere`;
	mkdirSync(elsewhere);
	mkdirSync(inState(world), { recursive: true });
	leave(`${elsewhere}/0aaaaaa1.json`, '{}', 40);
	symlinkSync(elsewhere, inState(world, 'inherited'));
	expect(kinds(await prune(world))).toEqual([]);
	expect(existsSync(`${elsewhere}/0aaaaaa1.json`)).toBe(true);
});

it('what a writer of a bundle left behind goes', async () => {
	await using world = await makeReqWorld(PLAN);
	const left = `${bundles(world, '1a2b3c4d')}.4711.99-1.tmp`;
	leave(left, '{', 2);
	age(left, 2);
	expect(kinds(await prune(world))).toEqual(['temporary']);
});

it('a session that is forgotten takes what it inherited along, and nobody else’s', async () => {
	await using world = await makeReqWorld(PLAN);
	plantRecords(world.repo, someRecord(ANA, {}), someRecord(BEN, {}));
	for (const uuid of [ANA, BEN]) leave(bundles(world, uuid.slice(0, 8)), bundleOf(uuid), 0);
	const twin = '1a2b3c4d-9999-4000-8000-000000000009';
	leave(bundles(world, '1a2b3c4d9999'), bundleOf(twin), 0);
	expect((await world.req('session', 'forget', ANA, '--yes')).exit).toBe(0);
	const left = ['1a2b3c4d', '1a2b3c4d9999', '5e6f7a8b'].filter((key) =>
		existsSync(bundles(world, key)),
	);
	expect(left).toEqual(['1a2b3c4d9999', '5e6f7a8b']);
});

it('what cannot be read of it goes with its session, too', async () => {
	await using world = await makeReqWorld(PLAN);
	plantRecords(world.repo, someRecord(ANA, {}));
	mkdirSync(inState(world, 'inherited'));
	writeFileSync(bundles(world, '1a2b3c4d'), 'garbage');
	expect((await world.req('session', 'forget', '1a2b', '--yes')).exit).toBe(0);
	expect(existsSync(bundles(world, '1a2b3c4d'))).toBe(false);
});
