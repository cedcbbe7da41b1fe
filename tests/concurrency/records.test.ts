import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/memory/events.ts';
import { SessionRecord } from '../../src/memory/record.ts';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { startHook, startNode } from '../support/hook-process.ts';
import { builtHook, builtReq } from '../support/run-hook.ts';
import { type ReqWorld, ran } from '../support/run-req.ts';
import { shaped } from '../support/shaped.ts';
import { startReq } from '../support/start-req.ts';

const SILENT = { exit: 0, stdout: '', stderr: '' };
const STOP = { hook_event_name: 'Stop', stop_hook_active: false, background_tasks: [] };

function edit(one: Played, n: number) {
	const input = { file_path: `src/f${n}.ts`, content: `export function f${n}() {}` };
	const call = { ...ran('Write', input), tool_use_id: `toolu_${n}` };
	return startHook('post-tool-use', one.event(call));
}

let stops = 0;

/** Each one is another event: equal ones would be answered once. */
function stop(one: Played) {
	stops += 1;
	return startHook('stop', one.event({ ...STOP, last_assistant_message: `Stop ${stops}.` }));
}

function range(length: number): number[] {
	return Array.from({ length }, (_, n) => n);
}

/** Each file of the record with how often it was edited, by name. */
function editsOf(one: Played): Record<string, number> {
	const files = one.record()?.activity.files ?? [];
	return Object.fromEntries(files.map(({ path, edits }) => [path, edits]));
}

function once(names: readonly string[]): Record<string, number> {
	return Object.fromEntries(names.map((name) => [name, 1]));
}

function eventNames({ stateDir }: ContinuityWorld): string[] {
	const lines = readFileSync(join(stateDir, 'events.jsonl'), 'utf8').trimEnd().split('\n');
	const events = lines.map((line) => JSON.parse(line));
	expect(verifyChain(events)).toMatchObject({ whole: true, torn: 0 });
	return events.map(({ name }) => name);
}

/** What a killed hook may not leave. The temporary file of a cache may stay: `req prune` removes it. */
function litter({ stateDir }: ContinuityWorld): string[] {
	const names = readdirSync(stateDir, { recursive: true, encoding: 'utf8' });
	return names.filter((name) => /[.](?:lock|owner)$/.test(name));
}

/** Every record that stands in a directory must be a whole one; their names. */
function recordsIn(dir: string): string[] {
	const names = existsSync(dir) ? readdirSync(dir) : [];
	const records = names.filter((name) => /^c0de.*[.]json$/.test(name));
	for (const name of records)
		shaped(SessionRecord, JSON.parse(readFileSync(join(dir, name), 'utf8')));
	return records.sort();
}

describe('the journal of one session', () => {
	it('D9: eight stops at once beside 40 edits lose no line and count none twice', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		const hooks = range(40).flatMap((n) =>
			n % 5 === 0 ? [edit(one, n), stop(one)] : [edit(one, n)],
		);
		const ends = await Promise.all(hooks.map(({ ended }) => ended));
		expect(ends).toEqual(Array(48).fill(SILENT));
		await one.end();
		expect(editsOf(one)).toEqual(once(range(40).map((n) => `src/f${n}.ts`)));
		const activity = one.record()?.activity;
		expect(activity?.tools['Write']).toBe(40);
		// A hook that a busy machine starts too late notes a fault instead of a turn.
		const faults = join(world.stateDir, 'faults.jsonl');
		const late = existsSync(faults) ? readFileSync(faults, 'utf8').split('\n').length - 1 : 0;
		expect(activity?.turns).toBeLessThanOrEqual(8);
		expect(activity?.turns).toBeGreaterThanOrEqual(8 - late);
		expect(activity?.functions.toSorted()).toEqual(
			range(40)
				.map((n) => `f${n}`)
				.toSorted(),
		);
		expect(eventNames(world)).toEqual(['session_captured']);
	});
});

describe('what the end of a session passes on', () => {
	it.each(['before', 'after'])(
		'D9: is there once, killed right %s the record is in place',
		async (moment) => {
			await using world = await makeContinuityWorld();
			const one = world.session(1);
			await one.start();
			await one.tool('TaskCreate', { subject: 'Ring the bell' }, { task: { id: '1' } });
			await one.req('task', 'add', 'Own task');
			const end = one.event({ hook_event_name: 'SessionEnd', reason: 'logout' });
			const preload = fileURLToPath(new URL('../support/killed-at-record.cjs', import.meta.url));
			const killed = startNode(['--require', preload, builtHook('session-end')], {
				...end,
				env: { ...end.env, REQ_TEST_KILL: moment },
			});
			expect((await killed.ended).exit).toBe('SIGKILL');
			const next = world.session(2);
			await next.start();
			expect(world.events('session_captured')).toMatchObject([{ session_id: one.uuid }]);
			const tasks = (await world.world.json('task', 'list')) as { title: string }[];
			expect(tasks.map(({ title }) => title).sort()).toEqual(['Own task', 'Ring the bell']);
			expect(one.record()).toMatchObject({ status: 'complete', pending_tasks: { length: 2 } });
		},
	);
});

/** A copy of the project for each step of the archive's work, killed right before it. */
async function killedAtEveryStep({ world }: ContinuityWorld): Promise<string[]> {
	const preload = fileURLToPath(new URL('../support/killed-at-step.cjs', import.meta.url));
	const copies: string[] = [];
	for (let step = 1; ; step += 1) {
		const copy = `${world.repo}-${step}`;
		cpSync(world.repo, copy, { recursive: true, preserveTimestamps: true });
		const cleanup = startNode(['--require', preload, builtReq, 'session', 'cleanup'], {
			...{ cwd: copy, stdin: '' },
			env: { ...world.env, REQ_TEST_KILL_STEP: String(step) },
		});
		if ((await cleanup.ended).exit === 0) return copies;
		copies.push(copy);
	}
}

/** Calls it again as long as it says that a session is locked: one without an owner is for 5 s. */
async function cleanedUp(world: ReqWorld): Promise<void> {
	for (;;) {
		const { exit, stderr } = await startReq(world, 'session', 'cleanup').ended;
		if (exit === 0) return;
		expect([exit, stderr]).toEqual([2, expect.stringContaining('c0de0001')]);
	}
}

describe('the archive', () => {
	it('killed at any step loses no record and no journal, and the next call ends its work', async () => {
		await using made = await makeContinuityWorld();
		const one = made.session(1);
		const sessions = '.git/requirements/sessions';
		const journal = (dir: string) => readFileSync(join(dir, `${one.uuid}.jsonl`), 'utf8');
		const spell = async () => {
			await one.start();
			await one.edit('src/a.ts');
			await one.end();
			made.pass(9 * 24);
		};
		// A session that came back from the archive.
		await spell();
		await cleanedUp(made.world);
		await spell();
		const live = join(made.world.repo, sessions);
		const lines = journal(live);
		const copies = await killedAtEveryStep(made);
		expect(copies.length).toBeGreaterThan(3);
		for (const copy of copies) {
			const dir = join(copy, sessions);
			expect([...recordsIn(dir), ...recordsIn(join(dir, 'archive'))]).toContain(`${one.uuid}.json`);
		}
		await Promise.all(copies.map((repo) => cleanedUp({ ...made.world, repo })));
		for (const copy of copies) {
			// The lock of a record that is gone, and what was being written in the archive, go with `req prune`.
			const left = litter({ ...made, stateDir: join(copy, '.git/requirements') });
			expect(left.filter((name) => /^(?!.*(?:archive[/]|index[.])).*[.]tmp$/.test(name))).toEqual(
				[],
			);
			const archive = join(copy, sessions, 'archive');
			expect(recordsIn(join(copy, sessions))).toEqual([]);
			const record = JSON.parse(readFileSync(join(archive, `${one.uuid}.json`), 'utf8'));
			expect(record).toMatchObject({ status: 'archived', uuid: one.uuid });
			expect(editsOf({ ...one, record: () => record })).toEqual({ 'src/a.ts': 2 });
			expect([journal(archive), existsSync(join(copy, sessions, `${one.uuid}.jsonl`))]).toEqual([
				lines,
				false,
			]);
		}
	});
});

describe('tasks', () => {
	it('20 commands add one at once, each gets an id of its own', async () => {
		await using world = await makeContinuityWorld();
		const adds = range(20).map((n) => startReq(world.world, 'task', 'add', `Task ${n}`));
		const ends = await Promise.all(adds.map(({ ended }) => ended));
		expect(ends.map(({ exit, stderr }) => [exit, stderr])).toEqual(Array(20).fill([0, '']));
		const tasks = (await world.world.json('task', 'list')) as { id: string; title: string }[];
		expect(tasks.map(({ title }) => title).sort()).toEqual(
			range(20)
				.map((n) => `Task ${n}`)
				.sort(),
		);
		expect(new Set(tasks.map(({ id }) => id)).size).toBe(20);
	});
});
