import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { git, makeRepo, writeIn } from '../tests/support/git-repo.ts';
import { CONFIG } from './client.ts';
import { alternate, type Bench, quantile, type Row } from './measure.ts';
import { plantPast } from './past-sessions.ts';
import { PLUGIN_ROOT, wiringOf } from './plugins.ts';

/** Earlier ones, of the last week. */
const SESSIONS = 20;
/** A session start may leave work in the background for so long. */
const BACKGROUND_MS = 300;

/** A repository, and what Claude Code gives a hook there as its environment. */
export interface Project {
	readonly repo: string;
	readonly env: Readonly<Record<string, string>>;
}

/** Makes a repository with a config and so many sessions of the last week. */
export function makeProject(bench: Bench, name: string, sessions: number): Project {
	const dir = join(bench.dir, name);
	const repo = join(dir, 'repo');
	makeRepo(repo);
	git(repo, 'checkout', '-q', '-b', 'feature/x');
	writeIn(repo, '.claude/requirements.yaml', CONFIG);
	plantPast(repo, sessions);
	const env = {
		PATH: process.env['PATH'] ?? '',
		HOME: dir,
		USER: 'ana',
		CLAUDECODE: '1',
		CLAUDE_CONFIG_DIR: join(dir, 'claude'),
		CLAUDE_PROJECT_DIR: repo,
		CLAUDE_PLUGIN_ROOT: bench.plugin,
		CLAUDE_PID: String(process.pid),
		AI_AGENT: 'claude-code_2-1-332_agent',
	};
	return { repo, env };
}

/** The start and the end of a session as wired: their time, and how many processes a start is. */
export async function measureStart(bench: Bench): Promise<readonly Row[]> {
	const project = makeProject(bench, 'start', SESSIONS);
	const session = sessionOf(bench, project);
	await session.start();
	const steps = {
		session: async () => {
			const start = await session.start();
			await sleep(BACKGROUND_MS);
			return [start, await session.end()];
		},
		empty: async () => [await timeNode(bench, project)],
	};
	const took = await alternate(bench, steps, (step) => sleep(BACKGROUND_MS).then(step));
	const start = quantile(took.session.flatMap((times) => times.slice(0, 1)));
	const end = quantile(took.session.flatMap((times) => times.slice(1)));
	const beside = quantile(took.empty.flat());
	const processes = await countProcesses(bench, project);
	return [
		{
			name: 'session start / an empty Node',
			unit: 'ms',
			measured: start,
			beside,
			mostRatio: 3.4,
		},
		// The hook, and git, which says what earlier sessions left uncommitted.
		{ name: 'session start', unit: 'processes', measured: processes, most: 2 },
		{ name: 'session end / an empty Node', unit: 'ms', measured: end, beside, most: 500 },
	];
}

/** Commands that a user types. */
export async function measureCommands(bench: Bench): Promise<readonly Row[]> {
	const project = makeProject(bench, 'commands', SESSIONS);
	await sessionOf(bench, project).start();
	const req = (arg: string) => () => run(project, [join(bench.plugin, 'bin/req'), arg]);
	const steps = {
		status: req('status'),
		help: req('--help'),
		empty: () => timeNode(bench, project),
	};
	const took = await alternate(bench, steps, (step) => step());
	const [status, help] = [quantile(took.status), quantile(took.help)];
	const beside = quantile(took.empty);
	return [
		{ name: '`req status` / an empty Node', unit: 'ms', measured: status, beside, most: 160 },
		{ name: '`req --help` / an empty Node', unit: 'ms', measured: help, beside, most: 150 },
	];
}

/** Sessions that follow each other: each `start` makes a session, and `end` ends the last one. In milliseconds. */
export function sessionOf(bench: Bench, project: Project) {
	let id = '';
	return {
		start: () => {
			id = randomUUID();
			return runHooks(bench, project, { id, event: 'SessionStart', source: 'startup' });
		},
		end: () => runHooks(bench, project, { id, event: 'SessionEnd', reason: 'other' }),
	};
}

/** Starts all hooks of an event at once, as Claude Code does. Milliseconds until the last that it waits for ends. */
async function runHooks(
	{ plugin }: Bench,
	{ repo, env }: Project,
	{ id, event, ...fields }: { id: string; event: string; source?: string; reason?: string },
): Promise<number> {
	const common = { session_id: id, transcript_path: `${repo}/transcript.jsonl`, cwd: repo };
	const input = JSON.stringify({ ...common, hook_event_name: event, ...fields });
	const place = { repo, env: { ...env, CLAUDE_CODE_SESSION_ID: id } };
	const hooks = (wiringOf(plugin)[event] ?? []).flatMap((group) => group.hooks);
	const times = hooks.map(async ({ command = '', args, async: isLeft }) => {
		const words = args === undefined ? ['sh', '-c', command] : [command, ...args];
		const resolved = words.map((word) => word.replaceAll(PLUGIN_ROOT, plugin));
		const ended = run(place, resolved, input);
		return isLeft === true ? 0 : ended;
	});
	return Math.max(...(await Promise.all(times)));
}

function timeNode(bench: Bench, project: Project): Promise<number> {
	writeIn(bench.dir, 'empty.cjs', '');
	return run(project, ['node', join(bench.dir, 'empty.cjs')]);
}

/** Milliseconds of a process. Throws if it fails. */
async function run({ repo, env }: Project, words: readonly string[], input = ''): Promise<number> {
	const [program = '', ...args] = words;
	const start = performance.now();
	const child = spawn(program, args, { cwd: repo, env, stdio: ['pipe', 'ignore', 'inherit'] });
	// A program may end without reading its input.
	child.stdin.on('error', () => undefined);
	child.stdin.end(input);
	const [status] = await once(child, 'close');
	if (status !== 0) throw new Error(`${words.join(' ')} exited with ${status}`);
	return performance.now() - start;
}

/**
 * Counts the processes of one session start: each Node logs its pid, and so do `sh` and `git`, for which
 * scripts come first on the PATH. A shell that becomes a Node counts once.
 */
async function countProcesses(bench: Bench, project: Project): Promise<number> {
	const folder = join(bench.dir, 'programs');
	const PATH = project.env['PATH'] ?? '';
	const log = join(folder, 'log');
	writeIn(folder, 'log.cjs', `require('fs').appendFileSync('${log}', process.pid + '\\n');`);
	for (const name of ['sh', 'git']) {
		const real = PATH.split(':').find((dir) => existsSync(join(dir, name)));
		writeIn(folder, name, `#!/bin/sh\necho $$ >> '${log}'\nexec '${real}/${name}' "$@"\n`);
		chmodSync(join(folder, name), 0o755);
	}
	const preload = `--require ${join(folder, 'log.cjs')}`;
	const env = { ...project.env, PATH: `${folder}:${PATH}`, NODE_OPTIONS: preload };
	await sessionOf(bench, { ...project, env }).start();
	await sleep(BACKGROUND_MS);
	return new Set(readFileSync(log, 'utf8').trim().split('\n')).size;
}
