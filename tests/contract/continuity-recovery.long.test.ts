import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ContinuityWorld, killedPid, makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { runHook } from '../support/run-hook.ts';

const MINUTE = 1 / 60;

function journalOf({ stateDir }: ContinuityWorld, { uuid }: Played): string {
	return join(stateDir, 'sessions', `${uuid}.jsonl`);
}

/** A session at work; the registry, which is this machine's, does not know it. */
async function strange(world: ContinuityWorld, from: RegExp, to: string): Promise<Played> {
	const one = world.session(1);
	await one.start();
	await one.edit('src/a.ts');
	const journal = journalOf(world, one);
	const text = readFileSync(journal, 'utf8');
	const changed = text.replace(from, to);
	expect(changed).not.toBe(text);
	writeFileSync(journal, changed);
	rmSync(join(world.world.configDir, 'requirements', 'sessions.json'), { force: true });
	rmSync(join(world.world.configDir, 'sessions.json'), { force: true });
	return one;
}

/** How the session stands after another one has started. */
async function foundBy(world: ContinuityWorld, one: Played): Promise<string> {
	await world.session(2).start();
	expect(one.lines('crashed').length).toBe(one.record()?.status === 'crashed' ? 1 : 0);
	const { status = 'active' } = one.record() ?? {};
	return status === 'active' ? 'left alone' : status;
}

const HERE = new RegExp(`"host":"${hostname()}"`);
const PID = /"pid":\d+,("pid_started":"[^"]*",)?/;

describe('D13: whose process cannot be asked', () => {
	const ELSEWHERE = '"host":"elsewhere"';
	it.each([
		['another machine’s', '23 h', 'left alone', HERE, ELSEWHERE, 23],
		['another machine’s', '25 h', 'crashed', HERE, ELSEWHERE, 25],
		['one without a pid', '4 min', 'left alone', PID, '', 4 * MINUTE],
		['one without a pid', '6 min', 'crashed', PID, '', 6 * MINUTE],
	] as const)('%s, %s without a sign: %s', async (...[, , stands, from, to, hours]) => {
		await using world = await makeContinuityWorld();
		const one = await strange(world, from, to);
		world.pass(hours, one);
		expect(await foundBy(world, one)).toBe(stands);
	});

	it('D11: another machine’s that says it was active in a year is no rival, nor alive for ever', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		const path = join(world.world.configDir, 'sessions.json');
		const registry = JSON.parse(readFileSync(path, 'utf8'));
		const far = new Date(Date.now() + 365 * 86_400_000).toISOString();
		const made = { ...registry.sessions[one.key], host: 'elsewhere', last_activity: far };
		writeFileSync(path, JSON.stringify({ ...registry, sessions: { [one.key]: made } }));
		await world.session(2).start();
		const { sessions } = JSON.parse(readFileSync(path, 'utf8'));
		expect(Object.keys(sessions)).toEqual([world.session(2).key]);
	});

	it('a later process with the same pid is not the session', async () => {
		await using world = await makeContinuityWorld();
		const one = await strange(world, /"pid_started":"[^"]*"/, '"pid_started":"another"');
		expect(await foundBy(world, one)).toBe('crashed');
		expect(one.record()).toMatchObject({ crash_recovered: true });
	});
});

describe('a live session', () => {
	it('that lies idle for six days is left alone', async () => {
		await using world = await makeContinuityWorld();
		const idle = world.session(1);
		await idle.start();
		await idle.edit('src/a.ts');
		await idle.stop();
		world.pass(6 * 24);
		const before = readFileSync(journalOf(world, idle), 'utf8');
		expect(await foundBy(world, idle)).toBe('left alone');
		expect(readFileSync(journalOf(world, idle), 'utf8')).toBe(before);
	});

	it('is not judged by a nested client', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1, { pid: await killedPid() });
		await one.start();
		await one.edit('src/a.ts');
		const start = world.session(2).event({ hook_event_name: 'SessionStart', source: 'startup' });
		const env = { ...start.env, CLAUDE_CODE_EXECPATH: '/usr/bin/claude' };
		expect(await runHook('session-start', { ...start, env })).toMatchObject({
			exit: 0,
			stderr: '',
		});
		expect(one.lines('crashed')).toEqual([]);
		expect(await foundBy(world, one)).toBe('crashed');
	});
});

describe('a session that was killed', () => {
	async function killed(): Promise<{ world: ContinuityWorld; one: Played }> {
		const world = await makeContinuityWorld();
		const one = world.session(1, { pid: await killedPid() });
		await one.start();
		await one.edit('src/ringing.ts', 'export function ringTheBell() {}');
		return { world, one };
	}

	it('can be listed, shown, searched and followed before any other one has started', async () => {
		const { world, one } = await killed();
		await using _world = world;
		const { json } = world.world;
		expect(await json('session', 'list')).toMatchObject([{ uuid: one.uuid }]);
		expect(await json('session', 'show', one.key)).toMatchObject({ uuid: one.uuid });
		expect(await json('session', 'show')).toMatchObject({ uuid: one.uuid });
		expect(await json('session', 'lineage', '--continued')).toMatchObject([{ uuid: one.uuid }]);
		expect(await json('search', 'ringing')).toContainEqual(expect.objectContaining({ session: one.key }));
		expect(one.lines('crashed')).toEqual([]);
	});
});
