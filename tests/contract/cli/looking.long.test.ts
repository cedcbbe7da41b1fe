import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someRecord } from '../../support/some-record.ts';

const CARL = '77777777-0000-4000-8000-000000000003';
const DECISION = {
	...{ id: 'i0000001', kind: 'decision' as const, text: 'use jwt', why: 'short lived' },
	...{ confidence: 1, source: 'user', created_at: daysAgo(1) },
};
const TASK = {
	...{ id: 't1', title: 'tune the radio', status: 'open' as const, flagged_incomplete: false },
	last_activity: daysAgo(1),
};

/** One recent session and one in the archive, both about radios. */
async function planted(): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	plantRecords(
		world.repo,
		someRecord(ANA, {
			name: 'auth-v1',
			insights: [DECISION],
			pins: [{ label: 'port', content: '8080', importance: 'critical', pinned_at: daysAgo(1) }],
			pending_tasks: [TASK],
			activity: {
				files: [{ path: 'src/radio.ts', edits: 2, last: daysAgo(1) }],
				functions: ['tune'],
				completed: ['test:npm'],
				next_actions: ['review it'],
				blockers: [{ type: 'need', text: 'a key', at: daysAgo(1), source: 'user' }],
			},
		}),
		someRecord(CARL, {
			status: 'archived',
			days: 60,
			notes: [{ at: daysAgo(60), from: 'turn', text: `first\n${'word '.repeat(60)}radio end` }],
		}),
	);
	return world;
}

describe('what a session knows', () => {
	it('is shown: pins, insights, tasks, what is ahead', async () => {
		await using world = await planted();
		expect(await world.json('session', 'show', 'auth-v1')).toMatchObject({
			...{ key: '1a2b3c4d', uuid: ANA, name: 'auth-v1', status: 'complete' },
			pins: [{ label: 'port' }],
			insights: [DECISION],
			pending_tasks: [TASK],
			activity: { next_actions: ['review it'] },
		});
		const text = (await world.req('session', 'show', 'auth-v1')).stdout;
		for (const fact of ['8080', 'use jwt', 'tune the radio', 'review it', 'a key']) expect(text).toContain(fact);
	});

	it('export as codes, as stored codes, as the seed sees a session', async () => {
		await using world = await planted();
		const exported = async (...args: string[]) => (await world.req('session', 'export', ...args)).stdout;
		expect((await exported()).trim().split('\n')).toEqual([
			'proj:repo',
			'impl:radio.ts',
			'impl:tune',
			'dec:use-jwt-short-lived',
			'block:need:a-key',
			'next:review-it',
			'next:tune-the-radio',
		]);
		const stored = JSON.parse(await exported('--format', 'codes-json'));
		expect(Object.keys(stored)).toEqual(
			'session_id project timestamp files functions decisions blockers next_actions metadata'.split(' '),
		);
		expect(Object.keys(stored.metadata)).toEqual(['expires_at']);
		expect(JSON.parse(await exported('auth-v1', '--format', 'seed'))).toMatchObject({
			id: ANA,
			project: 'repo',
			completed: ['test:npm'],
			status: 'active',
		});
		expect(await exported('--json')).toBe(await exported('--format', 'codes-json'));
	});
});

interface Hit {
	readonly session: string | null;
	readonly kind: string;
	readonly text: string;
}

describe('req search', () => {
	it('says of each find why it matched, also in the middle of a long text', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('learn', `the deployment needs ${'very '.repeat(80)}running databases`);
		expect(await world.json('search', 'deploy', 'database', 'running')).toMatchObject([
			{ matched: ['deployment', 'databases', 'running'] },
		]);
		const { stdout } = await world.req('search', 'deploy', 'database', 'running');
		expect(stdout).toContain('  has "deployment" and "databases" and "running"\n');
	});

	it('shows a task of several sessions once, as it is now', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('task', 'add', 'tune the radio', '--description', 'by ear');
		const pending = { pending_tasks: [TASK] };
		plantRecords(world.repo, someRecord(ANA, pending), someRecord(CARL, pending));
		await world.req('task', 'done', 't1');
		expect(await world.json('search', 'radio')).toMatchObject([
			{ kind: 'task', text: 't1: tune the radio: by ear', ended: 'done' },
		]);
	});

	it('day 24: finds in all sessions, archived ones too, what was noted first', async () => {
		await using world = await planted();
		const hits = (await world.json('search', 'radio')) as Hit[];
		expect(hits.map(({ kind, session }) => [kind, session])).toEqual(
			expect.arrayContaining([
				['task', '1a2b3c4d'],
				['file', '1a2b3c4d'],
				['note', '77777777'],
			]),
		);
		expect(Object.keys(hits[0] ?? {})).toEqual(
			'session name kind text at score matched ended superseded_by gone id'.split(' '),
		);
		// Notes and tasks first, then files.
		const groups = hits.map(({ kind }) => ['note', 'task'].includes(kind));
		expect(groups).toEqual([...groups].sort((one, other) => Number(other) - Number(one)));
	});
});

describe('req session events', () => {
	/** Three looks along a chain of one session, and the file they are in. */
	async function looked() {
		const world = await planted();
		for (const _ of [1, 2, 3]) await world.req('session', 'lineage', '--continued', 'auth-v1');
		await world.req('session', 'lineage', '--continued', CARL);
		return { world, file: join(world.repo, '.git/requirements/events.jsonl') };
	}

	it('list by session, newest last', async () => {
		const { world } = await looked();
		await using _ = world;
		const list = async (...args: string[]) =>
			((await world.json('session', 'events', ...args)) as { session: string }[]).map(({ session }) => session);
		expect(await list()).toEqual([ANA, ANA, ANA, CARL]);
		expect(await list('--session', 'auth-v1')).toEqual([ANA, ANA, ANA]);
	});

	it.each<[what: string, change: (lines: string[]) => string[], line: number]>([
		['a line that was changed', ([a = '', b = '', ...rest]) => [a, b.replace(ANA, CARL), ...rest], 2],
		['a line that was removed', ([a = '', , ...rest]) => [a, ...rest], 2],
		['lines that changed places', ([a = '', b = '', ...rest]) => [b, a, ...rest], 1],
	])('%s breaks the chain', async (_, change, line) => {
		const { world, file } = await looked();
		await using _world = world;
		expect((await world.req('session', 'events', '--verify')).exit).toBe(0);
		const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
		writeFileSync(file, `${change(lines).join('\n')}\n`);
		expect(await world.req('session', 'events', '--verify')).toMatchObject({
			exit: 1,
			stdout: expect.stringContaining(`line ${line} `),
		});
		expect(await world.json('session', 'events', '--verify')).toMatchObject({ whole: false, line });
	});

	it('no event is whole, and a torn line is no break', async () => {
		await using world = await makeReqWorld(GATED);
		expect(await world.json('session', 'events', '--verify')).toMatchObject({
			whole: true,
			events: 0,
		});
		expect(await world.json('session', 'events')).toEqual([]);
		writeIn(world.repo, '.git/requirements/events.jsonl', '{"ts":"20');
		expect(await world.json('session', 'events', '--verify')).toMatchObject({
			whole: true,
			torn: 1,
		});
	});
});
