import { expect, it } from 'vitest';
import { git } from '../../support/git-repo.ts';
import { ANA, BEN, GATED, makeReqWorld, ran, satisfiedIn } from '../../support/run-req.ts';

it('the history tells what was satisfied, by whom, and how it ended', async () => {
	await using world = await makeReqWorld(GATED);
	expect(await world.json('log')).toEqual([]);
	await world.req('satisfy', 'commit_plan', '--session', ANA);
	await world.req('clear', 'commit_plan', '--session', ANA);
	await world.req('satisfy', 'commit_plan', '--session', BEN, '--evidence', 'v2');
	await world.req('satisfy', 'architecture_reviewed');
	const common = { requirement: 'commit_plan', scope: 'session', satisfied_by: 'user' };
	expect(await world.json('log', 'commit_plan')).toEqual([
		expect.objectContaining({
			...common,
			session: '5e6f7a8b',
			ended_at: null,
			ended_by: null,
			metadata: { asked_by: 'terminal', evidence: 'v2' },
		}),
		expect.objectContaining({
			...common,
			session: '1a2b3c4d',
			ended_at: expect.any(String),
			ended_by: 'cleared',
			metadata: { asked_by: 'terminal' },
		}),
	]);
	expect(await world.json('log')).toHaveLength(3);
	const text = (await world.req('log')).stdout.split('\n');
	expect(text[0]).toMatch(/^SATISFIED +REQUIREMENT/);
	const [row] = text.filter((line) => line.includes('5e6f7a8b'));
	expect(text[text.indexOf(String(row)) + 1]?.trim()).toBe('"v2"');
	expect(await world.req('log', 'comit_plan')).toMatchObject({ exit: 1, stdout: '' });
});

it('a pause lets work go on on this branch, until it is undone', async () => {
	await using world = await makeReqWorld(GATED);
	const edit = async () => {
		const input = {
			...ran('Edit', { file_path: `${world.repo}/a.txt` }),
			hook_event_name: 'PreToolUse',
		};
		return (await world.hook('pre-tool-use', ANA, input)).stdout;
	};
	expect(await edit()).toContain('deny');
	expect((await world.req('pause', '--reason', 'hot\u0007fix')).exit).toBe(0);
	const paused = world.state();
	expect(paused).toMatchObject({ paused: { by: 'ana', reason: 'hot fix' } });
	expect(await edit()).toBe('');
	for (const args of [['pause'], ['pause', '--reason', 'hot fix']]) {
		expect((await world.req(...args)).exit).toBe(0);
		expect(world.state()).toEqual(paused);
	}
	expect(await world.req('pause', '--reason', 'other')).toMatchObject({
		exit: 0,
		stdout: expect.stringContaining('"other"'),
	});
	const { at, by } = (paused as { paused: { at: string; by: string } }).paused;
	expect(world.state()).toMatchObject({ paused: { at, by, reason: 'other' } });
	expect(await edit()).toBe('');
	git(world.repo, 'switch', '-q', '-c', 'other');
	expect(await edit()).toContain('deny');
	git(world.repo, 'switch', '-q', 'feature/x');
	for (const _ of [1, 2]) expect((await world.req('pause', '--off')).exit).toBe(0);
	expect(await edit()).toContain('deny');
});

it('times are those of the reader, in --json they are as stored', async () => {
	await using world = await makeReqWorld(GATED);
	await world.start(ANA);
	await world.req('satisfy', 'commit_plan');
	world.editState(/"satisfied_at": ?"[^"]+"/, '"satisfied_at":"2026-03-01T23:30:00.000Z"');
	const tokyo = { env: { TZ: 'Asia/Tokyo' } };
	expect((await world.reqWith(tokyo, 'log', '--wide')).stdout).toContain('2026-03-02 08:30');
	expect((await world.reqWith(tokyo, 'log', '--json')).stdout).toContain(
		'2026-03-01T23:30:00.000Z',
	);
	await world.req('pause');
	world.editState(/"at": ?"[^"]+"/, '"at":"2026-03-01T23:30:00.000Z"');
	expect((await world.reqWith(tokyo, 'status')).stdout).toMatch(
		/since 2026-03-02 08:30 \(\d+ days ago\)/,
	);
	const { started_at } =
		((await world.json('session', 'list')) as { started_at: string }[])[0] ?? {};
	expect(new Date(String(started_at)).toISOString()).toBe(started_at);
});

it('what was carried tells from where, and by what it was proved', async () => {
	await using world = await makeReqWorld(GATED);
	const skill = ran('Skill', { skill: 'arch-review' }, { success: true });
	await world.hook('post-tool-use', ANA, skill);
	await world.start(BEN);
	await world.req('satisfy', 'commit_plan', '--carry');
	expect((await world.req('log')).stdout).toContain('carried from 1a2b3c4d, /arch-review');
});

it('sessions list --json has the fixed keys, newest first', async () => {
	await using world = await makeReqWorld(GATED);
	expect(await world.json('session', 'list')).toEqual([]);
	await world.start(ANA);
	git(world.repo, 'switch', '-q', '-c', 'other');
	await world.start(BEN);
	const common = {
		name: null,
		status: 'live',
		ended_at: null,
		learnings: 0,
		cwd: world.repo,
		topics: expect.any(Array),
	};
	expect(await world.json('session', 'list')).toEqual([
		{ ...common, key: '5e6f7a8b', uuid: BEN, branch: 'other', started_at: expect.any(String) },
		{ ...common, key: '1a2b3c4d', uuid: ANA, branch: 'feature/x', started_at: expect.any(String) },
	]);
	expect((await world.req('session', 'list')).stdout).toMatch(
		/^KEY +NAME +STATUS +BRANCH +STARTED +ENDED +LEARNINGS +TOPICS\n5e6f7a8b/,
	);
	const elsewhere = { cwd: world.dir };
	expect(JSON.parse((await world.reqWith(elsewhere, 'session', 'list', '--json')).stdout)).toEqual(
		[],
	);
	expect((await world.reqWith(elsewhere, 'session', 'list')).stdout).toContain(
		'in this repository',
	);
	const all = (await world.reqWith(elsewhere, 'session', 'list', '--all', '--json')).stdout;
	expect(JSON.parse(all)).toHaveLength(2);
});

it('what one branch has, another has not', async () => {
	await using world = await makeReqWorld(GATED);
	await world.req('satisfy', 'commit_plan', '--session', ANA);
	git(world.repo, 'switch', '-q', '-c', 'feature-x');
	expect(await satisfiedIn(world, ANA)).toEqual(['on_main']);
	expect(await world.json('log')).toEqual([]);
});
