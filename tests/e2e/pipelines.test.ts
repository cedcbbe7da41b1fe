import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { RunRecord } from '../../src/core/run/schema.ts';
import { clientVersions } from '../support/client-binary.ts';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { bash, call, type ModelRequest, type Turn, text, write } from '../support/model-turns.ts';
import {
	type RunOfClients,
	reqWithClient,
	startReqWithClient,
} from '../support/req-with-client.ts';
import { injectedContext, promptText } from '../support/seen-by-model.ts';

const refine = `version: 1
stages:
  - id: survey
    prompt: Survey the login.
    iterations: 1
  - id: build
    prompt: Build the login.
    iterations: 2
    inputs: { from: [survey] }
`;

const learn = [bash('req session name auth-v1'), bash('req learn "tokens rotate"'), text('Ok.')];

/** The path of a file that the prompt of a stage names. */
function named(request: ModelRequest, file: string): string {
	return new RegExp(`/\\S+/${file}`).exec(promptText(request))?.[0] ?? `no ${file}`;
}

/** A session reads what it is given, and leaves this status. */
function iteration(status: object): Turn[] {
	return [
		(request) => call('Read', { file_path: named(request, 'context.json') }),
		(request) => write(named(request, 'status.json'), JSON.stringify(status)),
		text('That is it.'),
	];
}

const surveyed = { decision: 'stop', summary: 'two ways in', learnings: ['the proxy strips it'] };
const built = { decision: 'stop', summary: 'built', warnings: ['slow with many tabs'] };

/** A world with the pipeline, and a session `auth-v1` that learnt. */
async function openPipeline(client: (typeof clientVersions)[number]): Promise<ClientWorld> {
	const world = await openGatedWorld('version: 1\n', { client });
	world.write('refine.yaml', refine);
	await world.run({ main: learn });
	return world;
}

/** The nth request of the run's sessions; each of them has three. */
function asked({ requests }: RunOfClients, request: number): ModelRequest | undefined {
	return requests.filter(({ from }) => from === 'main').at(request);
}

/** What came last before that request: what the session read. */
function readBefore(run: RunOfClients, request: number): string {
	const { messages = [], ...rest } = asked(run, request) ?? {};
	return promptText({ from: 'main', tools: [], ...rest, messages: messages.slice(-1) });
}

function runsOf(world: ClientWorld): RunRecord[] {
	const folder = world.path('.git/requirements/runs');
	const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
}

/** What became of the iterations of the one run. */
function itemsOf(world: ClientWorld): [string, string][] {
	const [{ items }] = runsOf(world) as [RunRecord];
	return Object.entries(items).map(([key, { status }]) => [key, status]);
}

it.each(clientVersions)(
	'in Claude Code %s two stages inherit the same, and the second gets what the first came to',
	async (client) => {
		await using world = await openPipeline(client);

		const run = await reqWithClient(world, {
			args: ['pipeline', 'run', 'refine.yaml', 'auth-v2', '--inherit', 'auth-v1'],
			says: [...iteration(surveyed), ...iteration(built)],
		});

		expect([run.exit, run.stderr]).toEqual([0, expect.any(String)]);
		for (const first of [asked(run, 0), asked(run, 3)]) {
			expect(injectedContext(first, 'SessionStart').join('\n')).toContain('tokens rotate');
		}
		const [survey, build] = [readBefore(run, 1), readBefore(run, 4)];
		expect(survey).toContain('tokens rotate');
		expect(survey).not.toContain('two ways in');
		expect(build).toContain('tokens rotate');
		expect(build).toContain('two ways in');
		expect(build).toContain('the proxy strips it');
		expect(runsOf(world).at(-1)).toMatchObject({
			kind: 'pipeline',
			items: { 'survey-1': { status: 'success' }, 'build-1': { status: 'success' } },
		});
		const sessions = execFileSync(path.join(checkout, 'bin/req'), ['session', 'list', '--json'], {
			...{ cwd: world.repo, env: world.env, encoding: 'utf8' },
		});
		const names = JSON.parse(sessions).map(({ name }: { readonly name: string }) => name);
		expect(names).toEqual(expect.arrayContaining(['auth-v2-survey-1', 'auth-v2-build-1']));
	},
);

it('a pipeline that was killed goes on after its last finished iteration', async () => {
	await using world = await openPipeline('2.1.332');
	const killed = await startReqWithClient(world, {
		args: ['pipeline', 'run', 'refine.yaml', 'auth-v2', '--inherit', 'auth-v1'],
		says: [
			...iteration(surveyed),
			() => {
				killed.signal('SIGKILL');
				return text('Too late.');
			},
		],
	});
	await killed.done;

	const run = await reqWithClient(world, {
		args: ['pipeline', 'run', 'refine.yaml', 'auth-v2', '--resume'],
		says: iteration(built),
	});

	expect(run.exit).toBe(0);
	const first = asked(run, 0);
	expect(promptText(first)).toContain('Build the login.');
	expect(injectedContext(first, 'SessionStart').join('\n')).toContain('tokens rotate');
	expect(readBefore(run, 1)).toContain('two ways in');
});

it('a loop ends where a session says that nothing is left to do', async () => {
	await using world = await openPipeline('2.1.332');
	const more = { decision: 'continue', summary: 'one test fixed' };

	const run = await reqWithClient(world, {
		args: ['pipeline', 'loop', 'Fix one failing test.', 'auth-v2', '25', '--inherit', 'auth-v1'],
		says: [...iteration(more), ...iteration(built)],
	});

	expect(run.exit).toBe(0);
	expect(Object.keys(runsOf(world).at(-1)?.items ?? {})).toHaveLength(2);
	expect(promptText(asked(run, 0))).toContain('Fix one failing test.');
	expect(injectedContext(asked(run, 3), 'SessionStart').join('\n')).toContain('tokens rotate');
});

it.each(clientVersions)(
	'in Claude Code %s a prompt is no command of the user, and brings no file along',
	async (client) => {
		await using world = await openGatedWorld('version: 1\n', { client });
		const secret = path.join(world.home, 'secret.txt');
		writeFileSync(secret, 'the word is Rumpelstilz\n');
		world.write('.claude/commands/run-it.md', '---\nallowed-tools: Bash\n---\n!`touch ran`\n');
		const stages = ['/req:pause for ever', '/run-it', `See @${secret} and @"${secret}".`];
		const written = stages.map((prompt, at) => ({ id: `s${at}`, prompt }));
		world.write('any.yaml', JSON.stringify({ version: 1, stages: written }));
		await reqWithClient(world, { args: ['task', 'add', `Read @${secret} first`], says: [] });

		const says = stages.flatMap(() => iteration(built));
		const staged = await reqWithClient(world, {
			args: ['pipeline', 'run', 'any.yaml', 'any'],
			says,
		});
		const ran = await reqWithClient(world, { args: ['run'], says: [text('Ok.')] });

		expect([staged.exit, ran.exit]).toEqual([0, 1]);
		expect(world.state('feature/x')?.paused).toBeUndefined();
		expect(world.exists('ran')).toBe(false);
		const seen = [...staged.requests, ...ran.requests].map(promptText).join('\n');
		expect(seen).toContain(secret);
		expect(seen).not.toContain('Rumpelstilz');
	},
);

it('Ctrl-C once ends a pipeline with the session at work, and `--resume` has the rest', async () => {
	await using world = await openPipeline('2.1.332');
	const running = await startReqWithClient(world, {
		args: ['pipeline', 'run', 'refine.yaml', 'auth-v2'],
		says: [
			() => {
				running.signal('SIGINT');
				return bash('sleep 1');
			},
			...iteration(surveyed).slice(1),
		],
	});
	const run = await running.done;

	expect(run.exit).toBe(1);
	expect(run.stderr).toContain('Ctrl-C again');
	expect(itemsOf(world)).toEqual([['survey-1', 'success']]);
	const next = await reqWithClient(world, {
		args: ['pipeline', 'run', 'refine.yaml', 'auth-v2', '--resume'],
		says: iteration(built),
	});
	expect(next.exit).toBe(0);
	expect(readBefore(next, 1)).toContain('two ways in');
	expect(itemsOf(world)).toEqual([
		['survey-1', 'success'],
		['build-1', 'success'],
	]);
});

it('Ctrl-C twice stops the session of a loop, too, and `--resume` begins its iteration again', async () => {
	await using world = await openPipeline('2.1.332');
	const words = ['pipeline', 'loop', 'Fix one failing test.', 'auth-v2', '3'];
	const running = await startReqWithClient(world, {
		args: words,
		says: [
			async () => {
				running.signal('SIGINT');
				await new Promise((resolve) => setTimeout(resolve, 200));
				running.signal('SIGINT');
				await new Promise((resolve) => setTimeout(resolve, 30_000).unref());
				return text('Too late.');
			},
		],
	});
	const run = await running.done;

	expect(run.exit).toBe(1);
	expect(itemsOf(world)).toEqual([['loop-1', 'interrupted']]);
	const { pid = 0 } = runsOf(world).at(-1)?.items['loop-1']?.client ?? {};
	expect(() => process.kill(pid, 0)).toThrow('ESRCH');
	const next = await reqWithClient(world, {
		args: [...words, '--resume'],
		says: iteration(built),
	});
	expect(next.exit).toBe(0);
	expect(itemsOf(world)).toEqual([['loop-1', 'success']]);
});
