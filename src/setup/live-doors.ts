import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../context.ts';
import { NO_ANSWER } from '../host/hook-tool.ts';
import { elements, member, members, textIn } from '../store/foreign-json.ts';
import { parseJson } from '../store/read-file.ts';
import { substituted } from './installation.ts';

/** The repository in which hooks run, and what their environment is. */
export interface HookWorld {
	readonly cwd: string;
	readonly env: Env;
}

/** What a hook did. */
export interface HookRun {
	/** The command line, or `the server`. */
	readonly by: string;
	/** What it answered, without blanks around it. */
	readonly stdout: string;
	/** Why there is no answer, such as `ended with 1: …`; `undefined` if there is one. */
	readonly failure: string | undefined;
	readonly ms: number;
}

/** A server that is asked as Claude Code asks it. */
export interface LiveServer {
	/** `hook`: an entry of `hooks.json`. */
	readonly ask: (hook: unknown, input: object) => Promise<HookRun>;
	readonly end: () => Promise<void>;
}

/** Seconds; Claude Code's own limit for a hook that names none. */
const USUAL_TIMEOUT = 60;

function timeoutOf(hook: unknown): number {
	return 1_000 * Number(member(hook, 'timeout') ?? USUAL_TIMEOUT);
}

/** Runs the process of a hook; `hook`: an entry of `hooks.json`. */
export function runProcess(hook: unknown, input: object, { cwd, env }: HookWorld): HookRun {
	const words = [textIn(hook, 'command') ?? '', ...elements(member(hook, 'args')).map(String)];
	const [program = '', ...args] = words.map((word) => substituted(word, env));
	const started = performance.now();
	const { status, stdout, stderr, error } = spawnSync(program, args, {
		cwd,
		env: { ...env },
		input: JSON.stringify(input),
		timeout: timeoutOf(hook),
		killSignal: 'SIGKILL',
		encoding: 'utf8',
	});
	const ms = performance.now() - started;
	const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
	const ended = status === 0 ? undefined : `ended with ${status}: ${tail(stderr ?? '')}`;
	const failure = isLate ? 'took too long' : (error?.message ?? ended);
	return { by: [program, ...args].join(' '), stdout: (stdout ?? '').trim(), failure, ms };
}

/** Starts a plugin's server. It ends when this process does. */
export async function startServer(
	[program = '', ...args]: readonly string[],
	world: HookWorld,
): Promise<LiveServer> {
	const child = spawn(program, args, { ...world, stdio: ['pipe', 'pipe', 'pipe'] });
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	let stderr = '';
	child.stderr.on('data', (chunk) => {
		stderr = `${stderr}${chunk}`.slice(-2_000);
	});
	// A server that does not start or has ended reads nothing, and its output ends.
	child.on('error', ({ message }) => {
		stderr = message;
	});
	child.stdin.on('error', () => undefined);
	let id = 0;
	const request = async (method: string, params: object, limit: number) => {
		id += 1;
		child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
		return Promise.race([lines.next(), sleep(limit, undefined, { ref: false })]);
	};
	const clientInfo = { name: 'req doctor', version: '1' };
	const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
	await request('initialize', hello, 1_000 * USUAL_TIMEOUT);
	await request('tools/list', {}, 1_000 * USUAL_TIMEOUT);
	return {
		ask: async (hook, input) => {
			const call = { name: textIn(hook, 'tool'), arguments: argumentsOf(hook, input) };
			const started = performance.now();
			const next = await request('tools/call', call, timeoutOf(hook));
			const ms = performance.now() - started;
			const by = 'the server';
			if (next === undefined) return { by, stdout: '', failure: 'took too long', ms };
			if (next.done) return { by, stdout: '', failure: `ended: ${tail(stderr)}`, ms };
			const message = parseJson(next.value);
			const failure = textIn(member(message, 'error'), 'message');
			const parts = elements(member(member(message, 'result'), 'content'));
			const text = parts.map((part) => textIn(part, 'text') ?? '').join('');
			return { by, stdout: text === NO_ANSWER ? '' : text, failure, ms };
		},
		end: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.stdin.end();
			await Promise.race([once(child, 'close'), sleep(5_000, undefined, { ref: false })]);
			child.kill('SIGKILL');
		},
	};
}

/** The arguments of a call as Claude Code fills them in: objects as JSON, nothing for what is absent. */
function argumentsOf(hook: unknown, event: object): Record<string, string> {
	const filled = members(member(hook, 'input')).map(([name, template]) => {
		const path = /^\$\{(\w+)\}$/.exec(String(template))?.[1];
		const value = path === undefined ? template : (member(event, path) ?? '');
		return [name, typeof value === 'string' ? value : JSON.stringify(value)];
	});
	return Object.fromEntries(filled);
}

/** The line of a stack that names the error, else the last lines. */
function tail(stderr: string): string {
	const lines = stderr.trim().split('\n');
	return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.slice(-2).join(' ');
}
