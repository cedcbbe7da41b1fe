import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const CARL = '77777777-0000-4000-8000-000000000003';
const DORA = '88888888-0000-4000-8000-000000000004';

/** One session of yesterday, one of a month and more ago, one live. */
async function planted(): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	plantRecords(
		world.repo,
		someRecord(ANA, { name: 'auth-v1', days: 1 }),
		someRecord(CARL, { name: 'radio', days: 40, status: 'archived', branch: 'main' }),
	);
	await world.start(BEN);
	return world;
}

describe('a reference (D5)', () => {
	it.each(['auth-v1', '1a2b', '1a2b3c4d', ANA, ANA.toUpperCase(), 'radio', '7777', CARL])(
		'%s finds its session, archived or not',
		async (reference) => {
			await using world = await planted();
			const { uuid } = (await world.json('session', 'show', reference)) as { uuid: string };
			expect(uuid).toBe(/^(radio|7)/.test(reference) ? CARL : ANA);
		},
	);

	it('a name that begins as a key does, and a prefix of two', async () => {
		await using world = await makeReqWorld(GATED);
		const twin = ANA.replace(/1$/, 'f');
		plantRecords(
			world.repo,
			someRecord(ANA, {}),
			someRecord(CARL, { name: '1a2b' }),
			someRecord(DORA, { name: '88887777', status: 'archived', days: 50 }),
			{ ...someRecord(twin, {}), key: '1a2b3c4d0000' },
		);
		expect(await world.json('session', 'show', '1a2b')).toMatchObject({ uuid: CARL });
		const asked = await world.req('session', 'show', '1a2b3');
		expect(asked).toMatchObject({ exit: 1, stdout: '' });
		for (const uuid of [ANA, twin]) expect(asked.stderr).toContain(uuid);
		expect((await world.req('session', 'show', 'nobody')).exit).toBe(1);
		expect((await world.req('session', 'show', ANA.replace('1a', 'ff'))).exit).toBe(1);
	});

	it('a wrong one is answered with what is near it, or with the newest', async () => {
		await using world = await planted();
		for (const args of [
			['session', 'show', 'auth-v9'],
			['session', 'continue', 'auth-v9'],
			['status', '--session', 'auth-v9'],
			['session', 'forget', 'auth-v9'],
		]) {
			const { exit, stdout, stderr } = await world.req(...args);
			expect([exit, stdout]).toEqual([1, '']);
			expect(stderr.split('\n').map((line) => line.trim())).toEqual(
				expect.arrayContaining(['near it:', 'auth-v1', 'req session list --all']),
			);
			expect(stderr).not.toContain('radio');
		}
		expect((await world.req('session', 'show', '1a2b3c4e')).stderr).toMatch(/^\s+auth-v1$/m);
		const { stderr } = await world.req('session', 'show', 'zzz');
		expect(stderr).toMatch(/the newest are:\n\s+5e6f7a8b\n\s+auth-v1\n\s+radio\n/);
	});

	it('none means this session, the only live one, or the newest of the branch', async () => {
		await using world = await makeReqWorld(GATED);
		expect(await world.req('session', 'show')).toMatchObject({ exit: 1, stdout: '' });
		plantRecords(
			world.repo,
			someRecord(ANA, { days: 3 }),
			someRecord(CARL, { days: 2 }),
			someRecord(DORA, { days: 1, branch: 'main' }),
		);
		const shown = async (given: object = {}) =>
			JSON.parse((await world.reqWith(given, 'session', 'show', '--json')).stdout).uuid;
		expect(await shown()).toBe(CARL);
		expect(await shown({ env: { CLAUDE_CODE_SESSION_ID: ANA } })).toBe(ANA);
		await world.start(BEN);
		expect(await shown()).toBe(BEN);
	});
});

describe('a name', () => {
	it.each(['a,b', 'a/b', 'a..b', '..', 'a\u0007b', 'a\nb', '-x', 'x'.repeat(65)])(
		'%j in a file is no name',
		async (name) => {
			await using world = await makeReqWorld(GATED);
			await world.start(BEN);
			plantRecords(world.repo, someRecord(ANA, { name }));
			const journal = join(world.repo, '.git/requirements/sessions/5e6f7a8b.jsonl');
			const at = new Date().toISOString();
			appendFileSync(journal, `${JSON.stringify({ at, s: BEN, e: 'name', name })}\n`);
			const listed = (await world.json('session', 'list')) as { name: string | null }[];
			expect(listed.map((one) => one.name)).toEqual([null, null]);
			expect(await world.json('session', 'show', ANA)).not.toHaveProperty('name');
			expect(await world.json('session', 'show', BEN)).not.toHaveProperty('name');
			expect((await world.req('session', 'show', '--', name)).exit).toBe(1);
		},
	);
});
