import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, GATED, makeLiveWorld, makeReqWorld, satisfiedIn, status } from '../../support/run-req.ts';
import { plantLock } from '../../support/writer.ts';

describe('satisfy', () => {
	it('stores who, when and why, for this session only', async () => {
		await using world = await makeLiveWorld();
		const done = await world.req('satisfy', 'commit_plan', '--evidence', 'see\u001b[2J\nPR 4', '--ttl', '1h');
		expect(done).toMatchObject({ exit: 0, stderr: '' });
		expect(await status(world, ANA, 'commit_plan')).toMatchObject({
			satisfied: true,
			satisfied_by: 'user',
			metadata: { evidence: 'see PR 4' },
			expires_at: expect.any(String),
		});
		expect(await satisfiedIn(world, BEN)).toEqual([]);
		expect((await world.req('satisfy', 'commit_plan')).exit).toBe(0);
	});

	it('a branch scope holds for every session and needs none', async () => {
		await using world = await makeReqWorld(GATED);
		expect((await world.req('satisfy', 'architecture_reviewed')).exit).toBe(0);
		expect(await satisfiedIn(world, ANA)).toEqual(['architecture_reviewed']);
		expect(await satisfiedIn(world, BEN)).toEqual(['architecture_reviewed']);
		git(world.repo, 'switch', '-q', '-c', 'other');
		expect(await satisfiedIn(world, ANA)).toEqual(['on_main']);
	});
});

describe('--carry (D1)', () => {
	it('takes the latest satisfaction of an ended session, with its time and origin', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('satisfy', 'commit_plan', '--session', ANA, '--evidence', 'v1');
		const before = await status(world, ANA, 'commit_plan');
		await world.start(BEN);
		expect((await world.req('satisfy', 'commit_plan', '--carry')).exit).toBe(0);
		expect(await status(world, BEN, 'commit_plan')).toMatchObject({
			satisfied_by: 'carried',
			satisfied_at: before['satisfied_at'],
			metadata: { evidence: 'v1', carried_from: '1a2b3c4d', originally_by: 'user' },
		});
	});

	it('a lone word after it is the requirement', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('satisfy', 'commit_plan', '--session', ANA);
		await world.start(BEN);
		expect(await world.req('satisfy', '--carry', 'commit_plan')).toMatchObject({
			exit: 0,
			stderr: '',
		});
		expect(await status(world, BEN, 'commit_plan')).toMatchObject({ satisfied_by: 'carried' });
		expect((await world.req('satisfy', '--carry')).exit).toBe(64);
	});

	it('never from a live session, never an approval, never by the model', async () => {
		await using world = await makeLiveWorld();
		await world.start(BEN);
		await world.req('satisfy', 'commit_plan', 'note_written', '--session', ANA);
		const carry = ['satisfy', 'commit_plan', '--session', BEN];
		expect((await world.req(...carry, '--carry')).exit).toBe(1);
		expect((await world.req(...carry, '--carry', ANA)).exit).toBe(1);
		expect((await world.asModel(BEN, 'satisfy', 'note_written', '--carry', ANA)).exit).toBe(1);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		await world.req('clear', 'commit_plan', '--session', ANA);
		await world.req('approve', 'commit_plan', '--session', ANA);
		expect((await world.req(...carry, '--carry', ANA)).exit).toBe(1);
		expect(await satisfiedIn(world, BEN)).toEqual([]);
	});
});

describe('--carry from another branch of the same session', () => {
	it('takes the latest, or that of the branch that is named, and moves what is single-use', async () => {
		await using world = await makeReqWorld(GATED);
		const mine = ['--session', ANA];
		await world.start(ANA);
		await world.req('satisfy', 'commit_plan', ...mine, '--evidence', 'of x');
		git(world.repo, 'switch', '-q', '-c', 'other');
		await world.req('satisfy', 'commit_plan', ...mine, '--evidence', 'of other');
		git(world.repo, 'switch', '-q', '-c', 'third');
		expect(await world.json('status', ...mine)).toMatchObject({
			requirements: expect.arrayContaining([
				expect.objectContaining({
					name: 'commit_plan',
					held_on: { branch: 'other', satisfied_at: expect.any(String) },
					resolve: expect.arrayContaining([{ kind: 'user', text: 'req satisfy commit_plan --carry' }]),
				}),
			]),
		});
		const carry = await world.req('satisfy', 'commit_plan', ...mine, '--carry', 'feature/x');
		expect(carry.stdout).toContain('carried from branch feature/x');
		expect(await status(world, ANA, 'commit_plan')).toMatchObject({
			metadata: { evidence: 'of x', originally_by: 'user', carried_from_branch: 'feature/x' },
		});
		expect((await world.req('log')).stdout).toContain('carried from branch feature/x, user');
		git(world.repo, 'switch', '-q', '-c', 'fourth');
		expect((await world.req('satisfy', 'commit_plan', ...mine, '--carry')).exit).toBe(0);
		expect(await status(world, ANA, 'commit_plan')).toMatchObject({
			metadata: { evidence: 'of other' },
		});
	});

	it('is the user’s, never the model’s; another session’s branch is none of ours', async () => {
		await using world = await makeLiveWorld();
		await world.req('satisfy', 'note_written', 'commit_plan', '--session', ANA);
		git(world.repo, 'switch', '-q', '-c', 'other');
		expect((await world.asModel(ANA, 'satisfy', 'note_written', '--carry')).exit).toBe(1);
		expect((await world.req('satisfy', 'commit_plan', '--session', BEN, '--carry')).exit).toBe(1);
		expect((await world.req('status', '--session', BEN)).stdout).not.toContain('--carry');
	});
});

it('D7: what cannot be stored is an error with a way on, not silence', async () => {
	await using world = await makeReqWorld(GATED);
	writeIn(world.repo, '.git/requirements/feature-x.json', '{"schema_version":99,"branch":"feature/x"}');
	expect(await world.req('satisfy', 'architecture_reviewed')).toMatchObject({
		exit: 1,
		stdout: '',
		stderr: expect.stringContaining('newer'),
	});
	writeIn(world.repo, '.git/requirements/feature-x.json', '[]');
	const after = await world.req('satisfy', 'architecture_reviewed');
	expect(after.exit).toBe(0);
	expect(after.stderr + JSON.stringify(await world.json('status'))).toMatch(/unreadable|state_unreadable/);
});

it('D8: a locked state is an error of the command, which stores nothing', async () => {
	await using world = await makeReqWorld(GATED);
	await world.req('satisfy', 'licence_signed');
	const letGo = plantLock(join(world.repo, '.git/requirements/branches'), {
		...{ pid: process.pid, host: 'another-machine' },
	});
	const before = world.state();
	expect(await world.req('satisfy', 'architecture_reviewed')).toMatchObject({
		exit: 1,
		stdout: '',
		stderr: expect.stringContaining('state file locked; nothing was stored'),
	});
	expect(world.state()).toEqual(before);
	letGo();
	expect((await world.req('satisfy', 'architecture_reviewed')).exit).toBe(0);
	expect(await satisfiedIn(world, ANA)).toEqual(['architecture_reviewed', 'licence_signed']);
});
