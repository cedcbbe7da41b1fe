import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ends, keyOf, learnt, linesOf, startsFrom } from '../support/inheriting.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { plantRecords } from '../support/some-record.ts';

const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';

function bundleText(world: ReqWorld, n: number): string {
	return readFileSync(join(world.repo, `.git/requirements/inherited/${keyOf(n)}.json`), 'utf8');
}

describe('a session whose hook died between its bundle and the note of it', () => {
	/** Session 10 as such a hook leaves it. */
	async function withHalf(): Promise<ReqWorld & { readonly bundle: string }> {
		const world = await makeReqWorld(CONFIG);
		plantRecords(world.repo, learnt(1, 'auth-v1'));
		await startsFrom(world, 10);
		const journal = join(world.repo, `.git/requirements/sessions/${keyOf(10)}.jsonl`);
		const before = readFileSync(journal, 'utf8');
		await world.req('inherit', 'auth-v1', '--session', keyOf(10));
		writeFileSync(journal, before);
		rmSync(journal.replace(/l$/, ''), { force: true });
		return { ...world, bundle: bundleText(world, 10) };
	}

	it('asked again it is told, has its parent, and can say what it understood', async () => {
		await using world = await withHalf();
		const { exit, stdout } = await world.req('inherit', 'auth-v1', '--session', keyOf(10));
		expect({ exit, stdout }).toMatchObject({
			exit: 0,
			stdout: expect.stringContaining('learning of auth-v1'),
		});
		expect(linesOf(world, 10, 'inherit')).toHaveLength(1);
		expect((await world.req('inherit', 'ack', 'all of it', '--session', keyOf(10))).exit).toBe(0);
		expect(await world.json('session', 'show', keyOf(10))).toMatchObject({ parent: keyOf(1) });
		expect(bundleText(world, 10)).toBe(world.bundle);
	});

	it('resumed with the source in its environment it is told, once', async () => {
		await using world = await withHalf();
		const resumed = () => startsFrom(world, 10, { from: 'auth-v1', source: 'resume' });
		expect((await resumed()).text).toContain('learning of auth-v1');
		await ends(world, 10);
		expect((await resumed()).text).not.toContain('learning of auth-v1');
		expect(linesOf(world, 10, 'inherit')).toHaveLength(1);
		expect(bundleText(world, 10)).toBe(world.bundle);
	});
});
