import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someInsight, someRecord } from '../../support/some-record.ts';

const CARL = '77777777-0000-4000-8000-000000000003';
const DORA = '88888888-0000-4000-8000-000000000004';
const LEARNT = {
	...{ id: 'i0000001', kind: 'learning' as const, text: 'tune first', confidence: 1 },
	...{ source: 'user', created_at: daysAgo(1) },
};

/** Folding the record again changes none of it. */
const KNOWN = {
	...{ insights: [LEARNT], recent_learnings: [LEARNT.id] },
	...{ terms: { ft991a: 9 }, hot_topics: ['ft991a'] },
};

type Listed = { key: string };
const listed = (world: ReqWorld, ...args: string[]) => world.json('session', 'list', ...args) as Promise<Listed[]>;
const keys = async (world: ReqWorld, ...args: string[]) => (await listed(world, ...args)).map(({ key }) => key);

/** One session of yesterday, one of a month and more ago, one live. */
async function planted(): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	plantRecords(
		world.repo,
		someRecord(ANA, { name: 'auth-v1', days: 1, ...KNOWN }),
		someRecord(CARL, { name: 'radio', days: 40, status: 'archived', branch: 'main' }),
	);
	await world.start(BEN);
	return world;
}

describe('req session list', () => {
	it('live ones and those of 30 days, newest first; --all archived ones too (D14)', async () => {
		await using world = await planted();
		const common = {
			...{ branch: 'feature/x', started_at: expect.any(String), topics: expect.any(Array) },
			...{ last_activity: expect.any(String), closed: false },
		};
		const [live, ended] = [
			{ status: 'live', name: null, ended_at: null, learnings: 0 },
			{ status: 'complete', name: 'auth-v1', learnings: 1, topics: ['ft991a'] },
		];
		expect(await listed(world)).toEqual([
			{ ...common, ...live, key: '5e6f7a8b', uuid: BEN, cwd: world.repo },
			{
				...common,
				...ended,
				key: '1a2b3c4d',
				uuid: ANA,
				cwd: '/repo',
				ended_at: expect.any(String),
			},
		]);
		expect(await keys(world, '--all')).toEqual(['5e6f7a8b', '1a2b3c4d', '77777777']);
		const text = (await world.req('session')).stdout;
		expect(text).toMatch(
			/^KEY +NAME +STATUS +BRANCH +STARTED +ENDED +LEARNINGS +TOPICS\n5e6f7a8b .*\n1a2b3c4d +auth-v1 .* 1 +ft991a/,
		);
	});

	it('a session that only ended is not called complete; a closed one is', async () => {
		await using world = await planted();
		const statuses = async () =>
			(await world.req('session', 'list')).stdout.match(/live, complete|complete|live|ended(?= )/g);
		expect(await statuses()).toEqual(['live', 'ended']);
		for (const uuid of [ANA, BEN]) await world.req('session', 'complete', '--session', uuid);
		expect(await statuses()).toEqual(['live, complete', 'complete']);
	});

	it('of a time that was asked for, at any age', async () => {
		await using world = await planted();
		expect(await keys(world, '--until', '14d')).toEqual(['77777777']);
		expect(await keys(world, '--since', '14d', '--until', '2h')).toEqual(['1a2b3c4d']);
		expect(await keys(world, '--since', '1h')).toEqual(['5e6f7a8b']);
		expect((await keys(world, '--since', '60d')).length).toBe(3);
		expect((await world.req('session', 'list', '--until', '90d')).stdout).toContain('no session');
	});

	it('--completed is a table, newest first, with counts', async () => {
		await using world = await planted();
		const rows = (await world.req('session', 'list', '--completed', '--all')).stdout.trim().split('\n');
		expect(rows[0]?.split(/ +/)).toEqual(['NAME', 'STATUS', 'COMPLETED_AT', 'LEARNINGS']);
		const [name, status, at = '', learnings] = rows[1]?.split(/ +/) ?? [];
		expect([name, status, learnings]).toEqual(['auth-v1', 'ended', '1']);
		expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		expect(rows[2]).toMatch(/^radio +archived /);
		expect(rows).toHaveLength(3);
	});
});

describe('req session show', () => {
	it('is the record and no replay; its insights by kind; its validation', async () => {
		await using world = await planted();
		await world.hook('session-end', BEN, { reason: 'clear' });
		const known = JSON.parse(JSON.stringify(recordIn(world, ANA)));
		expect(await world.json('session', 'show', 'auth-v1')).toEqual(known);
		const page = (await world.req('session', 'show', 'auth-v1')).stdout;
		for (const fact of [ANA, 'feature/x', 'ft991a', 'tune first']) expect(page).toContain(fact);
		const learnings = await world.json('session', 'show', 'auth-v1', '--learnings');
		expect(learnings).toEqual({
			...{ learnings: [LEARNT], patterns: [], warnings: [], decisions: [] },
		});
		expect(await world.json('session', 'show', 'auth-v1', '--validation')).toBeNull();
	});

	it('its insights of all kinds, by kind, to read', async () => {
		await using world = await makeReqWorld(GATED);
		const kinds = ['decision', 'warning', 'pattern', 'learning'] as const;
		const insights = kinds.map((kind) => someInsight(`i-${kind}`, `${kind} of ana`, { kind }));
		plantRecords(world.repo, someRecord(ANA, { insights }));
		const shown = await world.json('session', 'show', ANA, '--learnings');
		expect(Object.keys(shown as object)).toEqual(['learnings', 'patterns', 'warnings', 'decisions']);
		const { stdout } = await world.req('session', 'show', ANA, '--learnings');
		const parts = ['learning', 'pattern', 'warning', 'decision'].map((kind) => {
			return `${kind}s [(]1[)]\\n +i-${kind} .*${kind} of ana`;
		});
		expect(stdout).toMatch(new RegExp(parts.join('\\s+')));
	});

	it('the validation of a session that owes a word', async () => {
		await using world = await makeReqWorld(GATED);
		const at = daysAgo(1);
		const warning = 'Agent did not acknowledge inherited context';
		const inherited = { from: '77777777', at, door: 'command', select: 'learnings,progress' };
		plantRecords(
			world.repo,
			someRecord(ANA, {
				...{ inherited, parent: '77777777', previous: '88888888' },
				comprehension: { required: true, present: false, warning, at },
			}),
		);
		expect(await world.json('session', 'show', ANA, '--validation')).toEqual({
			comprehension_check: { required: true, present: false, warning },
			timestamp: at,
		});
		expect((await world.req('session', 'show', ANA, '--validation')).stdout).toMatch(
			/inherited learnings,progress of 77777777, .*, not acknowledged$/m,
		);
		const page = (await world.req('session', 'show', ANA)).stdout;
		expect(page).toMatch(/^ {2}came from +77777777, 88888888$/m);
		expect(page).toMatch(/^ {2}inherited +learnings,progress of 77777777, .*, not acknowledged$/m);
	});
});

describe('req session lineage --continued', () => {
	/** Six sessions, each following the one before, oldest first. */
	async function chained() {
		const world = await makeReqWorld(GATED);
		const ids = [1, 2, 3, 4, 5, 6].map((n) => `${n}000000${n}-0000-4000-8000-00000000000${n}`);
		const records = ids.map((uuid, at) =>
			someRecord(uuid, {
				days: 60 - at * 10,
				previous: ids[at - 1]?.slice(0, 8) ?? null,
				continued_by: ids[at + 1]?.slice(0, 8) ?? null,
				status: at < 3 ? 'archived' : 'complete',
			}),
		);
		plantRecords(world.repo, ...records);
		return { world, ids };
	}

	it('five sessions, oldest first', async () => {
		const { world, ids } = await chained();
		await using _ = world;
		const chain = (await world.json('session', 'lineage', '--continued')) as { uuid: string }[];
		expect(chain.map(({ uuid }) => uuid)).toEqual(ids.slice(1));
		expect(Object.keys(chain[0] ?? {})).toEqual(
			'key uuid name started_at ended_at continued_by topics tasks branch status parent'.split(' '),
		);
		const two = (await world.json('session', 'lineage', '--continued', '4000', '--depth', '2')) as {
			uuid: string;
		}[];
		expect(two.map(({ uuid }) => uuid)).toEqual(ids.slice(2, 4));
		expect((await world.req('session', 'lineage', '--continued', '--depth', '9')).stdout).toMatch(
			/10000001.*[\s\S]*60000006/,
		);
	});

	it('each look along it is an event with its fields', async () => {
		const { world, ids } = await chained();
		await using _ = world;
		await world.req('session', 'lineage', '--continued', '--depth', '3');
		expect(await world.json('session', 'events')).toEqual([
			{
				ts: expect.any(String),
				name: 'session_chain_traversal',
				session: ids[5],
				data: { start_id: ids[5], depth: 3, sessions_found: 3 },
			},
		]);
	});
});

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
		expect([`archive/${ANA}.json`, `archive/${CARL}.json`, `${DORA}.json`].map(file)).toEqual([true, true, true]);
		expect((await world.req('session', 'cleanup')).stdout).toBe('0 sessions archived\n');
		expect(await keys(world)).toEqual(['88888888', '1a2b3c4d', '77777777']);
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
		const there = (uuid: string) =>
			[
				join(world.repo, '.git/requirements/sessions', `${uuid}.json`),
				join(world.repo, '.git/requirements/sessions', `${uuid}.jsonl`),
				join(world.configDir, 'requirements/sessions', `${uuid}.json`),
				join(world.configDir, 'requirements/calls', uuid),
			].map(existsSync);
		expect(there(ANA)).toEqual([true, true, true, true]);
		const asked = await world.req('session', 'forget', '1a2b');
		expect(asked).toMatchObject({ exit: 0, stderr: '' });
		expect(asked.stdout).toContain(`${ANA}.jsonl`);
		expect(asked.stdout).toContain('nothing was removed; `req session forget 1a2b3c4d --yes` removes it');
		expect(there(ANA)).toEqual([true, true, true, true]);
		expect((await world.req('session', 'forget', '1a2b', '--yes')).exit).toBe(0);
		expect(there(ANA)).toEqual([false, false, false, false]);
		expect(there(BEN)).toEqual([true, true, true, true]);
		expect(await keys(world, '--all')).toEqual(['5e6f7a8b']);
		expect((await world.req('session', 'forget', '1a2b', '--yes')).exit).toBe(1);
	});

	it('takes its pins from the sessions that inherited them', async () => {
		await using world = await makeReqWorld(GATED);
		const pin = { label: 'db', content: 'text', importance: 'standard' } as const;
		plantRecords(world.repo, someRecord(ANA, { pins: [{ ...pin, pinned_at: daysAgo(1) }] }));
		await world.start(BEN);
		const pins = () => world.json('note', 'list', '--session', BEN);
		expect(await pins()).toMatchObject([{ label: 'db' }]);
		await world.req('session', 'forget', ANA, '--yes');
		expect(await pins()).toEqual([]);
	});

	it('is refused for a session at work', async () => {
		await using world = await planted();
		expect(await world.req('session', 'forget', BEN, '--yes')).toMatchObject({
			exit: 1,
			stdout: '',
		});
		expect(await keys(world)).toEqual(['5e6f7a8b', '1a2b3c4d']);
	});
});
