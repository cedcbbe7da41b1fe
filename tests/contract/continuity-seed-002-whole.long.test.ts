import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finished, fullSession } from '../support/continuity-stories.ts';
import { codesIn, killedPid, makeContinuityWorld } from '../support/continuity-world.ts';

const DAY = 24;
/** No secret: it only looks like one. */
const TOKEN = ['ghp', `${'a1B2c3D4'.repeat(4)}wxyz`].join('_');

describe('capture at the end of a session', () => {
	it('the record is there when the end hook is, and every field is filled', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		expect(one.record()).toMatchObject({
			uuid: one.uuid,
			status: 'complete',
			started_at: expect.any(String),
			ended_at: expect.any(String),
			active_projects: ['repo'],
			pending_tasks: [{ id: `${one.key}-1`, title: 'Keep the cookie', status: 'in_progress' }],
			recent_learnings: [expect.stringMatching(/^i[0-9a-f]{8}$/)],
			pins: [{ label: 'cookie' }, { label: 'release', importance: 'critical' }],
		});
		expect(one.record()?.hot_topics).toContain('cookie');
	});

	it('what looks like a credential is not in a stored pin', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.req('note', 'pin', 'token', `the bot uses ${TOKEN} for now`);
		await one.stop();
		await one.end();
		expect(one.record()?.pins).toEqual([
			expect.objectContaining({ content: expect.stringContaining('the bot uses [redacted:') }),
		]);
		expect(JSON.stringify([one.record(), one.lines('pin')])).not.toContain(TOKEN);
	});

	it('a session that was killed leaves a valid, partial record', async () => {
		await using world = await makeContinuityWorld();
		const killed = await fullSession(world, 1, { pid: await killedPid() });
		const last = killed.lines('task').at(-1)?.['at'];
		const told = await world.session(2).start();
		expect(killed.record()).toMatchObject({
			status: 'crashed',
			crash_recovered: true,
			ended_at: last,
			pending_tasks: [{ id: `${killed.key}-1` }],
		});
		expect(told).toContain('SameSite must be Lax');
		expect(world.events('session_crash_recovered')).toEqual([
			expect.objectContaining({ session_id: killed.uuid, ended_at: last }),
		]);
	});

	it('a live session beside it is neither recovered nor a source', async () => {
		await using world = await makeContinuityWorld();
		const live = await fullSession(world, 1);
		await live.stop();
		world.pass(2, live);
		const told = await world.session(2).start();
		expect(told).not.toContain('SameSite');
		expect(live.record()).toMatchObject({ status: 'active', ended_at: null });
		expect(live.lines('crashed')).toEqual([]);
	});
});

describe('events', () => {
	it('all five are kept, readable, and their chain is whole', async () => {
		await using world = await makeContinuityWorld();
		await finished(world, 1);
		world.pass(DAY);
		const two = world.session(2);
		await two.start();
		await two.stop();
		await two.end();
		await world.world.req('session', 'lineage', '--continued', two.key);
		const events = (await world.world.json('session', 'events')) as { name: string }[];
		expect(events.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'session_captured',
				'session_restored',
				'confidence_decay_applied',
				'pending_task_surfaced',
				'session_chain_traversal',
			]),
		);
		expect(world.events('session_captured')[0]).toMatchObject({
			pin_count: 2,
			learning_count: 1,
			task_count: 1,
		});
		expect((await world.world.req('session', 'events', '--verify')).exit).toBe(0);
	});

	it('a cold start leaves no event of a restoration', async () => {
		await using world = await makeContinuityWorld();
		await world.session(1).start();
		for (const name of ['session_restored', 'confidence_decay_applied', 'pending_task_surfaced'])
			expect(world.events(name)).toEqual([]);
	});
});

describe('all of it together', () => {
	it('A sets pins, ends; B has them a day later, with decay', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		world.pass(DAY);
		const two = world.session(2);
		const told = await two.start();
		expect(told).toContain('SameSite must be Lax behind the proxy');
		expect(world.events('confidence_decay_applied')[0]?.['decayed_score']).toBeCloseTo(0.943, 2);
		expect(codesIn(told)).toEqual(expect.arrayContaining(['proj:repo', 'impl:login.ts']));
		expect(JSON.parse(await two.req('note', 'list', '--json'))).toEqual(
			expect.arrayContaining([expect.objectContaining({ label: 'cookie' })]),
		);
		await two.stop();
		await two.end();
		expect(two.record()).toMatchObject({
			previous: one.key,
			restorations: [{ from: one.key, mode: 'auto' }],
		});
		expect(one.record()?.continued_by).toBe(two.key);
	});

	it('what an older build left is read, and none of it is lost', async () => {
		await using world = await makeContinuityWorld('version: 1\nrequirements: { plan: {} }\n');
		const uuid = '12345678-0000-4000-8000-000000000000';
		const at = '2026-11-01T10:00:00.000Z';
		const sessions = join(world.stateDir, 'sessions');
		mkdirSync(sessions, { recursive: true });
		const lines = [
			{ at, s: uuid, e: 'start', source: 'startup', branch: 'feature/x', cwd: world.world.repo },
			{ at, s: uuid, e: 'trigger', branch: 'feature/x', names: ['plan'] },
		];
		const journal = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
		writeFileSync(join(sessions, '12345678.jsonl'), journal);
		const entry = { satisfied: true, satisfied_at: at, satisfied_by: 'user', uuid };
		const plan = { scope: 'session', sessions: { '12345678': entry } };
		const stored = { schema_version: 1, branch: 'feature/x', project: world.world.repo };
		const times = { created_at: at, updated_at: at };
		writeFileSync(
			join(world.stateDir, 'feature-x.json'),
			JSON.stringify({ ...stored, ...times, requirements: { plan } }),
		);
		const one = world.session(1);
		await one.start();
		await one.edit('a.ts');
		await one.stop();
		await one.end();
		const { requirements } = world.world.state() as { requirements: { plan: typeof plan } };
		expect(requirements.plan.sessions['12345678']).toEqual(entry);
		expect(readdirSync(world.stateDir)).not.toContain('quarantine');
		const known = (await world.world.json('session', 'list', '--all')) as { key: string }[];
		expect(known.map(({ key }) => key)).toEqual(expect.arrayContaining([one.key, '12345678']));
	});
});
