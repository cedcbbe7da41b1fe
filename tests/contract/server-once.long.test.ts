import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { HookStep } from '../support/case-format.ts';
import { type CaseWorld, writeFileOf } from '../support/case-world.ts';
import { makeRepo } from '../support/git-repo.ts';
import { type LiveServer, markersIn, startServer } from '../support/live-server.ts';
import {
	configDirOf,
	eventsOf,
	journalOf,
	makeGatedWorld,
	type Played,
	placeOf,
	playEvents,
	sendToBoth,
	TURN,
} from '../support/two-doors.ts';

/** Options of Node that load a file first. */
const preload = (file: URL) => `--require ${JSON.stringify(fileURLToPath(file))}`;
const killedAtStep = preload(new URL('../support/killed-at-step.cjs', import.meta.url));
const crashAtPath = preload(new URL('../support/crash-at-path.cjs', import.meta.url));
const positions = TURN.map((_, index) => index);
const [SESSION, OTHER] = ['abc12345-0000-4000-8000-000000000001', 'def45678-0000-4000-8000-000000000002'];

/** What the hook processes do without a server. */
async function reference(): Promise<Played> {
	await using world = await makeGatedWorld();
	return await playEvents(world, eventsOf(world, TURN), (event) => sendToBoth(event, placeOf(world), undefined));
}

const expected = await reference();

async function marked(world: CaseWorld, many = 1): Promise<void> {
	await expect.poll(() => markersIn(configDirOf(world)).length, { timeout: 10_000 }).toBe(many);
}

function removeMarkers(world: CaseWorld): void {
	rmSync(join(configDirOf(world), 'requirements/live'), { recursive: true, force: true });
}

async function kill(server: LiveServer): Promise<void> {
	process.kill(server.pid, 'SIGKILL');
	await server.ended;
}

describe('a turn is answered once', () => {
	it('by the server, if all goes well', async () => {
		await using world = await makeGatedWorld();
		await using server = await startServer(placeOf(world));
		await marked(world);
		const doors = new Set<string>();
		const played = await playEvents(world, eventsOf(world, TURN), async (event) => {
			const answers = await sendToBoth(event, placeOf(world), server);
			if (answers.byProcess !== '') doors.add('process');
			if (answers.byServer !== '') doors.add('server');
			return answers;
		});
		expect(played).toEqual(expected);
		expect([...doors]).toEqual(['server']);
	});

	it.each(positions)('by a server that is late by %i events', async (late) => {
		await using world = await makeGatedWorld();
		let server: LiveServer | undefined;
		const played = await playEvents(world, eventsOf(world, TURN), async (event, index) => {
			// Its marker may come before this event, between the two doors, or after it.
			if (index === late) server = await startServer(placeOf(world));
			return sendToBoth(event, placeOf(world), server);
		});
		await server?.client.close();
		expect(played).toEqual(expected);
	});

	it.each(positions)('if the server is killed before event %i', async (at) => {
		await using world = await makeGatedWorld();
		await using server = await startServer(placeOf(world));
		const played = await playEvents(world, eventsOf(world, TURN), async (event, index) => {
			if (index === at) await kill(server);
			return sendToBoth(event, placeOf(world), server);
		});
		expect(played).toEqual(expected);
	});

	it.each(positions)('if the marker is removed before event %i', async (at) => {
		await using world = await makeGatedWorld();
		await using server = await startServer(placeOf(world));
		await marked(world);
		const played = await playEvents(world, eventsOf(world, TURN), (event, index) => {
			if (index === at) removeMarkers(world);
			return sendToBoth(event, placeOf(world), server);
		});
		expect(played).toEqual(expected);
	});

	it('after /clear, and after a resume, by the same server', async () => {
		await using world = await makeGatedWorld();
		await using server = await startServer(placeOf(world));
		await marked(world);
		const play = (steps: readonly HookStep[], session: string, call = 0) =>
			playEvents(world, eventsOf(world, steps, { session, call }), (event) =>
				sendToBoth(event, placeOf(world), server),
			);
		const first = await play(TURN, SESSION);
		await play([{ hook: 'session-end', stdin: { reason: 'clear' } }], SESSION);
		await play([{ hook: 'session-start', stdin: { source: 'clear' } }], OTHER);
		const second = await play(TURN, OTHER);
		await play([{ hook: 'session-end', stdin: { reason: 'resume' } }], OTHER);
		await play([{ hook: 'session-start', stdin: { source: 'resume' } }], SESSION);
		const edit: HookStep = { hook: 'pre-tool-use', edit: 'src/b.ts' };
		const third = await play([edit, { hook: 'post-tool-use', edit: 'src/b.ts' }], SESSION, 10);
		expect(first).toEqual(expected);
		expect(second.answers).toEqual(expected.answers);
		expect(third.answers).toEqual([[], []]);
		const own = {
			answers: second.answers,
			lines: turnLines(journalOf(world, 'def45678-0000-4000-8000-000000000002')),
		};
		expect(own.lines).toHaveLength(expected.lines.length);
	});
});

/** Without what session starts and ends write. */
function turnLines(lines: readonly string[]): string[] {
	const kinds = expected.lines.map((line) => JSON.parse(line).e);
	return lines.filter((line) => kinds.includes(JSON.parse(line).e));
}

/** Plays a turn of this session on its own client. */
function playFor(world: CaseWorld, server: LiveServer, session: string): Promise<Played> {
	const events = eventsOf(world, TURN, { session });
	return playEvents(world, events, (event) => sendToBoth(event, placeOf(world), server));
}

describe('several at once', () => {
	it('two clients in one project', async () => {
		await using world = await makeGatedWorld();
		const start = { ...placeOf(world), hasOwnClient: true };
		await using one = await startServer(start);
		await using other = await startServer(start);
		await marked(world, 2);
		const played = await Promise.all([playFor(world, one, SESSION), playFor(world, other, OTHER)]);
		for (const [index, id] of ['$SESSION', '$OTHER'].map((name) => String(world.names[name])).entries()) {
			const own = { answers: played[index]?.answers ?? [], lines: journalOf(world, id) };
			expect(own.answers).toEqual(expected.answers);
			expect(own.lines).toHaveLength(expected.lines.length);
		}
		// The server of one client answers for it only.
		await kill(one);
		const [edit] = eventsOf(world, [{ hook: 'pre-tool-use', edit: 'b.ts' }], {
			session: OTHER,
			call: 20,
		});
		const { byServer } = await sendToBoth(edit ?? {}, placeOf(world), other);
		expect(byServer).toBe('');
	});

	it('a second client resumes the session while the first one lives', async () => {
		await using world = await makeGatedWorld();
		const start = { ...placeOf(world), hasOwnClient: true };
		await using first = await startServer(start);
		await using second = await startServer(start);
		await marked(world, 2);
		const played = await playEvents(world, eventsOf(world, TURN), (event, index) =>
			sendToBoth(event, placeOf(world), index < 3 ? first : second),
		);
		expect(played).toEqual(expected);
	});

	it('ten sessions, each event to both doors', async () => {
		await using world = await makeGatedWorld();
		await using server = await startServer(placeOf(world));
		await marked(world);
		removeMarkers(world);
		const ids = Array.from({ length: 10 }, (_, index) => `${index}bc12345-0000-4000-8000-000000000001`);
		const played = await Promise.all(ids.map((id) => playFor(world, server, id)));
		for (const [index, id] of ids.entries()) {
			const own = { answers: played[index]?.answers ?? [], lines: journalOf(world, id) };
			expect(own.answers.map((one) => one.length)).toEqual(expected.answers.map((one) => one.length));
			expect(own.lines).toHaveLength(expected.lines.length);
		}
	});
});

describe('killed in the middle of an event', () => {
	it.each(Array.from({ length: 40 }, (_, index) => 2 * index + 6))('before its change %i of the disk', async (step) => {
		await using world = await makeGatedWorld();
		const { cwd, env } = placeOf(world);
		const killed = { ...env, NODE_OPTIONS: killedAtStep, REQ_TEST_KILL_STEP: String(step) };
		await using server = await startServer({ cwd, env: killed });
		let isGone = false;
		void server.ended.then(() => {
			isGone = true;
		});
		const journal: number[] = [];
		let killedAt: number | undefined;
		const played = await playEvents(world, eventsOf(world, TURN), async (event, index) => {
			const answers = await sendToBoth(event, { cwd, env }, server);
			if (isGone) killedAt ??= index;
			journal.push(journalOf(world).length);
			return answers;
		});
		expect(killedAt).toBeDefined();
		const upTo = killedAt ?? 0;
		// All that came before is as it should be, and nothing is answered twice.
		expect(played.answers.slice(0, upTo)).toEqual(expected.answers.slice(0, upTo));
		expect(Math.max(...played.answers.map((one) => one.length))).toBeLessThanOrEqual(1);
		const before = journal[upTo - 1] ?? 0;
		expect(played.lines.slice(0, before)).toEqual(expected.lines.slice(0, before));
	});
});

/** A git that waits for a file `go` before it tells what changed. `begun`: a file that is there once it waits. */
async function withSlowGit() {
	const world = await makeGatedWorld();
	const begun = join(world.dir, 'begun');
	const program = `#!/bin/sh
PATH=\${PATH#*:}
case " $* " in *" status "*)
	echo >'${begun}'
	while [ ! -e '${world.dir}/go' ]; do sleep 0.02; done
esac
exec git "$@"
`;
	writeFileOf(world, `${world.dir}/bin/git`, program);
	chmodSync(`${world.dir}/bin/git`, 0o755);
	const { cwd, env } = placeOf(world);
	const place = { cwd, env: { ...env, PATH: `${world.dir}/bin:${env['PATH']}` } };
	const [slow = {}, fast = {}] = eventsOf(world, [
		{ hook: 'pre-tool-use', bash: 'sh gen.sh' },
		{ hook: 'pre-tool-use', edit: 'src/a.ts' },
	]);
	const waits = () => vi.waitFor(() => expect(existsSync(begun)).toBe(true), 10_000);
	const go = () => writeFileSync(join(world.dir, 'go'), '');
	const isFinished = () => existsSync(join(configDirOf(world), 'requirements/calls', SESSION, 'toolu_1.json'));
	return Object.assign(world, { place, slow, fast, waits, go, isFinished });
}

// Again on a busy machine: req kills git after 1.5 seconds.
describe('while an event is slow', { retry: 2 }, () => {
	it('the server ends by a signal: it is finished, and what arrives meanwhile is answered', async () => {
		await using world = await withSlowGit();
		await using server = await startServer(world.place);
		const first = server.ask(world.slow);
		await world.waits();
		process.kill(server.pid, 'SIGTERM');
		await expect.poll(() => markersIn(configDirOf(world))).toEqual([]);
		expect(await server.ask(world.fast)).toContain('"deny"');
		world.go();
		expect(await first).toBe('');
		await server.ended;
		expect(world.isFinished()).toBe(true);
	});

	it('the input of the server ends: it is finished', async () => {
		await using world = await withSlowGit();
		const server = await startServer(world.place);
		const first = server.ask(world.slow).catch(() => 'closed');
		await world.waits();
		const closed = server.client.close();
		world.go();
		await closed;
		await first;
		expect(world.isFinished()).toBe(true);
	});
});

function faultsOf(repo: string): { code: string }[] {
	const file = `${repo}/.git/requirements/faults.jsonl`;
	const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
	return lines.map((line) => JSON.parse(line));
}

describe('an event that goes wrong costs itself only', () => {
	it.each(['exception', 'rejection'])('an uncaught %s', async (kind) => {
		await using world = await makeGatedWorld();
		const repo = `${world.dir}/crash/repo`;
		mkdirSync(`${world.dir}/crash`);
		makeRepo(repo);
		writeFileOf(world, `${repo}/.claude/requirements.yaml`, { requirements: { commit_plan: {} } });
		const { cwd, env } = placeOf(world);
		const crashing = { ...env, NODE_OPTIONS: crashAtPath, REQ_TEST_CRASH: kind };
		await using server = await startServer({ cwd, env: crashing });
		// A call before which git is asked, so that the error comes before the answer.
		const [call = {}, one = {}, two = {}] = eventsOf(world, [
			{ hook: 'pre-tool-use', bash: 'sh gen.sh' },
			{ hook: 'pre-tool-use', edit: 'src/a.ts' },
			{ hook: 'pre-tool-use', edit: 'src/a.ts' },
		]);
		const [crashed, beside] = await Promise.all([server.ask({ ...call, cwd: repo }), server.ask(one)]);
		expect(crashed).toBe('');
		expect(beside).toContain('"deny"');
		expect(await server.ask(two)).toContain('"deny"');
		expect(faultsOf(repo)).toMatchObject([{ code: 'unexpected', message: 'planned' }]);
		expect(faultsOf(world.repo)).toEqual([]);
	});
});
