import {
	appendFileSync,
	existsSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	type ContinuityWorld,
	killedPid,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';

const TOLD = 'SESSION CONTINUITY';
/** It can be read as JSON, and not be written again. */
const NESTED = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

function stateFile({ stateDir }: ContinuityWorld, name: string): string {
	return join(stateDir, name);
}

function faultsIn(world: ContinuityWorld): string {
	const path = stateFile(world, 'faults.jsonl');
	return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** A session with something to pass on, which has ended. */
async function worked(world: ContinuityWorld, n: number): Promise<Played> {
	const one = world.session(n);
	await one.start();
	await one.edit('src/login.ts');
	await one.req('note', 'pin', 'port', 'use 5433');
	await one.end();
	return one;
}

/** A session that worked, whose client has been killed. */
async function killed(world: ContinuityWorld, n: number): Promise<Played> {
	const one = world.session(n, { pid: await killedPid() });
	await one.start();
	await one.edit('src/login.ts');
	return one;
}

function line(one: Played, entry: object): string {
	return `${JSON.stringify({ at: new Date().toISOString(), s: one.uuid, ...entry })}\n`;
}

describe('what somebody planted costs itself only', () => {
	it.each(['json', 'jsonl'])('a link to itself as a file .%s', async (ending) => {
		const name = `ffffffff-0000-4000-8000-000000000000.${ending}`;
		await using world = await makeContinuityWorld();
		await worked(world, 1);
		symlinkSync(name, stateFile(world, `sessions/${name}`));
		expect(await world.session(2).start()).toContain(TOLD);
		expect(faultsIn(world)).toBe('');
	});

	it('D9: a line of too many lists within lists, in a journal of a dead session', async () => {
		await using world = await makeContinuityWorld();
		const deep = await killed(world, 1);
		const other = await killed(world, 2);
		const text = line(deep, { e: 'note', from: 'user', text: '' }).replace('""', NESTED);
		appendFileSync(stateFile(world, `sessions/${deep.uuid}.jsonl`), text);
		await world.session(3).start();
		expect(deep.record()?.status).toBe('crashed');
		expect(other.record()?.status).toBe('crashed');
	});

	it('D14: a record of too many lists within lists keeps no other from the archive', async () => {
		await using world = await makeContinuityWorld();
		const [one, other] = [await worked(world, 1), await worked(world, 2)];
		const path = stateFile(world, `sessions/${one.uuid}.json`);
		const record = readFileSync(path, 'utf8');
		writeFileSync(
			path,
			record.replace('{', () => `{"unknown":${NESTED},`),
		);
		world.pass(9 * 24);
		await world.session(3).start();
		expect(other.archived()?.uuid).toBe(other.uuid);
		expect(faultsIn(world)).not.toContain('call stack');
		expect((await world.world.req('session', 'show', one.key, '--json')).stderr).not.toContain(
			'bug',
		);
	});

	it('D42: an event of too many lists within lists costs itself only', async () => {
		await using world = await makeContinuityWorld();
		await worked(world, 1);
		const event = { ts: new Date().toISOString(), name: 'x', session: null, prev: '', hash: '' };
		const text = JSON.stringify({ ...event, data: '' }).replace('"data":""', `"data":${NESTED}`);
		appendFileSync(stateFile(world, 'events.jsonl'), `${text}\n`);
		expect((await world.world.req('session', 'events')).exit).toBe(0);
		expect((await world.world.req('session', 'events', '--verify')).exit).toBe(0);
		await worked(world, 2);
		expect(faultsIn(world)).toBe('');
	});

	it('D14: a line of the future makes no session younger than it is', async () => {
		await using world = await makeContinuityWorld();
		const one = await worked(world, 1);
		const start = { e: 'start', source: 'startup', branch: 'feature/x', cwd: '/' };
		const text = line(one, { ...start, at: '2999-12-31T00:00:00.000Z' });
		appendFileSync(stateFile(world, `sessions/${one.uuid}.jsonl`), text);
		await world.session(2).start();
		world.pass(8 * 24);
		await world.session(3).start();
		expect(one.archived()).toMatchObject({ status: 'archived', activity: { turns: 0 } });
	});

	it('D20, D14: a record of the future is no source, and goes to the archive', async () => {
		await using world = await makeContinuityWorld();
		const one = await worked(world, 1);
		const path = stateFile(world, `sessions/${one.uuid}.json`);
		const record = JSON.parse(readFileSync(path, 'utf8'));
		const future = '2999-12-31T00:00:00.000Z';
		const planted = { ...record, last_activity: future, ended_at: future };
		writeFileSync(path, JSON.stringify(planted));
		expect(await world.session(2).start()).not.toContain(TOLD);
		expect(one.archived()?.uuid).toBe(one.uuid);
	});
});

describe('a link that leads out of the repository', () => {
	it.each(['events.jsonl', 'sessions/c0de0001-0000-4000-8000-000000000000.jsonl', 'faults.jsonl'])(
		'as %s is not written through',
		async (name) => {
			await using world = await makeContinuityWorld();
			const outside = join(world.world.dir, 'outside');
			await worked(world, 2);
			rmSync(stateFile(world, name), { force: true });
			symlinkSync(outside, stateFile(world, name));
			await worked(world, 3);
			const one = world.session(1);
			await one.start();
			await one.edit('src/a.ts');
			await one.end();
			expect(existsSync(outside)).toBe(false);
			writeFileSync(outside, 'mine');
			await one.edit('src/b.ts');
			await one.end();
			expect(readFileSync(outside, 'utf8')).toBe('mine');
		},
	);
});

describe('a task whose end is noted before its beginning', () => {
	it('is over', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.edit('src/a.ts');
		await one.tool('TaskUpdate', { taskId: '1', status: 'completed' });
		await one.tool('TaskCreate', { subject: 'Ring the bell' }, { task: { id: '1' } });
		await one.end();
		expect(one.record()).toMatchObject({ pending_tasks: [] });
		const { tasks } = JSON.parse(readFileSync(stateFile(world, 'tasks.json'), 'utf8'));
		expect(tasks).toMatchObject([{ title: 'Ring the bell', status: 'done' }]);
	});
});

describe('D13: many megabytes of journals', () => {
	it('of strangers do not keep a start from its end, and a dead session is found beside them', async () => {
		await using world = await makeContinuityWorld();
		const dead = await killed(world, 1);
		await dead.stop();
		for (const n of [20, 21, 22, 23, 24]) {
			const one = world.session(n);
			const start = { e: 'start', source: 'startup', branch: 'feature/x', cwd: '/', pid: 1 };
			const text = 'x'.repeat(300);
			const candidate = { e: 'candidate', kind: 'decision', text };
			const lines = Array.from({ length: 40_000 }, (_, i) =>
				line(one, { ...candidate, text: `${text}${i}` }),
			);
			const path = stateFile(world, `sessions/${one.uuid}.jsonl`);
			writeFileSync(path, `${line(one, start)}${lines.join('')}`);
		}
		await world.session(2).start();
		expect(dead.record()?.status).toBe('crashed');
	});
});
