import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { journalOf } from '../../src/journal/journal.ts';
import { verifyChain } from '../../src/memory/events.ts';
import { SessionRecord } from '../../src/memory/record.ts';
import { type ContinuityWorld, makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { startNode } from '../support/hook-process.ts';
import { placeIn } from '../support/place-in.ts';
import { builtHook, builtReq, type HookCallOptions } from '../support/run-hook.ts';
import type { ReqWorld } from '../support/run-req.ts';
import { shaped } from '../support/shaped.ts';
import { ANNA } from '../support/some-session.ts';
import { startReq } from '../support/start-req.ts';
import { startWorker, type Worker } from '../support/worker.ts';

function range(length: number): number[] {
	return Array.from({ length }, (_, n) => n);
}

/** Each file of the record with how often it was edited, by name. */
function editsOf(one: Played): Record<string, number> {
	const files = one.record()?.activity.files ?? [];
	return Object.fromEntries(files.map(({ path, edits }) => [path, edits]));
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
	for (const name of records) shaped(SessionRecord, JSON.parse(readFileSync(join(dir, name), 'utf8')));
	return records.sort();
}

/** The files that the lines of Anna's journal name, and those of which workers say that their lines are stored. */
function noted(directory: string, workers: readonly Worker[]) {
	const lines = journalOf(placeIn(directory), ANNA);
	const kept = lines.flatMap((line) => (line.e === 'file' ? [line.path] : []));
	return { kept: kept.sort(), stored: workers.flatMap((worker) => worker.said()).sort() };
}

describe('the journal of one session', () => {
	it('D9: 60 processes that add lines at once lose none, and none is there twice', async () => {
		await using root = await createFixture({});
		const workers = range(60).map(() => startWorker('note-lines.ts', [root.path, '20']));
		expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(60).fill(0));
		const { kept, stored } = noted(root.path, workers);
		expect(kept).toHaveLength(1_200);
		expect(kept).toEqual(stored);
	});

	it('D9: a process that is killed while it adds lines costs the line that it was writing', async () => {
		await using root = await createFixture({});
		const killed: Worker[] = [];
		const killSome = async () => {
			for (const _ of range(20)) {
				await using worker = startWorker('note-lines.ts', [root.path, '200']);
				await worker.speaks();
				worker.process.kill('SIGKILL');
				await worker.ended;
				killed.push(worker);
			}
		};
		await Promise.all([killSome(), killSome(), killSome()]);
		const { kept, stored } = noted(root.path, killed);
		expect(new Set(kept).size).toBe(kept.length);
		expect(stored.length).toBeGreaterThan(60);
		const known = new Set(kept);
		expect(stored.filter((path) => !known.has(path))).toEqual([]);
	});
});

/** A copy of the project for each step of what a program does to the disk, killed right before it. */
async function killedAtEveryStep(
	{ world }: ContinuityWorld,
	program: (copy: string) => HookCallOptions & { readonly args: readonly string[] },
): Promise<string[]> {
	const preload = fileURLToPath(new URL('../support/killed-at-step.cjs', import.meta.url));
	const copies: string[] = [];
	for (let step = 1; ; step += 1) {
		const copy = `${world.repo}-${step}`;
		cpSync(world.repo, copy, { recursive: true, preserveTimestamps: true });
		const { args, env, ...options } = program(copy);
		const started = startNode(['--require', preload, ...args], {
			...options,
			env: { ...env, REQ_TEST_KILL_STEP: String(step) },
		});
		if ((await started.ended).exit === 0) return copies;
		copies.push(copy);
	}
}

describe('the record of a session', () => {
	it('killed at any step of its end is whole or missing, and the next start stores all that was done', async () => {
		await using made = await makeContinuityWorld();
		const one = made.session(1);
		await one.start();
		await one.edit('src/a.ts');
		await one.tool('TaskCreate', { subject: 'Ring the bell' }, { task: { id: '1' } });
		await one.req('learn', 'the bell rings twice');
		const end = one.event({ hook_event_name: 'SessionEnd', reason: 'logout' });
		const ending = (cwd: string) => ({
			...end,
			cwd,
			args: [builtHook('session-end')],
			stdin: end.stdin.replaceAll(made.world.repo, cwd),
			env: { ...end.env, CLAUDE_PROJECT_DIR: cwd },
		});
		const copies = await killedAtEveryStep(made, ending);
		expect(copies.length).toBeGreaterThan(5);
		for (const copy of copies) {
			const sessions = join(copy, '.git/requirements/sessions');
			recordsIn(sessions);
			const two = made.session(2).event({ hook_event_name: 'SessionStart', source: 'startup' });
			const env = { ...two.env, CLAUDE_PROJECT_DIR: copy };
			const stdin = two.stdin.replaceAll(made.world.repo, copy);
			// The client of a session that was killed before its end was noted is gone as well.
			const journal = join(sessions, `${one.uuid}.jsonl`);
			const lines = readFileSync(journal, 'utf8');
			writeFileSync(journal, lines.replace(/"pid":\d+/, '"pid":4194303'));
			rmSync(join(made.world.configDir, 'sessions.json'), { force: true });
			const start = startNode([builtHook('session-start')], { cwd: copy, stdin, env });
			expect((await start.ended).exit).toBe(0);
			const record = JSON.parse(readFileSync(join(sessions, `${one.uuid}.json`), 'utf8'));
			expect(editsOf({ ...one, record: () => record })).toEqual({ 'src/a.ts': 1 });
			expect(record).toMatchObject({
				insights: [{ text: 'the bell rings twice' }],
				pending_tasks: [{ title: 'Ring the bell' }],
			});
			const names = eventNames({ ...made, stateDir: join(copy, '.git/requirements') });
			expect(names.filter((name) => name === 'session_captured')).toHaveLength(1);
		}
	});
});

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
		const { env } = made.world;
		const args = [builtReq, 'session', 'cleanup'];
		const copies = await killedAtEveryStep(made, (cwd) => ({ args, cwd, stdin: '', env }));
		expect(copies.length).toBeGreaterThan(3);
		for (const copy of copies) {
			const dir = join(copy, sessions);
			expect([...recordsIn(dir), ...recordsIn(join(dir, 'archive'))]).toContain(`${one.uuid}.json`);
		}
		await Promise.all(copies.map((repo) => cleanedUp({ ...made.world, repo })));
		for (const copy of copies) {
			// The lock of a record that is gone, and what was being written in the archive, go with `req prune`.
			const left = litter({ ...made, stateDir: join(copy, '.git/requirements') });
			expect(left.filter((name) => /^(?!.*(?:archive[/]|index[.])).*[.]tmp$/.test(name))).toEqual([]);
			const archive = join(copy, sessions, 'archive');
			expect(recordsIn(join(copy, sessions))).toEqual([]);
			const record = JSON.parse(readFileSync(join(archive, `${one.uuid}.json`), 'utf8'));
			expect(record).toMatchObject({ status: 'archived', uuid: one.uuid });
			expect(editsOf({ ...one, record: () => record })).toEqual({ 'src/a.ts': 2 });
			expect([journal(archive), existsSync(join(copy, sessions, `${one.uuid}.jsonl`))]).toEqual([lines, false]);
		}
	});
});
