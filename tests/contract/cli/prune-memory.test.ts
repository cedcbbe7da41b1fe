import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { age, inState, kinds, leave, PLAN, prune } from '../../support/pruned.ts';
import { ANA, BEN, makeReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

it('D14: the archive stays, unless its age is named; journals of archived sessions go', async () => {
	await using world = await makeReqWorld(PLAN);
	plantRecords(
		world.repo,
		someRecord(ANA, { status: 'archived', days: 100, name: 'old' }),
		someRecord(BEN, { status: 'archived', days: 40 }),
	);
	leave(inState(world, 'sessions/archive/1a2b3c4d.jsonl'), '{}\n', 40);
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
	const journal = inState(world, 'sessions/1a2b3c4d.jsonl');
	leave(journal, '{"at":"2026-01-01T00:00:00.000Z"}\n', 40);
	plantRecords(world.repo, someRecord(ANA, { days: 40, journal_bytes: 2 }));
	expect(kinds(await prune(world))).toEqual([]);
	plantRecords(world.repo, someRecord(ANA, { days: 40, journal_bytes: 34 }));
	expect(kinds(await prune(world))).toEqual(['journal']);
	expect(existsSync(inState(world, 'sessions/1a2b3c4d.json'))).toBe(true);
});

it('what a writer of the archive left behind goes', async () => {
	await using world = await makeReqWorld(PLAN);
	const left = inState(world, 'sessions/archive/1a2b3c4d.json.4711.99-1.tmp');
	leave(left, '{', 2);
	age(left, 2);
	expect(kinds(await prune(world))).toEqual(['temporary']);
});
