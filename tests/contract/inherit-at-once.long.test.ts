import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundleOf, idOf, keyOf, learnt, linesOf, startsFrom } from '../support/inheriting.ts';
import { builtReq } from '../support/run-hook.ts';
import { makeReqWorld } from '../support/run-req.ts';
import { plantRecords } from '../support/some-record.ts';

it('a bundle that another process writes at the last moment stays, and is the only one', async () => {
	await using world = await makeReqWorld('version: 1\n');
	plantRecords(world.repo, learnt(1, 'auth-v1'), learnt(2, 'auth-v2'));
	await startsFrom(world, 10);
	const preload = fileURLToPath(new URL('../support/meanwhile.cjs', import.meta.url));
	const meanwhile = JSON.stringify([builtReq, 'inherit', 'auth-v2']);
	const env = { NODE_OPTIONS: `--require "${preload}"`, REQ_TEST_MEANWHILE: meanwhile };
	const late = await world.reqWith({ env }, 'inherit', 'auth-v1', '--session', idOf(10));
	expect([late.exit, late.stdout]).toEqual([1, '']);
	expect(late.stderr).toContain('auth-v2');
	expect(bundleOf(world, 10)).toMatchObject({ learnings: ['learning of auth-v2'] });
	expect(linesOf(world, 10, 'inherit')).toMatchObject([{ from: keyOf(2) }]);
});
