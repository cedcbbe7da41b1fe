import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { RunItem, RunRecord } from '../../src/core/run/schema.ts';
import { SessionRecord } from '../../src/core/session-record/schema.ts';
import { type ClientVersion, clientVersions } from '../support/client-binary.ts';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { bash, type Turn, text, write } from '../support/model-turns.ts';
import {
	type RunOfClients,
	reqWithClient,
	startReqWithClient,
} from '../support/req-with-client.ts';
import { injectedContext, promptText } from '../support/seen-by-model.ts';
import { shaped } from '../support/shaped.ts';

const plain = 'version: 1\n';
const gated = `version: 1
requirements:
  commit_plan: { skills: [arch-review] }
`;

const done = (task: string) => [bash(`req task done ${task}`), text('Done.')];

/** The user's own `req`, beside any client. */
function req({ repo, env }: ClientWorld, ...args: readonly string[]): string {
	return execFileSync(path.join(checkout, 'bin/req'), args, { cwd: repo, env, encoding: 'utf8' });
}

/** A world with tasks t1, t2 … of these titles. */
async function openTasks(
	titles: readonly string[],
	{ config, client }: { readonly config?: string; readonly client?: ClientVersion } = {},
): Promise<ClientWorld> {
	const world = await openGatedWorld(config ?? plain, client === undefined ? {} : { client });
	for (const title of titles) req(world, 'task', 'add', title);
	return world;
}

/** The run files, oldest first. */
function runsOf(world: ClientWorld): RunRecord[] {
	const folder = world.path('.git/requirements/runs');
	const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
}

function lastItem(world: ClientWorld, task: string): RunItem | undefined {
	return runsOf(world).at(-1)?.items[task];
}

/** The client asks the model and tells its session's id at once: which comes first is chance. */
async function sessionKnown(world: ClientWorld, task: string): Promise<void> {
	const known = () => lastItem(world, task)?.session_uuid;
	await expect.poll(known, { timeout: 15_000 }).toEqual(expect.any(String));
}

/** What the first request of the run's last session said to the model. */
function firstPrompt({ requests }: RunOfClients, request = 0): string {
	return promptText(requests.filter(({ from }) => from === 'main').at(request));
}

function transcriptOf(world: ClientWorld, uuid: string): string {
	const projects = path.join(world.home, '.claude/projects');
	const [project = ''] = readdirSync(projects);
	return path.join(projects, project, `${uuid}.jsonl`);
}

/** A turn that tells when it is asked for, and never answers. */
function hanging(): { readonly turn: Turn; readonly asked: Promise<void> } {
	const { promise: asked, resolve: tell } = withResolvers();
	const turn: Turn = async () => {
		tell();
		await new Promise((resolve) => setTimeout(resolve, 30_000).unref());
		return text('Too late.');
	};
	return { turn, asked };
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
	const resolvers: (() => void)[] = [];
	const promise = new Promise<void>((resolve) => resolvers.push(resolve));
	return { promise, resolve: () => resolvers[0]?.() };
}

/** A session that leaves its task in progress; its full id. */
async function leftInProgress(world: ClientWorld, words: string): Promise<string> {
	const run = await reqWithClient(world, { args: ['run'], says: [text(words)] });
	expect(run.exit).toBe(1);
	return lastItem(world, 't1')?.session_uuid ?? '';
}

it.each(clientVersions)(
	'in Claude Code %s a task gets a session that is gated, marks it done, and is remembered',
	async (client) => {
		await using world = await openTasks(['Keep the cookie'], { config: gated, client });
		const edit = write(world.path('a.ts'), 'export function keepCookie() {}\n');

		const run = await reqWithClient(world, {
			args: ['run', '--json', '--', '--permission-mode', 'acceptEdits'],
			says: [edit, bash('req learn "the proxy strips cookies"'), ...done('t1')],
		});

		expect(run.exit).toBe(0);
		const prompt = firstPrompt(run);
		expect(prompt).toContain('Task: "Keep the cookie"');
		expect(prompt).toContain('commit_plan (holds edits): not satisfied');
		expect(firstPrompt(run, 1)).toContain('this edit waits for 1 requirement');
		expect(world.exists('a.ts')).toBe(false);
		const item = lastItem(world, 't1');
		expect(item).toMatchObject({ status: 'success', resumed: false, attempts: 1 });
		const key = item?.session_uuid?.slice(0, 8);
		const record = JSON.parse(world.read(`.git/requirements/sessions/${key}.json`));
		expect(shaped(SessionRecord, record)).toMatchObject({
			status: 'complete',
			insights: [{ text: 'the proxy strips cookies' }],
		});
	},
);

it.each(clientVersions)(
	'in Claude Code %s `--resume` goes on with the session, which knows what was said',
	async (client) => {
		await using world = await openTasks(['Keep the cookie'], { client });
		const uuid = await leftInProgress(world, 'The proxy is next.');

		const run = await reqWithClient(world, {
			args: ['run', '--resume', '--verbose'],
			says: done('t1'),
		});

		expect(run.exit).toBe(0);
		expect(run.stderr).toContain(`Resuming session ${uuid}`);
		expect(lastItem(world, 't1')).toMatchObject({
			...{ status: 'success', resumed: true, session_uuid: uuid },
		});
		const prompt = firstPrompt(run);
		expect(prompt).toContain('Work on task t1');
		expect(prompt).toContain('Go on with task t1');
		expect(prompt.match(/The proxy is next\./g)).toHaveLength(2);
	},
);

it.each(clientVersions)(
	'in Claude Code %s a session that the client does not find is replaced by a fresh one, once',
	async (client) => {
		await using world = await openTasks(['Keep the cookie'], { client });
		const uuid = await leftInProgress(world, 'The proxy is next.');
		// It is there, and holds nothing: only the client can tell.
		writeFileSync(transcriptOf(world, uuid), '');

		const run = await reqWithClient(world, { args: ['run', '--resume'], says: done('t1') });

		expect(run.exit).toBe(0);
		expect(run.stderr).toContain(`No conversation found with session ID: ${uuid}`);
		const item = lastItem(world, 't1');
		expect(item).toMatchObject({ status: 'success', resumed: false, attempts: 2 });
		expect(item?.session_uuid).not.toBe(uuid);
		expect(firstPrompt(run)).toContain('> The proxy is next.');
	},
);

it('with `--strict` that task fails, and the run goes on', async () => {
	await using world = await openTasks(['Keep the cookie', 'Log out everywhere']);
	const uuid = await leftInProgress(world, 'The proxy is next.');
	writeFileSync(transcriptOf(world, uuid), '');

	const run = await reqWithClient(world, {
		args: ['run', '--resume', '--strict'],
		says: done('t2'),
	});

	expect(run.exit).toBe(1);
	expect(runsOf(world).at(-1)?.items).toMatchObject({
		t1: { status: 'failed', attempts: 1, error: expect.stringMatching(stale(uuid)) },
		t2: { status: 'success' },
	});
});

function stale(uuid: string): RegExp {
	return new RegExp(`^Session resumption failed: .*No conversation found with session ID: ${uuid}`);
}

it.each(clientVersions)(
	'with Claude Code %s a run that was killed is resumed, and the client it left behind is ended',
	async (client) => {
		await using world = await openTasks(['Keep the cookie'], { client });
		const { turn, asked } = hanging();
		const killed = await startReqWithClient(world, { args: ['run'], says: [turn] });
		await asked;
		await sessionKnown(world, 't1');
		killed.signal('SIGKILL');
		await killed.done;
		const left = lastItem(world, 't1');
		expect(left).toMatchObject({ status: 'running', session_uuid: expect.any(String) });

		const run = await reqWithClient(world, { args: ['run', '--resume'], says: done('t1') });

		expect(run.exit).toBe(0);
		expect(lastItem(world, 't1')).toMatchObject({
			...{ status: 'success', resumed: true, session_uuid: left?.session_uuid },
		});
		expect(() => process.kill(left?.client?.pid ?? 0, 0)).toThrow('ESRCH');
	},
);

it('Ctrl-C once ends the run with the task at work', async () => {
	await using world = await openTasks(['Keep the cookie', 'Log out everywhere']);

	const running = await startReqWithClient(world, {
		args: ['run'],
		says: [
			() => {
				running.signal('SIGINT');
				return bash('sleep 1');
			},
			...done('t1'),
		],
	});
	const run = await running.done;

	expect(run.exit).toBe(1);
	expect(runsOf(world).at(-1)).toMatchObject({
		completed_at: expect.any(String),
		items: { t1: { status: 'success' }, t2: { status: 'waiting' } },
	});
});

it.each(clientVersions)(
	'Ctrl-C twice stops the session of Claude Code %s, too, and it can be resumed',
	async (client) => {
		await using world = await openTasks(['Keep the cookie'], { client });
		const { turn, asked } = hanging();
		const running = await startReqWithClient(world, { args: ['run'], says: [turn] });
		await asked;
		await sessionKnown(world, 't1');
		running.signal('SIGINT');
		await new Promise((resolve) => setTimeout(resolve, 200));
		running.signal('SIGINT');
		const run = await running.done;

		expect(run.exit).toBe(1);
		const item = lastItem(world, 't1');
		expect(item).toMatchObject({ status: 'interrupted' });
		const next = await reqWithClient(world, { args: ['run', '--resume'], says: done('t1') });
		expect(next.exit).toBe(0);
		expect(lastItem(world, 't1')?.session_uuid).toBe(item?.session_uuid);
	},
);

it('what a named session knew reaches the new ones of a run', async () => {
	await using world = await openTasks(['Keep the cookie']);
	const learn = [bash('req session name auth-v1'), bash('req learn "tokens rotate"'), text('Ok.')];
	await world.run({ main: learn });

	const run = await reqWithClient(world, {
		args: ['run', '--inherit', 'auth-v1'],
		says: done('t1'),
	});

	const main = run.requests.find(({ from }) => from === 'main');
	const told = injectedContext(main, 'SessionStart').join('\n');
	expect(told).toContain('Inherited, as asked, from session auth-v1');
	expect(told).toContain('tokens rotate');
});

it.each(clientVersions)(
	'in Claude Code %s the session of a run is told its gates once, by its prompt',
	async (client) => {
		await using world = await openTasks(['Add login'], { config: gated, client });
		const run = await reqWithClient(world, { args: ['run'], says: done('t1') });
		expect(firstPrompt(run)).toContain('Requirements of this branch');
		const main = run.requests.find(({ from }) => from === 'main');
		expect(injectedContext(main, 'SessionStart').join('\n')).not.toContain('commit_plan');
	},
);
