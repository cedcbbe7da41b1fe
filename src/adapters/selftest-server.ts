import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Scratch } from '../app/doctor-ports.ts';
import type { Env } from '../core/context.ts';
import { argumentsOf } from '../core/doctor/hook-commands.ts';
import { NO_ANSWER } from '../host/hook-tool.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { parseJson } from '../store/read-file.ts';

/** Claude Code's limit for a hook without a `timeout`, in seconds. */
const USUAL_TIMEOUT_S = 60;

/** A server that is asked over its stdin, as the client does. It ends when this process does. */
export function scratchServer(
	[program = '', ...args]: readonly string[],
	options: { readonly cwd: string; readonly env: Env },
): ReturnType<Scratch['startServer']> {
	const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
	const waiting = new Map<number, (message: unknown) => void>();
	let stderr = '';
	let isOver = false;
	child.stderr.on('data', (chunk) => {
		stderr = `${stderr}${chunk}`.slice(-2_000);
	});
	createInterface(child.stdout).on('line', (line) => {
		const message = parseJson(line);
		waiting.get(Number(member(message, 'id')))?.(message);
	});
	const over = (why: string) => {
		isOver = true;
		stderr = stderr || why;
		for (const resolve of waiting.values()) resolve(undefined);
	};
	child.on('error', ({ message }) => over(message));
	child.on('close', () => over('it has ended'));
	// A server that has ended reads nothing.
	child.stdin.on('error', () => undefined);
	let count = 0;
	const send = (message: object) =>
		child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
	const request = (method: string, params: object) =>
		new Promise<unknown>((resolve) => {
			if (isOver) return resolve(undefined);
			count += 1;
			waiting.set(count, resolve);
			send({ id: count, method, params });
		});
	const connect = async () => {
		const clientInfo = { name: 'req doctor', version: '1' };
		await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
		send({ method: 'notifications/initialized' });
		await request('tools/list', {});
	};
	const connected = connect();
	const within = async (seconds: number, work: Promise<unknown>) => {
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<'late'>((resolve) => {
			timer = setTimeout(() => resolve('late'), seconds * 1_000);
		});
		const result = await Promise.race([work, late]);
		clearTimeout(timer);
		return result;
	};
	return {
		ask: async (tool, input) => {
			const limit = tool.timeout ?? USUAL_TIMEOUT_S;
			await within(limit, connected);
			const started = performance.now();
			const call = { name: tool.tool, arguments: argumentsOf(tool, input) };
			const message = await within(limit, request('tools/call', call));
			const ms = performance.now() - started;
			const result = member(message, 'result');
			const texts = elements(member(result, 'content')).map((part) => textIn(part, 'text') ?? '');
			const text = texts.join('');
			const stdout = text === NO_ANSWER ? '' : text;
			const why = textIn(member(message, 'error'), 'message') ?? stderr;
			const exit = result === undefined ? 1 : 0;
			return { exit, isLate: message === 'late', stdout, json: parseJson(stdout), stderr: why, ms };
		},
		end: async () => {
			if (isOver) return;
			child.stdin.end();
			await within(USUAL_TIMEOUT_S, once(child, 'close'));
		},
	};
}
