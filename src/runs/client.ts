import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '../context.ts';
import { isUuid } from '../host/session-id.ts';
import { unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { programPath } from '../store/programs.ts';
import { fileNamesIn, parseJson } from '../store/read-file.ts';
import { cutAtWord, flat, named } from '../text/one-line.ts';
import type { RunItem } from './run-file.ts';

/** Milliseconds that a client which was asked to stop may take. */
const PATIENCE_MS = 5_000;
/** Milliseconds between two checks whether a client is gone. */
const BEAT_MS = 50;
/** Milliseconds that the output may stay open after the client's end. */
const LINGER_MS = 2_000;
/** A longer timer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Characters of one line that are kept: a tool may print a file of any size into one. */
const MAX_LINE = 1024 * 1024;
/** Characters of stderr that are kept. */
const MAX_STDERR = 8 * 1024;
/** What belongs to the session around this process: a new one is no child of it, and inherits what the run says. */
const CLIENT_VARIABLES =
	/^REQ_INHERIT_|^(?:CLAUDECODE|CLAUDE_PID|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_ENV_FILE)$|^CLAUDE_CODE_(?:SESSION_ID|CHILD_SESSION|EXECPATH|ENTRYPOINT|SSE_PORT)$/;
/**
 * The commands that prompts of runs ask for. No user is there to give permission: without these no session could mark its
 * task as done. What the user denies stays denied.
 */
const OWN_COMMANDS = ['task', 'learn', 'note', 'inherit ack'].flatMap((name) => [
	'--allowed-tools',
	`Bash(req ${name}:*)`,
]);

/** One start of the user's own `claude`. */
export interface Launch {
	/** What its prompt asks: it comes through stdin, so no word of a task is ever an argument. */
	readonly prompt: string;
	readonly args: readonly string[];
	/** A directory that exists. */
	readonly cwd: string;
	/** Added to the environment of this process. */
	readonly env: Readonly<Record<string, string>>;
	/** Milliseconds after which it is stopped. */
	readonly timeout: number;
	/** Full id of the session to resume; `undefined`: a new one. */
	readonly resume: string | undefined;
}

/** How a headless session ended. */
export interface SessionEnd {
	/** `undefined`: a signal ended it, or it never began. */
	readonly code: number | undefined;
	/** The last of what it wrote to stderr, or why it could not be started. */
	readonly stderr: string;
	/** Why it was stopped; `undefined`: it ended by itself. */
	readonly stopped: 'timeout' | 'interrupted' | undefined;
	readonly output: ClientOutput;
}

/** A client that was started. */
export interface RunningClient {
	readonly pid: number | undefined;
	readonly ended: Promise<SessionEnd>;
	/** Gives it its prompt. A client whose starter dies before that ends by itself. */
	readonly ask: () => void;
	/** Asks it to stop, and after a few seconds makes it. */
	readonly stop: () => void;
}

/**
 * The path of the user's `claude` on the PATH, or of the program that `REQ_CLAUDE` names.
 *
 * @throws Fault `refused`
 */
export function clientProgram(env: Env): string {
	const name = env['REQ_CLAUDE'] || 'claude';
	const path = programPath(name, env);
	if (path !== undefined) return path;
	throw new Fault('refused', `no session can be started: there is no program ${named(name)}`, {
		hint: 'install Claude Code, or set REQ_CLAUDE to the path of its program',
	});
}

/**
 * Starts a headless session in a process group of its own: Ctrl-C at the terminal is this process's to pass on.
 *
 * @param onOutput called after each line with all that was printed so far
 */
export function startClient(
	program: string,
	launch: Launch,
	onOutput: (output: ClientOutput) => void,
	env: Env,
): RunningClient {
	const { args, cwd, resume, prompt } = launch;
	const form = ['-p', '--output-format', 'stream-json', '--verbose', ...OWN_COMMANDS];
	const resumed = resume === undefined ? [] : ['--resume', resume];
	const outer = Object.entries(env).filter(([name]) => !CLIENT_VARIABLES.test(name));
	const child = spawn(program, [...form, ...resumed, ...args], {
		cwd,
		env: { ...Object.fromEntries(outer), ...launch.env },
		stdio: 'pipe',
		detached: true,
	});
	// A client that ends before it has read its prompt says why on stderr.
	child.stdin.on('error', () => undefined);
	return {
		pid: child.pid,
		ended: endOf(child, launch, onOutput),
		ask: () => void child.stdin.end(prompt),
		stop: () => stop(child),
	};
}

function endOf(
	child: ChildProcessWithoutNullStreams,
	{ timeout }: Launch,
	onOutput: (output: ClientOutput) => void,
): Promise<SessionEnd> {
	let output: ClientOutput = { turns: 0 };
	let stderr = '';
	let stopped: SessionEnd['stopped'];
	const onTimeout = () => {
		stopped = 'timeout';
		stop(child);
	};
	const timer = setTimeout(onTimeout, Math.min(timeout, LONGEST_TIMER_MS));
	const lines = lineReader((line) => {
		output = withLine(output, parseJson(line));
		onOutput(output);
	});
	child.stdout.setEncoding('utf8').on('data', lines.add);
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr = `${stderr}${text}`.slice(-MAX_STDERR);
	});
	child.on('exit', () => {
		// What a session left running may hold its output open: the run does not wait for that.
		const lingering = setTimeout(() => {
			child.stdout.destroy();
			child.stderr.destroy();
		}, LINGER_MS);
		child.on('close', () => clearTimeout(lingering));
	});
	return new Promise((resolve) => {
		const end = (code: number | null) => {
			clearTimeout(timer);
			lines.end();
			// The word that the limit divides is left out: half a secret is not found.
			const words = stderr.length < MAX_STDERR ? stderr : stderr.replace(/^\S+/, '');
			resolve({ code: code ?? undefined, stderr: words, stopped, output });
		};
		child.on('close', end);
		child.on('error', ({ message }) => {
			stderr = message;
			end(null);
		});
	});
}

/** Stops the client of a run that was killed; resolves when it is gone. */
export function stopOrphan(pid: number): Promise<void> {
	return stopGroup(pid, () => unlessError(() => process.kill(pid, 0)) !== true);
}

/** Asks a process group to stop. Once its leader is gone, or after a few seconds, what is left of it is killed. */
async function stopGroup(pid: number | undefined, isGone: () => boolean): Promise<void> {
	// The group of pid 1 is every process of this user.
	if (pid === undefined || pid <= 1) return;
	const signal = (name: NodeJS.Signals) => void unlessError(() => process.kill(-pid, name));
	signal('SIGINT');
	const patience = performance.now() + PATIENCE_MS;
	while (!isGone() && performance.now() < patience) await wait(BEAT_MS);
	signal('SIGKILL');
}

function stop(child: ChildProcessWithoutNullStreams): void {
	void stopGroup(child.pid, () => child.exitCode !== null || child.signalCode !== null);
}

/** Whether Claude Code has a transcript of a session: without one it cannot be resumed. */
export function hasTranscript(uuid: string, configDir: string): boolean {
	const projects = join(configDir, 'projects');
	return fileNamesIn(projects).some((name) => existsSync(join(projects, name, `${uuid}.jsonl`)));
}

/** Divides an output into lines, in constant memory: a line that is too long loses its start, and is no JSON then. */
export function lineReader(read: (line: string) => void) {
	let rest = '';
	return {
		add: (text: string) => {
			const [first = '', ...others] = text.split('\n');
			rest = rest.length + first.length > MAX_LINE ? '' : rest + first;
			for (const other of others) {
				read(rest);
				rest = other;
			}
		},
		/** What follows the last line break is a line as well. */
		end: () => read(rest),
	};
}

/** What a headless session has printed so far. What it has not printed yet is `undefined`. */
export interface ClientOutput {
	/** Full id of the session. */
	readonly uuid?: string;
	/** The model has answered. */
	readonly hasAnswered?: true;
	/** Answers of the model; at the end as Claude Code counts them. */
	readonly turns: number;
	/** The model's last words. */
	readonly said?: string | undefined;
	/** The last line. */
	readonly result?: { readonly isError: boolean; readonly text: string | undefined };
}

/**
 * Adds one parsed line of `stream-json`. Takes any JSON, for the format is Claude Code's own.
 *
 * @returns `before` itself if the line says nothing
 */
export function withLine(before: ClientOutput, json: unknown): ClientOutput {
	const uuid = textIn(json, 'session_id') ?? '';
	// A subagent's answer names the call that started it.
	const isSubagents = typeof member(json, 'parent_tool_use_id') === 'string';
	switch (textIn(json, 'type')) {
		case 'system':
			return textIn(json, 'subtype') === 'init' && isUuid(uuid) ? { ...before, uuid } : before;
		case 'assistant':
			return isSubagents ? before : withTurn(before, json);
		case 'result':
			return withResult(before, json);
		default:
			return before;
	}
}

function withTurn(before: ClientOutput, json: unknown): ClientOutput {
	const parts = elements(member(member(json, 'message'), 'content'));
	const last = parts.findLast((part) => textIn(part, 'type') === 'text');
	const said = textIn(last, 'text') ?? before.said;
	return { ...before, hasAnswered: true, turns: before.turns + 1, said };
}

function withResult(before: ClientOutput, json: unknown): ClientOutput {
	const count = member(json, 'num_turns');
	const turns = typeof count === 'number' ? count : before.turns;
	const errors = elements(member(json, 'errors')).filter((one) => typeof one === 'string');
	const text = textIn(json, 'result') ?? (errors.join('; ') || undefined);
	const isError = member(json, 'is_error') === true || textIn(json, 'subtype') !== 'success';
	const said = (isError ? undefined : text) ?? before.said;
	return { ...before, turns, said, result: { isError, text } };
}

/** What became of an item. */
export interface Outcome extends Pick<RunItem, 'error' | 'result'> {
	readonly status: Exclude<RunItem['status'], 'waiting' | 'running'>;
	/** It failed because the session to resume is gone: only a fresh one can go on. */
	readonly isStale?: boolean;
}

export function failed(error: string, isStale = false): Outcome {
	return { status: 'failed', error, isStale };
}

/** Characters of an error that are kept. */
const MAX_ERROR = 500;

/**
 * What kept a session from ending well; `undefined`: nothing, whatever was done in it.
 *
 * @param wasResumed an earlier session was to be resumed: only then can it be stale, and only if it never answered
 */
export function troubleOf(end: SessionEnd, wasResumed: boolean): Outcome | undefined {
	const { code, stopped, output } = end;
	const { result, hasAnswered = false } = output;
	const late = 'it took longer than --timeout allows';
	if (stopped === 'timeout') return { status: stopped, error: late };
	if (stopped === 'interrupted') return { status: stopped, error: 'it was interrupted' };
	if (code === 0 && result?.isError === false) return undefined;
	const said = result?.isError === true ? result.text : undefined;
	const words = cutAtWord(flat(said ?? end.stderr), MAX_ERROR);
	const how = code === undefined ? 'claude was killed' : `claude exited with ${code}`;
	const error = words === '' ? how : words;
	return failed(error, wasResumed && !hasAnswered && saysStale(error));
}

/** With `--strict`: no session has worked on the task. */
export const NO_PRIOR_SESSION = 'No prior session';
/** With `--strict`: its session is gone, and why. */
export const RESUMPTION_FAILED = 'Session resumption failed: ';

const UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;

/** What passes by itself or what the user corrects: the session may exist all the same. */
const OTHER_TROUBLE: readonly RegExp[] = [
	/\brate.?limit|\btoo many requests\b|\b429\b|\boverloaded\b|\b529\b|\b50[0-4]\b/i,
	/\bnetwork\b|\bECONN\w*|\bE(?:TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH)\b|\btimed? ?out\b|\bfetch failed\b|\bsocket\b/i,
	/\bauth\w*|\bunauthori[sz]ed\b|\bforbidden\b|\b40[13]\b|\bapi.?key\b|\bcredit\b|\blog ?in\b|\/login\b/i,
	/\bmodel\b/i,
];

/** How a client says that a session does not exist. */
const GONE: readonly RegExp[] = [
	/\bno (?:conversation|session) found\b/i,
	/\b(?:no such|unknown|invalid|expired) (?:session|conversation)\b/i,
	/\b(?:session|conversation)\b[^.\n]{0,80}\b(?:not found|does not exist|is invalid|has expired|expired|is gone)\b/i,
	/\b(?:Session|Conversation)NotFound(?:Error)?\b|\bInvalidSession(?:Error)?\b/,
	/(?:^|\b(?:status|code|error|http)\b[^\n]{0,12}?)\b(?:404|410)\b|\b(?:404|410) (?:not found|gone)\b/i,
];

/** Whether an error says that the session to resume is gone. Digits of an id say nothing. */
export function saysStale(error: string): boolean {
	const said = error.replaceAll(UUID, '<id>');
	return !OTHER_TROUBLE.some((one) => one.test(said)) && GONE.some((one) => one.test(said));
}
