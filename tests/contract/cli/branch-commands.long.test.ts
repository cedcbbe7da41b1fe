import { expect, it } from 'vitest';
import { git } from '../../support/git-repo.ts';
import { ANA, BEN, GATED, makeReqWorld, ran } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

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

it('times and days are those of the reader, in --json as stored', async () => {
	await using world = await makeReqWorld(GATED);
	const stored = '2026-03-01T23:30:00.000Z';
	const times = { started_at: stored, last_activity: stored, ended_at: stored };
	plantRecords(world.repo, someRecord(BEN, { ...times, status: 'archived' }));
	await world.req('satisfy', 'commit_plan', '--session', ANA);
	world.editState(/"satisfied_at": ?"[^"]+"/, `"satisfied_at":"${stored}"`);
	const tokyo = { env: { TZ: 'Asia/Tokyo' } };
	expect((await world.reqWith(tokyo, 'log', '--wide')).stdout).toContain('2026-03-02 08:30');
	expect((await world.reqWith(tokyo, 'log', '--json')).stdout).toContain(stored);
	const listed = async (day: string) => {
		const args = ['session', 'list', '--since', day, '--until', day, '--json'];
		return JSON.parse((await world.reqWith(tokyo, ...args)).stdout).length;
	};
	expect([await listed('2026-03-01'), await listed('2026-03-02')]).toEqual([0, 1]);
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
	git(world.repo, 'switch', '-q', '-c', 'other');
	expect(await edit()).toContain('deny');
	git(world.repo, 'switch', '-q', 'feature/x');
	for (const _ of [1, 2]) expect((await world.req('pause', '--off')).exit).toBe(0);
	expect(await edit()).toContain('deny');
});
