import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ContinuityWorld, makeContinuityWorld, type Played } from '../support/continuity-world.ts';

const TOLD = 'SESSION CONTINUITY';
function stateFile({ stateDir }: ContinuityWorld, name: string): string {
	return join(stateDir, name);
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

function line(one: Played, entry: object): string {
	return `${JSON.stringify({ at: new Date().toISOString(), s: one.uuid, ...entry })}\n`;
}

describe('what somebody planted costs itself only', () => {
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
