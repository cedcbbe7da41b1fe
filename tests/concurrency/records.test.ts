import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/core/event/verify.ts';
import { SessionRecord } from '../../src/core/session-record/schema.ts';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { startHook, startNode } from '../support/hook-process.ts';
import { builtHook } from '../support/run-hook.ts';
import { ran } from '../support/run-req.ts';
import { sha256 } from '../support/some-session.ts';
import { startReq } from '../support/start-req.ts';

const SILENT = { exit: 0, stdout: '', stderr: '' };
const STOP = { hook_event_name: 'Stop', stop_hook_active: false, background_tasks: [] };

function edit(one: Played, n: number) {
	const input = { file_path: `src/f${n}.ts`, content: `export function f${n}() {}` };
	return startHook('post-tool-use', one.event(ran('Write', input)));
}

function stop(one: Played) {
	return startHook('stop', one.event(STOP));
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
	expect(verifyChain(events, sha256)).toMatchObject({ kind: 'whole', torn: 0 });
	return events.map(({ name }) => name);
}

/** What a writer that was killed leaves behind. */
function litter({ stateDir }: ContinuityWorld): string[] {
	const names = readdirSync(stateDir, { recursive: true, encoding: 'utf8' });
	return names.filter((name) => /[.](?:tmp|lock|owner)$/.test(name));
}

/** Every record that stands in a directory must be a whole one; their names. */
function recordsIn(dir: string): string[] {
	const names = existsSync(dir) ? readdirSync(dir) : [];
	const records = names.filter((name) => /^c0de.*[.]json$/.test(name));
	for (const name of records)
		SessionRecord.parse(JSON.parse(readFileSync(join(dir, name), 'utf8')));
	return records.sort();
}

describe('folds of one session', () => {
	it('D9: eight at once beside 40 edits lose no line and count none twice', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		one.start();
		const hooks = range(40).flatMap((n) =>
			n % 5 === 0 ? [edit(one, n), stop(one)] : [edit(one, n)],
		);
		const ends = await Promise.all(hooks.map(({ ended }) => ended));
		expect(ends).toEqual(Array(48).fill(SILENT));
		one.end();
		expect(editsOf(one)).toEqual(once(range(40).map((n) => `src/f${n}.ts`)));
		const activity = one.record()?.activity;
		expect([activity?.turns, activity?.tools['Write']]).toEqual([8, 40]);
		expect(activity?.functions.toSorted()).toEqual(
			range(40)
				.map((n) => `f${n}`)
				.toSorted(),
		);
		expect(eventNames(world)).toEqual(['session_captured']);
	});

	it('S2-094, behaviour 50: killed at 40 moments leave whole records, and the next one mends', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		one.start();
		const sessions = join(world.stateDir, 'sessions');
		let killed = 0;
		for (const n of range(40)) {
			await edit(one, n).ended;
			const hook = stop(one);
			await pause(30 + n * 2);
			hook.child.kill('SIGKILL');
			if ((await hook.ended).exit === 'SIGKILL') killed += 1;
			recordsIn(sessions);
		}
		expect(killed).toBeGreaterThan(0);
		// A lock that was taken in the moment of a kill has no owner yet: it is broken when it is 5 s old.
		const afterAnotherEnd = () => {
			one.end();
			return editsOf(one);
		};
		const all = once(range(40).map((n) => `src/f${n}.ts`));
		await expect.poll(afterAnotherEnd, { timeout: 10_000 }).toEqual(all);
		expect(litter(world)).toEqual([]);
		expect(existsSync(join(world.stateDir, 'quarantine'))).toBe(false);
	});
});

describe('what a fold passes on', () => {
	it.each(['before', 'after'])(
		'D9, S2-094: is there once, killed right %s the record is in place',
		async (moment) => {
			await using world = await makeContinuityWorld();
			const one = world.session(1);
			one.start();
			one.tool('TaskCreate', { subject: 'Ring the bell' }, { task: { id: '1' } });
			one.req('task', 'add', 'Own task');
			const end = one.event({ hook_event_name: 'SessionEnd', reason: 'logout' });
			const preload = fileURLToPath(new URL('../support/killed-at-record.cjs', import.meta.url));
			const killed = startNode(['--require', preload, builtHook('session-end')], {
				...end,
				env: { ...end.env, REQ_TEST_KILL: moment },
			});
			expect((await killed.ended).exit).toBe('SIGKILL');
			const next = world.session(2);
			next.start();
			expect(world.events('session_captured')).toMatchObject([{ session_id: one.uuid }]);
			const tasks = world.world.json('task', 'list') as { title: string }[];
			expect(tasks.map(({ title }) => title).sort()).toEqual(['Own task', 'Ring the bell']);
			expect(one.record()).toMatchObject({ status: 'complete', pending_tasks: { length: 2 } });
		},
	);
});

describe('the archive', () => {
	it('S2-094: killed at any moment loses no record and no journal, and the next call ends its work', async () => {
		await using world = await makeContinuityWorld();
		const all = range(12).map((n) => world.session(n + 1));
		for (const one of all) {
			one.start();
			one.edit('src/a.ts');
			one.end();
		}
		world.pass(9 * 24);
		const sessions = join(world.stateDir, 'sessions');
		const known = () =>
			new Set([...recordsIn(sessions), ...recordsIn(join(sessions, 'archive'))]).size;
		for (const n of range(12)) {
			const cleanup = startReq(world.world, 'sessions', 'cleanup');
			await pause(80 + n * 8);
			cleanup.child.kill('SIGKILL');
			await cleanup.ended;
			expect(known()).toBe(12);
		}
		expect((await startReq(world.world, 'sessions', 'cleanup').ended).exit).toBe(0);
		expect(recordsIn(sessions)).toEqual([]);
		for (const one of all) {
			expect(one.archived()).toMatchObject({ status: 'archived', uuid: one.uuid });
			expect(editsOf({ ...one, record: one.archived })).toEqual({ 'src/a.ts': 1 });
			expect(existsSync(join(sessions, 'archive', `${one.key}.jsonl`))).toBe(true);
		}
		// A lock whose owner was killed is broken by the next who wants it.
		expect(litter(world).filter((name) => name.endsWith('.tmp'))).toEqual([]);
	});
});

describe('tasks', () => {
	it('behaviour 38: 20 commands add one at once, each gets an id of its own', async () => {
		await using world = await makeContinuityWorld();
		const adds = range(20).map((n) => startReq(world.world, 'task', 'add', `Task ${n}`));
		const ends = await Promise.all(adds.map(({ ended }) => ended));
		expect(ends.map(({ exit, stderr }) => [exit, stderr])).toEqual(Array(20).fill([0, '']));
		const tasks = world.world.json('task', 'list') as { id: string; title: string }[];
		expect(tasks.map(({ title }) => title).sort()).toEqual(
			range(20)
				.map((n) => `Task ${n}`)
				.sort(),
		);
		expect(new Set(tasks.map(({ id }) => id)).size).toBe(20);
	});
});
