import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InScratch, Scratch } from '../app/doctor-ports.ts';
import type { CommandContext, Env } from '../core/context.ts';
import { type HookCommand, substituted } from '../core/doctor/hook-commands.ts';
import type { HookRun } from '../core/doctor/live.ts';
import { parseJson } from '../store/read-file.ts';
import { scratchServer } from './selftest-server.ts';
import { signalGroup } from './signal-group.ts';

/** The client's own limit where a hook names none, in seconds. */
const USUAL_TIMEOUT_S = 60;
/** A hook says at most some 10 kB; what prints without end is not kept. */
const MAX_OUTPUT = 1024 * 1024;
/** What would lead a hook out of the scratch, or into another session. */
const NOT_PASSED_ON = /^(?:GIT_|REQ_|CLAUDE|NODE_EXTRA_CA_CERTS$|AI_AGENT$)/;
const EXIT_INTERRUPTED = 130;

/** Hooks at work: each is a process group of its own, which Ctrl-C does not reach. */
const running = new Set<ChildProcess>();

type World = Pick<CommandContext, 'env' | 'temporary' | 'pid' | 'watchInterrupts' | 'exit'>;

/** Self-tests in the system's directory for temporary files. */
export function scratchMaker(world: World): InScratch {
	return async (files, play) => {
		const scratch = realpathSync(mkdtempSync(join(world.temporary, 'req-doctor-')));
		const remove = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
		const interrupt = () => {
			for (const child of running) signalGroup(child, 'SIGKILL');
			remove();
			world.exit(EXIT_INTERRUPTED);
		};
		const end = world.watchInterrupts(interrupt);
		try {
			return await play(scratchIn(scratch, files, world));
		} finally {
			end();
			remove();
		}
	};
}

function scratchIn(
	folder: string,
	files: Readonly<Record<string, string>>,
	{ env, pid }: World,
): Scratch {
	const repo = join(folder, 'repo');
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(repo, name)), { recursive: true });
		writeFileSync(join(repo, name), text);
	}
	const clean = Object.fromEntries(
		Object.entries(env).filter(([name]) => !NOT_PASSED_ON.test(name)),
	);
	spawnSync('git', ['init', '-q'], { cwd: repo, env: clean });
	const config = join(folder, 'claude');
	mkdirSync(config);
	const base = { ...clean, CLAUDE_CONFIG_DIR: config, CLAUDE_PROJECT_DIR: repo };
	// What the client puts into the environment of hooks and servers.
	const likeTheClient = { ...base, CLAUDECODE: '1', CLAUDE_CODE_CHILD_SESSION: '1' };
	return {
		repo,
		run: (hook, { pluginRoot, session, input }) => {
			const env = {
				...likeTheClient,
				CLAUDE_CODE_SESSION_ID: session,
				CLAUDE_PID: String(pid),
				CLAUDE_PLUGIN_ROOT: pluginRoot,
			};
			return play(hook, JSON.stringify(input), { cwd: repo, env });
		},
		startServer: (command, pluginRoot) => {
			const env = { ...likeTheClient, CLAUDE_PLUGIN_ROOT: pluginRoot };
			return scratchServer(command, { cwd: repo, env });
		},
		emptyNode: async () => {
			const empty = { command: 'node', args: ['-e', ''], event: '', matcher: '', timeout: 5 };
			return (await play(empty, '', { cwd: repo, env: base })).ms;
		},
	};
}

/** One hook process: with arguments as they stand, without them a line through the shell. */
function play(
	{ command, args, timeout = USUAL_TIMEOUT_S }: HookCommand,
	input: string,
	options: { readonly cwd: string; readonly env: Env },
): Promise<HookRun> {
	const { env } = options;
	// The shell puts in the rest.
	const values = args === undefined ? { CLAUDE_PLUGIN_ROOT: env['CLAUDE_PLUGIN_ROOT'] } : env;
	const words = (args ?? []).map((arg) => substituted(arg, values));
	const how = { ...options, shell: args === undefined, detached: true };
	const started = performance.now();
	const child = spawn(substituted(command, values), words, how);
	running.add(child);
	return new Promise((resolve) => {
		const said = { stdout: '', stderr: '' };
		let isLate = false;
		const timer = setTimeout(() => {
			isLate = true;
			signalGroup(child, 'SIGKILL');
		}, timeout * 1000);
		for (const stream of ['stdout', 'stderr'] as const) {
			child[stream].on('data', (chunk) => {
				said[stream] = `${said[stream]}${chunk}`.slice(0, MAX_OUTPUT);
			});
		}
		const end = (exit: number | null) => {
			clearTimeout(timer);
			running.delete(child);
			const ms = performance.now() - started;
			resolve({ ...said, exit, isLate, ms, json: parseJson(said.stdout) });
		};
		child.on('error', ({ message }) => {
			said.stderr = message;
			end(null);
		});
		child.on('close', end);
		// A process that dies early does not read what it was sent.
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
	});
}
