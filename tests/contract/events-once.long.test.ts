import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killedPid, makeContinuityWorld } from '../support/continuity-world.ts';
import { startWorker } from '../support/worker.ts';

const GATE = 'version: 1\nrequirements:\n  plan:\n    blocks: [edit]\n';

it('a session that two starts found dead at once was recovered and captured once', async () => {
	await using world = await makeContinuityWorld();
	const one = world.session(1, { pid: await killedPid() });
	await one.start();
	await one.edit('src/x.ts');
	await world.session(2).start();
	const [crashed] = one.lines('crashed');
	const again = { ...crashed, at: new Date().toISOString() };
	const journal = join(world.stateDir, 'sessions', `${one.uuid}.jsonl`);
	appendFileSync(journal, `${JSON.stringify(again)}\n`);
	await world.session(3).start();
	expect(one.record()).toMatchObject({ status: 'crashed' });
	expect(world.events('session_crash_recovered')).toHaveLength(1);
	expect(world.events('session_captured')).toHaveLength(1);
});

it('satisfied and blocked requirements are in the journal, and a session that ends again ended twice', async () => {
	await using world = await makeContinuityWorld(GATE);
	const one = world.session(1);
	await one.start();
	const file_path = join(world.world.repo, 'x.ts');
	const call = { tool_name: 'Write', tool_input: { file_path, content: '' }, tool_use_id: 't' };
	await one.hook('pre-tool-use', { hook_event_name: 'PreToolUse', ...call });
	await one.end();
	await one.start('resume');
	await one.end();
	expect(one.lines('refuse')).toHaveLength(1);
	const events = (await world.world.json('session', 'events')) as { name: string }[];
	expect(events.map(({ name }) => name)).toEqual(['session_captured', 'session_captured']);
});

it('D8: if the events are locked at a session’s end, the next start passes them on', async () => {
	await using world = await makeContinuityWorld();
	const one = world.session(1);
	await one.start();
	await using owner = startWorker('hold-lock.ts', [join(world.stateDir, 'events.jsonl')]);
	await owner.speaks();
	await one.end();
	const record = join(world.stateDir, 'sessions', `${one.uuid}.json`);
	expect(existsSync(record)).toBe(false);
	expect(existsSync(join(world.stateDir, 'events.jsonl'))).toBe(false);
	owner.process.stdin.end('go on\n');
	expect(await owner.ended).toBe(0);
	const other = world.session(2);
	await other.start();
	expect([existsSync(record), one.record()?.status]).toEqual([true, 'complete']);
	await other.end();
	const captured = world.events('session_captured').map(({ session_id }) => session_id);
	expect(captured).toEqual([one.uuid, other.uuid]);
	expect((await world.world.req('session', 'events', '--verify')).exit).toBe(0);
	expect(JSON.stringify(await world.world.json('status'))).toContain('state file locked');
});
