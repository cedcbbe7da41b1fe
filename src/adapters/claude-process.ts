import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientEnd, Clients, Launch, LaunchedClient } from '../app/run-ports.ts';
import { unlessError } from '../store/errors.ts';
import { programPath } from '../store/programs.ts';
import { fileNamesIn } from '../store/read-file.ts';
import { signalGroup } from './signal-group.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** How long a client that was asked to stop may take, in milliseconds. */
const PATIENCE_MS = 5_000;
/** How often it is looked whether a client of another process is gone, in milliseconds. */
const BEAT_MS = 50;
/** How long its output may stay open after its end, where something that it started holds it, in milliseconds. */
const LINGER_MS = 2_000;
/** A longer timer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Characters of stderr that are kept: many more than are shown, so that no secret is cut in two before it is found. */
const MAX_STDERR = 64 * 1024;
/** What a client around this process tells of itself: a session of its own must not take it for its parent's. */
const OF_A_CLIENT =
	/^(?:CLAUDECODE|CLAUDE_PID|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_ENV_FILE)$|^CLAUDE_CODE_(?:SESSION_ID|CHILD_SESSION|EXECPATH|ENTRYPOINT|SSE_PORT)$/;

/**
 * The user's own `claude` on the PATH, or the program that `REQ_CLAUDE` names.
 *
 * @param configDir of the client, where its transcripts are
 */
export function liveClients({
	env,
	configDir,
}: {
	readonly env: Env;
	readonly configDir: string;
}): Clients {
	return {
		start: (launch) => startClient(launch, env),
		end: endClient,
		missing: () => {
			const { path, missing } = programOf(env);
			return path === undefined ? missing : undefined;
		},
		hasTranscript: (uuid) => hasTranscript(configDir, uuid),
	};
}

function startClient(launch: Launch, env: Env): LaunchedClient {
	const { path, missing } = programOf(env);
	if (path === undefined) {
		const end = { code: undefined, stderr: '', timedOut: false, unstarted: missing };
		const nothing = () => undefined;
		return { pid: undefined, ended: Promise.resolve(end), ask: nothing, stop: nothing };
	}
	const ownEnv = Object.fromEntries(
		Object.entries(env).filter(([name]) => !OF_A_CLIENT.test(name)),
	);
	// A group of its own: Ctrl-C at the terminal is this process's to pass on.
	const child = spawn(path, launch.args, {
		cwd: launch.cwd,
		env: { ...ownEnv, ...launch.env },
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: true,
	});
	endLingering(child);
	const stop = () => stopGroup(child);
	// A client that ends before it has read its prompt says why on stderr.
	child.stdin.on('error', () => undefined);
	const ask = (prompt: string) => void child.stdin.end(prompt);
	return { pid: child.pid, ended: endOf(child, launch, stop), ask, stop };
}

/** The program; else why there is none. */
function programOf(env: Env): { readonly path: string | undefined; readonly missing: string } {
	const name = env['REQ_CLAUDE'] || 'claude';
	const why = `there is no program "${name}" on the PATH`;
	return {
		path: programPath(name, env),
		missing: isAbsolute(name) ? `${name} is not a program` : why,
	};
}

function endOf(
	child: ChildProcess,
	{ tell, timeout }: Launch,
	stop: () => void,
): Promise<ClientEnd> {
	let stderr = '';
	let timedOut = false;
	const onTimeout = () => {
		timedOut = true;
		stop();
	};
	const timer =
		timeout === undefined ? undefined : setTimeout(onTimeout, Math.min(timeout, LONGEST_TIMER_MS));
	const lines = lineSplitter((line) => {
		const parsed = unlessError((): unknown => JSON.parse(line));
		if (parsed !== undefined) tell(parsed);
	});
	child.stdout?.on('data', lines.push);
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		stderr = `${stderr}${text}`.slice(-MAX_STDERR);
	});
	return new Promise((resolve) => {
		const end = (code: number | null, unstarted: string | undefined) => {
			clearTimeout(timer);
			lines.end();
			resolve({ code: code ?? undefined, stderr, timedOut, unstarted });
		};
		child.on('error', ({ message }) => end(null, message));
		child.on('close', (code) => end(code, undefined));
	});
}

function stopGroup(child: ChildProcess): void {
	// It is over, and what it left may hold its output: there is nobody to be patient with.
	const isOver = child.exitCode !== null || child.signalCode !== null;
	signalGroup(child, isOver ? 'SIGKILL' : 'SIGINT');
	if (isOver) return;
	const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE_MS);
	// What it started and did not end itself, such as a tool, goes with it.
	child.on('exit', () => {
		clearTimeout(timer);
		signalGroup(child, 'SIGKILL');
	});
}

async function endClient(pid: number): Promise<void> {
	const group = { pid };
	signalGroup(group, 'SIGINT');
	const patience = Date.now() + PATIENCE_MS;
	const isThere = () => unlessError(() => process.kill(pid, 0)) === true;
	while (isThere() && Date.now() < patience) await wait(BEAT_MS);
	signalGroup(group, 'SIGKILL');
}

/** What a session left running holds its output open: nobody waits for that. */
function endLingering(child: ChildProcess): void {
	child.on('exit', () => {
		const timer = setTimeout(() => {
			child.stdout?.destroy();
			child.stderr?.destroy();
		}, LINGER_MS);
		child.on('close', () => clearTimeout(timer));
	});
}

function hasTranscript(configDir: string, uuid: string): boolean {
	const projects = join(configDir, 'projects');
	return fileNamesIn(projects).some((name) => existsSync(join(projects, name, `${uuid}.jsonl`)));
}

/** Longer lines are left out: a tool may print a file of any size into one. In characters. */
const MAX_LINE = 1024 * 1024;

/** What takes the pieces of an output and tells its lines, in constant memory. */
interface LineSplitter {
	readonly push: (piece: Buffer) => void;
	/** The rest is a line, too. */
	readonly end: () => void;
}

/** Splits an output into its lines as it comes; one that is too long is not told. */
export function lineSplitter(tell: (line: string) => void): LineSplitter {
	const decoder = new StringDecoder('utf8');
	let begun = '';
	let isTooLong = false;
	const add = (text: string) => {
		if (begun.length + text.length > MAX_LINE) isTooLong = true;
		begun = isTooLong ? '' : begun + text;
	};
	const finish = () => {
		if (!isTooLong && begun !== '') tell(begun);
		begun = '';
		isTooLong = false;
	};
	return {
		push: (piece) => {
			const [first = '', ...rest] = decoder.write(piece).split('\n');
			add(first);
			for (const part of rest) {
				finish();
				add(part);
			}
		},
		end: () => {
			add(decoder.end());
			finish();
		},
	};
}
