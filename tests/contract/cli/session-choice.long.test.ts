import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../support/git-repo.ts';
import { entriesIn, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeLiveWorld, makeReqWorld, type ReqWorld, satisfiedIn } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const CARL = '77777777-0000-4000-8000-000000000003';
const DORA = '88888888-0000-4000-8000-000000000004';

/** A session of yesterday called auth-v1, an archived one called radio, and a live one. */
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

async function bothLive(): Promise<ReqWorld> {
	const world = await makeLiveWorld();
	await world.start(BEN);
	return world;
}

describe('which session (D5)', () => {
	it('none live, one live, several live', async () => {
		await using world = await makeReqWorld(GATED);
		expect((await world.req('satisfy', 'commit_plan')).exit).toBe(1);
		await world.start(ANA);
		expect((await world.req('satisfy', 'commit_plan')).stdout).toContain('1a2b3c4d');
		await world.start(BEN);
		const asked = await world.req('clear', 'commit_plan');
		expect(asked).toMatchObject({ exit: 1, stdout: '' });
		expect(asked.stderr).toMatch(/--session KEY:\n +1a2b3c4d .*\n +5e6f7a8b /);
		expect(await satisfiedIn(world, ANA)).toEqual(['commit_plan']);
	});

	it('finds the live session of this checkout wherever HEAD moved in the turn', async () => {
		await using world = await makeLiveWorld();
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', '-b', 'other', tree);
		await world.reqWith({ cwd: world.repo }, 'satisfy', 'commit_plan');
		git(world.repo, 'switch', '-q', '-c', 'feature/new');
		const carried = await world.req('satisfy', 'commit_plan', '--carry');
		expect(carried).toMatchObject({ exit: 0, stderr: '' });
		git(world.repo, 'checkout', '-q', '--detach');
		expect(await world.json('status')).toMatchObject({ session: { uuid: ANA, live: true } });
		const there = await world.reqWith({ cwd: tree }, 'satisfy', 'commit_plan');
		expect(there).toMatchObject({ exit: 1, stderr: expect.stringContaining('1a2b3c4d') });

		await world.start(BEN);
		expect(await world.json('status')).toMatchObject({ session: { uuid: BEN } });
		git(world.repo, 'switch', '-q', 'feature/x');
		expect(await world.json('status')).toMatchObject({ session: { uuid: ANA } });
		git(world.repo, 'switch', '-q', 'feature/new');
		expect((await world.req('satisfy', 'commit_plan')).stderr).toMatch(/1a2b3c4d .*\n +5e6f7a8b /);
	});

	it('the environment decides before the registry, and names nothing when it holds no id', async () => {
		await using world = await makeLiveWorld();
		await world.reqWith({ env: { CLAUDE_CODE_SESSION_ID: BEN } }, 'satisfy', 'commit_plan');
		expect(await satisfiedIn(world, BEN)).toEqual(['commit_plan']);
		const bad = { env: { CLAUDE_CODE_SESSION_ID: '../../main' } };
		expect((await world.reqWith(bad, 'satisfy', 'note_written')).exit).toBe(1);
		expect((await world.reqWith(bad, 'status')).exit).toBe(0);
	});

	it.each([
		['the full id', ANA],
		['upper case without dashes', ANA.replaceAll('-', '').toUpperCase()],
		['the key', ANA.slice(0, 8)],
		['a prefix', ANA.slice(0, 4)],
	])('%s reaches one record', async (_, reference) => {
		await using world = await bothLive();
		expect((await world.req('satisfy', 'commit_plan', '--session', reference)).exit).toBe(0);
		expect(await satisfiedIn(world, ANA)).toEqual(['commit_plan']);
		expect(await satisfiedIn(world, BEN)).toEqual([]);
	});

	it('a prefix of two sessions, of none, or too short, is refused with the candidates', async () => {
		await using world = await makeReqWorld(GATED);
		const twin = `1a2b3c4d-0000-4000-8000-00000000000f`;
		await world.start(ANA);
		await world.start(twin);
		for (const reference of ['1a2b', '1a2b3c4d']) {
			const asked = await world.req('satisfy', 'commit_plan', '--session', reference);
			expect(asked.exit).toBe(1);
			expect(asked.stderr).toContain(ANA);
			expect(asked.stderr).toContain(twin);
		}
		for (const reference of ['1a2', 'ffff', '../..', '']) {
			expect((await world.req('satisfy', 'commit_plan', '--session', reference)).exit).toBe(1);
		}
		expect(world.state()).toBeUndefined();
		for (const args of [
			['status', '--session', '1a2'],
			['session', 'show', '1a2'],
			['inherit', 'show', '1a2'],
		])
			expect((await world.req(...args)).stderr).toMatch(/at least 4 characters/);
	});

	it('for an id that no hook has seen a gate is satisfied, with a warning (D37); nothing is remembered', async () => {
		await using world = await makeReqWorld(GATED);
		const from = { env: { CLAUDE_CODE_SESSION_ID: BEN } };
		const runs = [
			() => world.req('satisfy', 'commit_plan', '--session', ANA),
			() => world.reqWith(from, 'approve', 'commit_plan'),
			() => world.reqWith(from, 'clear', 'note_written', '--session', 'aaaaaaaa'),
			() => world.req('done', 'arch-review', '--session', BEN.replace('5e', 'ff')),
		];
		for (const run of runs) {
			expect(await run()).toMatchObject({
				exit: 2,
				stderr: expect.stringContaining('nothing is known'),
			});
		}
		expect(await satisfiedIn(world, ANA)).toContain('commit_plan');
		for (const args of [
			['note', 'list'],
			['note', 'next', 'wire the cache'],
			['task', 'add', 'cache the schema'],
			['session', 'restore'],
		])
			expect(await world.req(...args, '--session', ANA)).toMatchObject({
				exit: 1,
				stderr: expect.stringContaining(`no hook has seen session ${ANA} start`),
			});
	});

	it('Claude is told why no hook could note its session', async () => {
		await using world = await makeReqWorld(GATED);
		const sessions = join(world.repo, '.git/requirements/sessions');
		rmSync(sessions, { recursive: true, force: true });
		mkdirSync(dirname(sessions), { recursive: true });
		writeFileSync(sessions, '', { mode: 0o755 });
		expect(await world.asModel(ANA, 'note', 'next', 'wire the cache')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining(`a file is in the place of a folder: ${sessions}`),
		});
	});

	it('where none is live, those seen last are named, newest first, and one of them may be meant', async () => {
		await using world = await makeReqWorld(GATED);
		for (const uuid of [ANA, BEN]) {
			await world.start(uuid);
			await world.hook('session-end', uuid, { hook_event_name: 'SessionEnd', reason: 'other' });
		}
		const { exit, stderr } = await world.req('satisfy', 'note_written');
		expect(exit).toBe(1);
		const keys = [...stderr.matchAll(/^ +(\w{8}) .*\d{4}-\d\d-\d\d \d\d:\d\d$/gm)].map(([, key]) => key);
		expect(keys).toEqual(['5e6f7a8b', '1a2b3c4d']);
		expect((await world.req('satisfy', 'note_written', '--session', '1a2b')).exit).toBe(0);
	});
});

describe('which earlier session', () => {
	it.each(['auth-v1', '1a2b', ANA.toUpperCase(), 'radio', '7777', CARL])(
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
		plantRecords(world.repo, someRecord(ANA, {}), someRecord(CARL, { name: '1a2b' }), {
			...someRecord(twin, {}),
			key: '1a2b3c4d0000',
		});
		expect(await world.json('session', 'show', '1a2b')).toMatchObject({ uuid: CARL });
		const asked = await world.req('session', 'show', '1a2b3');
		expect(asked).toMatchObject({ exit: 1, stdout: '' });
		for (const uuid of [ANA, twin]) expect(asked.stderr).toContain(uuid);
	});

	it('a wrong one is answered with what is near it, or with the newest', async () => {
		await using world = await planted();
		for (const args of [
			['session', 'show', 'auth-v9'],
			['session', 'continue', 'auth-v9'],
			['session', 'lineage', 'auth-v9'],
			['session', 'forget', 'auth-v9'],
			['inherit', 'auth-v9'],
			['status', '--session', 'auth-v9'],
		]) {
			const { exit, stdout, stderr } = await world.req(...args);
			expect([exit, stdout]).toEqual([1, '']);
			expect(stderr).toMatch(/near: auth-v1\n\s*req session list --all/);
			expect(stderr).not.toContain('radio');
		}
		expect((await world.req('session', 'show', '1a2b3c4e')).stderr).toMatch(/near: auth-v1$/m);
		const { stderr } = await world.req('session', 'show', 'zzz');
		expect(stderr).toMatch(/newest: 5e6f7a8b, auth-v1, radio$/m);
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

describe('whose memory', () => {
	it.each([
		['note', 'pin', 'db', 'forged'],
		['note', 'next', 'forged'],
		['learn', 'warning', 'forged'],
		['task', 'add', 'forged'],
		['session', 'name', 'forged'],
		['session', 'complete'],
		['session', 'restore'],
		['session', 'continue', BEN],
		['inherit', BEN],
		['inherit', 'ack', 'forged'],
	])('of another session is not the model’s to change: req %s %s', async (...args) => {
		await using world = await bothLive();
		await world.req('note', 'pin', 'api', 'v2 only', '--session', ANA);
		await world.req('note', 'next', 'wire the cache', '--session', ANA);
		const before = entriesIn(world, ANA);
		const refused = await world.asModel(BEN, ...args, '--session', ANA);
		expect(refused).toMatchObject({ exit: 1, stdout: '' });
		expect(refused.stderr).toContain('--session');
		expect(entriesIn(world, ANA)).toEqual(before);
	});

	it('the model writes to its own session, the user to the one that is named', async () => {
		await using world = await bothLive();
		expect((await world.asModel(BEN, 'note', 'pin', 'mine', 'text')).exit).toBe(0);
		expect((await world.asModel(BEN, 'note', 'list', '--session', ANA)).exit).toBe(0);
		expect((await world.req('note', 'pin', 'hers', 'text', '--session', '1a2b')).exit).toBe(0);
		expect((await world.req('note', 'pin', 'whose', 'text')).stderr).toContain('--session');
		expect((await world.asModel(CARL, 'note', 'next', 'no hook has seen it')).exit).toBe(1);
		expect(recordIn(world, BEN).pins.map(({ label }) => label)).toEqual(['mine']);
		expect(recordIn(world, ANA).pins.map(({ label }) => label)).toEqual(['hers']);
	});

	it('is at home also where the model works in another repository (D3)', async () => {
		await using world = await makeReqWorld(GATED);
		await using other = await makeReqWorld(GATED);
		await world.start(ANA);
		const env = { ...world.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: ANA };
		const pinned = await other.reqWith({ env }, 'note', 'pin', 'db', 'text');
		expect(pinned).toMatchObject({ exit: 0, stderr: '' });
		expect(recordIn(world, ANA).pins).toMatchObject([{ label: 'db' }]);
	});
});
