import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inState, leave, PLAN } from '../../support/pruned.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const bundleOf = (session: string) => JSON.stringify({ version: '1', session });
const bundles = (world: ReqWorld, id: string) => inState(world, `inherited/${id}.json`);

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

it('it is called as it was named', async () => {
	await using world = await makeReqWorld(PLAN);
	plantRecords(world.repo, someRecord(ANA, { name: 'cart-v1' }));
	const { stdout } = await world.req('session', 'forget', 'cart-v1');
	expect(stdout).toMatch(/^session cart-v1, would go[\s\S]*`req session forget cart-v1 --yes`/);
});

it('its unreadable record in quarantine goes as well, that of another session stays', async () => {
	await using world = await makeReqWorld(PLAN);
	plantRecords(world.repo, someRecord(ANA, {}), someRecord(BEN, {}));
	const moved = (id: string) => inState(world, `quarantine/${id}.2026-06-02T10-00-00.000Z-1-1.json`);
	for (const id of [ANA, BEN]) leave(moved(id), 'no record', 0);
	expect((await world.req('session', 'forget', ANA, '--yes')).exit).toBe(0);
	expect([ANA, BEN].map((id) => existsSync(moved(id)))).toEqual([false, true]);
});
