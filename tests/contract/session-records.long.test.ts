import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/memory/events.ts';
import { writeIn } from '../support/git-repo.ts';
import { remembers } from '../support/remembers.ts';
import { type HookName, runHook } from '../support/run-hook.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld, ran } from '../support/run-req.ts';
import { shiftTimes } from '../support/shift-times.ts';
import { plantRecords, someRecord } from '../support/some-record.ts';

const CONFIG = 'version: 1\nrequirements:\n  tested:\n    commands: [npm test]\n';
const CARA = '9c8d7e6f-0000-4000-8000-000000000003';
const EDIT = ran('Write', { file_path: 'a.ts', content: 'export function ring() {}' });
const TASK = ran('TaskCreate', { subject: 'Ring the bell' }, { task: { id: '1' } });

function inState(world: ReqWorld, ...path: string[]): string {
	return join(world.repo, '.git/requirements', ...path);
}

function record(world: ReqWorld, uuid: string, ...path: string[]): Record<string, unknown> {
	const file = inState(world, 'sessions', ...path, `${uuid}.json`);
	return JSON.parse(readFileSync(file, 'utf8'));
}

function remembered(world: ReqWorld, uuid: string) {
	return remembers(inState(world), uuid);
}

function events(world: ReqWorld): { name: string; session: string; data: unknown }[] {
	const path = inState(world, 'events.jsonl');
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, 'utf8').trim().split('\n');
	const parsed = lines.map((line) => JSON.parse(line));
	expect(verifyChain(parsed)).toMatchObject({ whole: true, events: lines.length });
	return parsed;
}

/** A session whose client is a process of its own, which is killed before the next one starts. */
async function killedSession(world: ReqWorld, uuid: string): Promise<void> {
	const client = spawn('sleep', ['60']);
	const env = { ...world.env, CLAUDE_PID: String(client.pid), CLAUDE_PROJECT_DIR: world.repo };
	const hook = (name: HookName, input: object) =>
		runHook(name, {
			cwd: world.repo,
			stdin: JSON.stringify({ session_id: uuid, cwd: world.repo, ...input }),
			env,
		});
	await hook('session-start', { hook_event_name: 'SessionStart', source: 'startup' });
	await hook('post-tool-use', EDIT);
	await hook('post-tool-use', TASK);
	client.kill('SIGKILL');
	await once(client, 'exit');
}

const stop = { hook_event_name: 'Stop', stop_hook_active: true };
const end = { hook_event_name: 'SessionEnd', reason: 'logout' };

describe('what a session did is kept', () => {
	it('at its end, in its record and in the events', async () => {
		await using world = await makeReqWorld(CONFIG);
		await world.start(ANA);
		await world.hook('post-tool-use', ANA, EDIT);
		await world.hook('post-tool-use', ANA, TASK);
		await world.hook('stop', ANA, stop);
		expect(remembered(world, ANA)).toMatchObject({ status: 'active', user: 'ana', channel: 'cli' });
		expect(existsSync(inState(world, `sessions/${ANA}.json`))).toBe(false);
		await world.hook('session-end', ANA, end);
		expect(record(world, ANA)).toMatchObject({
			uuid: ANA,
			branch: 'feature/x',
			status: 'complete',
			end_reason: 'logout',
			activity: { files: [{ path: 'a.ts', edits: 1 }], functions: ['ring'] },
			pending_tasks: [{ title: 'Ring the bell', status: 'open' }],
		});
		expect(events(world)).toMatchObject([
			{ name: 'session_captured', session: ANA, data: { session_id: ANA, task_count: 1 } },
		]);
		const tasks = JSON.parse(readFileSync(inState(world, 'tasks.json'), 'utf8'));
		expect(tasks.tasks).toMatchObject([{ title: 'Ring the bell', source: 'client' }]);
	});

	it('nowhere at all where continuity is off', async () => {
		await using world = await makeReqWorld(`${CONFIG}continuity:\n  enabled: false\n`);
		await world.start(ANA);
		await world.hook('post-tool-use', ANA, EDIT);
		await world.hook('stop', ANA, stop);
		await world.hook('session-end', ANA, end);
		await world.start(BEN);
		const kept = readdirSync(inState(world, 'sessions')).filter((name) => name.endsWith('.json'));
		expect(kept).toEqual([]);
		expect(existsSync(inState(world, 'events.jsonl'))).toBe(false);
	});

	it('what cannot be written is one fault, which the next start tells; the work goes on', async () => {
		await using world = await makeReqWorld(CONFIG);
		await world.start(ANA);
		mkdirSync(inState(world, 'events.jsonl'));
		expect(await world.hook('session-end', ANA, end)).toMatchObject({
			exit: 0,
			stdout: '',
			stderr: '',
		});
		const faults = readFileSync(inState(world, 'faults.jsonl'), 'utf8').trim().split('\n');
		expect(faults.map((line) => JSON.parse(line).code)).toEqual(['state_unwritable']);
		const start = { hook_event_name: 'SessionStart', source: 'startup' };
		expect((await world.hook('session-start', BEN, start)).stdout).toContain('could not be kept: events');
	});
});

describe('a session that broke off', () => {
	it('is found by the next start; a live one beside it is left alone', async () => {
		await using world = await makeReqWorld(CONFIG);
		await world.start(CARA);
		await world.hook('stop', CARA, stop);
		await killedSession(world, ANA);
		await world.start(BEN);
		const crashed = record(world, ANA);
		expect(crashed).toMatchObject({
			status: 'crashed',
			crash_recovered: true,
			activity: { files: [{ path: 'a.ts' }] },
			pending_tasks: [{ title: 'Ring the bell' }],
		});
		expect(crashed['ended_at']).toBe(crashed['last_activity']);
		expect(existsSync(inState(world, `sessions/${CARA}.json`))).toBe(false);
		expect(remembered(world, CARA)).toMatchObject({ status: 'active' });
		const found = events(world).filter(({ session }) => session === ANA);
		expect(found.map(({ name }) => name)).toEqual(['session_crash_recovered', 'session_captured']);
	});

	it('D13: is found once, and reopened by its own resume', async () => {
		await using world = await makeReqWorld(CONFIG);
		await killedSession(world, ANA);
		await world.start(BEN);
		await world.start(CARA);
		const found = events(world).filter(({ name }) => name === 'session_crash_recovered');
		expect(found).toHaveLength(1);
		await world.hook('session-start', ANA, { hook_event_name: 'SessionStart', source: 'resume' });
		expect(remembered(world, ANA)).toMatchObject({ status: 'active', ended_at: null });
	});
});

describe('the archive', () => {
	async function agedSession(days: number): Promise<ReqWorld> {
		const world = await makeReqWorld(CONFIG);
		await world.start(ANA);
		await world.hook('post-tool-use', ANA, EDIT);
		await world.hook('session-end', ANA, end);
		shiftTimes({ stateDir: inState(world) }, days * 24);
		await world.start(BEN);
		return world;
	}

	it('takes a record and its journal after seven days', async () => {
		await using world = await agedSession(8);
		expect(existsSync(inState(world, `sessions/${ANA}.json`))).toBe(false);
		expect(existsSync(inState(world, `sessions/${ANA}.jsonl`))).toBe(false);
		expect(record(world, ANA, 'archive')).toMatchObject({ status: 'archived', uuid: ANA });
		expect(record(world, ANA, 'archive')['archived_at']).toEqual(expect.any(String));
		expect(existsSync(inState(world, `sessions/archive/${ANA}.jsonl`))).toBe(true);
	});

	it('takes all that are due at one start', async () => {
		await using world = await makeReqWorld(CONFIG);
		const ids = Array.from({ length: 12 }, (_, n) => `${20000000 + n}-0000-4000-8000-000000000000`);
		plantRecords(world.repo, ...ids.map((id) => someRecord(id, { days: 8 })));
		await world.start(ANA);
		const left = readdirSync(inState(world, 'sessions'));
		expect(left.filter((name) => /^200000\d\d-.*\.json$/.test(name))).toEqual([]);
	});

	const TIDY: [string, (world: ReqWorld) => Promise<unknown>][] = [
		['a start', (world) => world.start(BEN)],
		['req session cleanup', (world) => world.req('session', 'cleanup')],
	];

	it.each(TIDY)('S1-020: takes a record that names no time, by %s', async (_, tidy) => {
		await using world = await makeReqWorld(CONFIG);
		const { started_at, last_activity, ended_at, ...timeless } = someRecord(ANA, {});
		writeIn(world.repo, `.git/requirements/sessions/${ANA}.json`, JSON.stringify(timeless));
		expect(await world.json('session', 'list', '--all')).toMatchObject([{ uuid: ANA }]);
		await tidy(world);
		expect(existsSync(inState(world, `sessions/${ANA}.json`))).toBe(false);
		expect(record(world, ANA, 'archive')).toMatchObject({ status: 'archived', uuid: ANA });
	});

	it.each(TIDY)('S1-033: a record that is no JSON is set aside by %s', async (_, tidy) => {
		await using world = await makeReqWorld(CONFIG);
		writeIn(world.repo, `.git/requirements/sessions/${ANA}.json`, '{"schema_version":1,');
		await tidy(world);
		expect(existsSync(inState(world, `sessions/${ANA}.json`))).toBe(false);
		expect(readdirSync(inState(world, 'quarantine'))).toMatchObject([expect.stringContaining(ANA)]);
	});
});
