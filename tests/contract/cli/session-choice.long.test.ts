import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../support/git-repo.ts';
import { ANA, BEN, GATED, makeReqWorld, satisfiedIn } from '../../support/run-req.ts';

describe('which session (D5)', () => {
	it('none live, one live, several live', async () => {
		await using world = await makeReqWorld(GATED);
		expect((await world.req('satisfy', 'commit_plan')).exit).toBe(1);
		await world.start(ANA);
		expect((await world.req('satisfy', 'commit_plan')).exit).toBe(0);
		await world.start(BEN);
		const asked = await world.req('clear', 'commit_plan');
		expect(asked).toMatchObject({ exit: 1, stdout: '' });
		for (const uuid of [ANA, BEN]) expect(asked.stderr).toContain(uuid);
		expect(await satisfiedIn(world, ANA)).toEqual(['commit_plan']);
	});

	it('the environment decides before the registry, and names nothing when it holds no id', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
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
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.start(BEN);
		expect((await world.req('satisfy', 'commit_plan', '--session', reference)).exit).toBe(0);
		expect(await satisfiedIn(world, ANA)).toEqual(['commit_plan']);
		expect(await satisfiedIn(world, BEN)).toEqual([]);
	});

	it('a key that nobody has yet is the session that will have it', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('satisfy', 'commit_plan', '--session', ANA.slice(0, 8));
		expect(await satisfiedIn(world, ANA)).toEqual(['commit_plan']);
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
	});

	it('an id nothing tells of is taken, with a warning (D37)', async () => {
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
		expect(await satisfiedIn(world, ANA)).toEqual(expect.arrayContaining(['commit_plan']));
		expect(await satisfiedIn(world, BEN)).toEqual(expect.arrayContaining(['commit_plan']));
		for (const reference of [ANA, ANA.slice(0, 8)]) {
			const again = await world.req('satisfy', 'note_written', '--session', reference);
			expect(again).toMatchObject({ exit: 0, stderr: '' });
		}
	});

	it('where none is live, those seen last are named, newest first', async () => {
		await using world = await makeReqWorld(GATED);
		const alone = await world.req('satisfy', 'commit_plan');
		expect(alone.stderr).toContain('start claude here first');
		for (const uuid of [ANA, BEN]) {
			await world.start(uuid);
			await world.hook('session-end', uuid, { hook_event_name: 'SessionEnd', reason: 'other' });
		}
		const stored = '77777777-0000-4000-8000-000000000003';
		await world.req('satisfy', 'commit_plan', '--session', stored);
		const { exit, stderr } = await world.req('satisfy', 'note_written');
		expect(exit).toBe(1);
		const keys = [...stderr.matchAll(/^ +(\w{8}) .*\d{4}-\d\d-\d\d \d\d:\d\d$/gm)].map(
			([, key]) => key,
		);
		expect(keys).toEqual(['77777777', '5e6f7a8b', '1a2b3c4d']);
	});

	it.each([
		['satisfy', ['satisfy', 'commit_plan']],
		['approve', ['approve', 'note_written']],
		['clear', ['clear', 'commit_plan']],
		['done', ['done', 'arch-review']],
	])('%s says for which session it was', async (_, args) => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		expect((await world.req(...args)).stdout).toContain('1a2b3c4d');
	});

	it('what the user satisfies for a branch is no session’s doing', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		expect((await world.req('satisfy', 'architecture_reviewed')).stdout).toBe(
			'architecture_reviewed: satisfied for every session on branch feature/x\n',
		);
	});

	it('an ended session is found by its journal', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		expect(await world.json('session', 'list')).toMatchObject([{ uuid: ANA, status: 'complete' }]);
		expect((await world.req('satisfy', 'commit_plan', '--session', '1a2b')).exit).toBe(0);
		expect(await satisfiedIn(world, ANA)).toEqual(['commit_plan']);
	});
});

it('a linked worktree shares the state of its branch', async () => {
	await using world = await makeReqWorld(GATED);
	const tree = join(world.dir, 'tree');
	git(world.repo, 'worktree', 'add', '-q', '-b', 'other', tree);
	await world.reqWith({ cwd: tree }, 'satisfy', 'commit_plan', '--session', ANA);
	expect(await satisfiedIn(world, ANA)).toEqual([]);
	expect(await world.json('status', '--session', ANA, '--branch', 'other')).toMatchObject({
		requirements: [{ name: 'commit_plan', satisfied: true }, {}, {}, {}, {}, {}],
	});
});
