import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const CARL = '77777777-0000-4000-8000-000000000003';
const DORA = '88888888-0000-4000-8000-000000000004';

const keys = async (world: ReqWorld, ...args: string[]) =>
	((await world.json('session', 'list', ...args)) as { key: string }[]).map(({ key }) => key);

/** One session of yesterday, one of a month and more ago, one live. */
async function planted(): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	plantRecords(
		world.repo,
		someRecord(ANA, { name: 'auth-v1' }),
		someRecord(CARL, { name: 'radio', days: 40, status: 'archived', branch: 'main' }),
	);
	await world.start(BEN);
	return world;
}

describe('req session cleanup', () => {
	it('archives what has expired and says how many; one of three stays', async () => {
		await using world = await makeReqWorld(GATED);
		plantRecords(
			world.repo,
			someRecord(ANA, { days: 8 }),
			someRecord(CARL, { days: 20 }),
			someRecord(DORA, { days: 1 }),
		);
		const file = (path: string) => existsSync(join(world.repo, '.git/requirements/sessions', path));
		expect((await world.req('session', 'cleanup')).stdout).toContain('2 sessions archived');
		expect(['archive/1a2b3c4d.json', 'archive/77777777.json', '88888888.json'].map(file)).toEqual([
			true,
			true,
			true,
		]);
		expect((await world.req('session', 'cleanup')).stdout).toBe('0 sessions archived\n');
		expect(await keys(world)).toEqual(['88888888', '1a2b3c4d', '77777777']);
	});

	it('D8, D37: says which it could not archive because somebody has them locked', async () => {
		await using world = await makeReqWorld(GATED);
		plantRecords(world.repo, someRecord(ANA, { days: 8 }), someRecord(CARL, { days: 20 }));
		const owner = JSON.stringify({ pid: process.pid, host: hostname() });
		writeIn(world.repo, '.git/requirements/sessions/1a2b3c4d.json.lock.owner', owner);
		mkdirSync(join(world.repo, '.git/requirements/sessions/1a2b3c4d.json.lock'));
		const run = await world.req('session', 'cleanup');
		expect([run.exit, run.stdout]).toEqual([2, '1 session archived\n']);
		expect(run.stderr).toContain('1a2b3c4d');
	});

	it('past 30 days it is out of the list and still found by reference', async () => {
		await using world = await makeReqWorld(GATED);
		plantRecords(world.repo, someRecord(ANA, { days: 31 }));
		await world.req('session', 'cleanup');
		expect(await keys(world)).toEqual([]);
		expect(await world.json('session', 'show', ANA.slice(0, 4))).toMatchObject({
			status: 'archived',
		});
	});
});

describe('req session forget', () => {
	it('removes journal, record, mirror and marks of calls on the user’s word, and nothing of others', async () => {
		await using world = await makeReqWorld(GATED);
		for (const uuid of [ANA, BEN]) {
			await world.start(uuid);
			await world.hook('session-end', uuid, { hook_event_name: 'SessionEnd', reason: 'other' });
			plantRecords(world.repo, someRecord(uuid, {}));
			writeIn(world.configDir, `requirements/sessions/${uuid}.json`, '{}');
			writeIn(world.configDir, `requirements/calls/${uuid}/toolu_1`, '');
		}
		const there = (key: string, uuid: string) =>
			[
				join(world.repo, '.git/requirements/sessions', `${key}.json`),
				join(world.repo, '.git/requirements/sessions', `${key}.jsonl`),
				join(world.configDir, 'requirements/sessions', `${uuid}.json`),
				join(world.configDir, 'requirements/calls', uuid),
			].map(existsSync);
		expect(there('1a2b3c4d', ANA)).toEqual([true, true, true, true]);
		const asked = await world.req('session', 'forget', '1a2b');
		expect(asked).toMatchObject({ exit: 0, stderr: '' });
		expect(asked.stdout).toContain('1a2b3c4d.jsonl');
		expect(asked.stdout).toContain(
			'nothing was removed; `req session forget 1a2b3c4d --yes` removes it',
		);
		expect(there('1a2b3c4d', ANA)).toEqual([true, true, true, true]);
		expect((await world.req('session', 'forget', '1a2b', '--yes')).exit).toBe(0);
		expect(there('1a2b3c4d', ANA)).toEqual([false, false, false, false]);
		expect(there('5e6f7a8b', BEN)).toEqual([true, true, true, true]);
		expect(await keys(world, '--all')).toEqual(['5e6f7a8b']);
		expect((await world.req('session', 'forget', '1a2b', '--yes')).exit).toBe(1);
	});

	it('takes its pins from the sessions that inherited them', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(BEN);
		const at = '2026-01-02T03:04:05.000Z';
		const pin = { content: 'text', importance: 'standard', pinned_at: at } as const;
		const origin = { session: ANA.slice(0, 8), at };
		plantRecords(
			world.repo,
			someRecord(ANA, { pins: [{ ...pin, label: 'db' }] }),
			someRecord(BEN, {
				pins: [
					{ ...pin, label: 'db', origin },
					{ ...pin, label: 'own' },
				],
			}),
		);
		const { stdout } = await world.req('session', 'forget', ANA, '--yes');
		expect(stdout).toContain(BEN.slice(0, 8));
		expect(await world.json('note', 'list', '--session', BEN)).toMatchObject([{ label: 'own' }]);
	});

	it('the chain promises nothing that is gone', async () => {
		await using world = await makeReqWorld(GATED);
		const [first, then] = [ANA, BEN].map((uuid) => uuid.slice(0, 8));
		plantRecords(
			world.repo,
			someRecord(ANA, { continued_by: then ?? null }),
			someRecord(BEN, { previous: first ?? null, branch: 'feature/x' }),
		);
		expect(
			(await world.req('session', 'lineage', '--continued', BEN, '--depth', '1')).stdout,
		).toContain('--depth');
		await world.req('session', 'forget', ANA, '--yes');
		expect((await world.req('session', 'lineage', '--continued', BEN)).stdout).not.toContain(
			'--depth',
		);
	});

	it('is refused for a session at work', async () => {
		await using world = await planted();
		expect(await world.req('session', 'forget', BEN, '--yes')).toMatchObject({
			exit: 1,
			stdout: '',
		});
		expect(await keys(world)).toEqual(['5e6f7a8b', '1a2b3c4d']);
	});

	it('works where nothing is remembered any more', async () => {
		await using world = await makeReqWorld(`${GATED}continuity: { enabled: false }\n`);
		plantRecords(world.repo, someRecord(ANA, {}));
		expect((await world.req('session', 'forget', '1a2b', '--yes')).exit).toBe(0);
		expect((await world.req('session', 'show', ANA)).exit).toBe(1);
	});
});
