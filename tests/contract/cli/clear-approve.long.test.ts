import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANA, BEN, GATED, makeLiveWorld, makeReqWorld, satisfiedIn, status } from '../../support/run-req.ts';

const BRANCH_GATE = `version: 1
requirements:
  designed:
    scope: branch
`;

describe('clear', () => {
	it('this session, or every session when asked', async () => {
		await using world = await makeReqWorld(GATED);
		for (const uuid of [ANA, BEN]) await world.req('satisfy', 'commit_plan', '--session', uuid);
		await world.req('clear', 'commit_plan', '--session', ANA);
		expect([await satisfiedIn(world, ANA), await satisfiedIn(world, BEN)]).toEqual([[], ['commit_plan']]);
		await world.req('satisfy', 'commit_plan', '--session', ANA);
		expect((await world.req('clear', 'commit_plan', '--all-sessions')).exit).toBe(0);
		expect([await satisfiedIn(world, ANA), await satisfiedIn(world, BEN)]).toEqual([[], []]);
	});

	it('what is not satisfied is nothing to clear, and no file appears; a typo is an error', async () => {
		await using world = await makeLiveWorld();
		const cleared = await world.req('clear', 'commit_plan');
		expect(cleared).toMatchObject({ exit: 0, stdout: expect.stringContaining('nothing to clear') });
		expect(world.state()).toBeUndefined();
		expect((await world.req('clear', 'commit_pln')).exit).toBe(1);
	});

	it('a branch scope is cleared for every session: the next edit is refused', async () => {
		await using world = await makeLiveWorld(BRANCH_GATE);
		const edit = () =>
			world.hook('pre-tool-use', ANA, {
				...{ hook_event_name: 'PreToolUse', tool_name: 'Edit' },
				tool_input: { file_path: join(world.repo, 'a.txt'), old_string: 'a', new_string: 'b' },
			});
		await world.req('satisfy', 'designed', '--session', BEN);
		expect((await edit()).stdout).toBe('');
		expect((await world.req('clear', 'designed')).stdout).toBe(
			'designed: cleared for every session on branch feature/x\n',
		);
		const stored = { scope: 'branch', cleared_at: expect.any(String), sessions: {} };
		expect(world.state()).toMatchObject({ requirements: { designed: stored } });
		expect((await edit()).stdout).toContain('"deny"');
	});

	it('a permanent satisfaction stays, unless forced', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('satisfy', 'licence_signed');
		expect(await world.req('clear', 'licence_signed')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('--force'),
		});
		expect(await satisfiedIn(world, ANA)).toEqual(['licence_signed']);
		expect((await world.req('clear', 'licence_signed', '--force')).exit).toBe(0);
		expect(await satisfiedIn(world, ANA)).toEqual([]);
	});
});

describe('approve', () => {
	it('holds for any type, for this session, and ends', async () => {
		await using world = await makeLiveWorld();
		expect((await world.req('approve', 'on_main', '--ttl', '30m', '--by', 'lead')).exit).toBe(0);
		expect(await status(world, ANA, 'on_main')).toMatchObject({
			satisfied: true,
			satisfied_by: 'approval',
			metadata: { approved_by: 'lead' },
		});
		expect(await satisfiedIn(world, BEN)).toEqual([]);
		world.editState(/"expires_at": ?"[^"]+"/, '"expires_at":"2020-01-01T00:00:00.000Z"');
		expect(await satisfiedIn(world, ANA)).toEqual([]);
	});

	it('lasts an hour and is by the user when nothing else is said', async () => {
		await using world = await makeLiveWorld();
		await world.req('approve', 'architecture_reviewed');
		const { satisfied_at, expires_at, metadata } = await status(world, ANA, 'architecture_reviewed');
		expect(metadata).toEqual({ approved_by: 'ana', asked_by: 'terminal' });
		expect(Date.parse(String(expires_at)) - Date.parse(String(satisfied_at))).toBe(3_600_000);
		expect(await satisfiedIn(world, BEN)).toEqual([]);
	});
});

describe('how long an approval lasts', () => {
	it('not longer than 24 hours: the error names them', async () => {
		await using world = await makeLiveWorld();
		expect(await world.req('approve', 'on_main', '--ttl', '24h1s')).toMatchObject({
			exit: 64,
			stderr: expect.stringContaining('24h'),
		});
		expect(world.state()).toBeUndefined();
		expect((await world.req('approve', 'on_main', '--ttl', '24h')).exit).toBe(0);
	});
});

describe('approve of what is satisfied', () => {
	it.each([
		['session', 'commit_plan'],
		['branch', 'architecture_reviewed'],
	])('with a %s scope it stores nothing and says so', async (_, name) => {
		await using world = await makeLiveWorld();
		await world.req('satisfy', name);
		const before = world.state();
		const approved = await world.req('approve', name, '--ttl', '1h');
		expect(approved).toMatchObject({ exit: 0, stderr: '' });
		expect(approved.stdout).toMatch(/already.*1a2b3c4d/);
		expect(world.state()).toEqual(before);
	});

	it('it holds where the satisfaction ends earlier', async () => {
		await using world = await makeLiveWorld();
		await world.req('satisfy', 'commit_plan', '--ttl', '10m');
		await world.req('approve', 'commit_plan', '--ttl', '1h');
		expect(await status(world, ANA, 'commit_plan')).toMatchObject({ satisfied_by: 'approval' });
		await world.req('satisfy', 'commit_plan', '--ttl', '2h');
		await world.req('approve', 'commit_plan', '--ttl', '1h');
		expect(await status(world, ANA, 'commit_plan')).toMatchObject({ satisfied_by: 'user' });
	});
});
