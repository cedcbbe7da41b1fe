import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { vi } from 'vitest';
import { config } from 'zod/mini';
import { hookFor } from '../../src/events/handle.ts';
import { HOOK_TOOL, hookArguments, NO_ANSWER } from '../../src/host/hook-tool.ts';
import type { HookName, HookResult } from './run-hook.ts';

// The SDK sets the words of zod for the whole process; req has words of its own.
config({ localeError: () => 'Invalid input' });

const root = fileURLToPath(new URL('../..', import.meta.url));
export const builtServer = join(root, 'dist/server.cjs');

/** A server of the plugin, and what its Claude Code would do: this process is the client. */
export interface LiveServer extends AsyncDisposable {
	readonly client: Client;
	readonly pid: number;
	/** The process that started it. */
	readonly clientPid: number;
	/** Sends an event as a hook of type `mcp_tool` does; what the server answers. */
	readonly ask: (event: object) => Promise<string>;
	/** Resolves once the server is gone. */
	readonly ended: Promise<void>;
}

interface Start {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** The folder of the plugin. Default: this repository. */
	readonly plugin?: string;
	/** Default: the server of the plugin, started as the manifest says. */
	readonly file?: string;
	/** As the child of a process of its own, so that it is not this process's server. */
	readonly hasOwnClient?: boolean;
}

/** Not the last command, so that the shell stays. */
const AS_CHILD = ['-c', '"$0" "$@"; exit'];

/** Starts the built server; resolves when it is connected, and its tools are listed, as in Claude Code. */
export async function startServer(start: Start): Promise<LiveServer> {
	const { cwd, env, plugin = root, file, hasOwnClient = false } = start;
	const program = file === undefined ? ['sh', join(plugin, 'hooks/server.sh')] : ['node', file];
	const [command = '', ...args] = hasOwnClient ? ['sh', ...AS_CHILD, ...program] : program;
	const transport = new StdioClientTransport({
		command,
		args,
		cwd,
		env: { ...env },
		stderr: 'inherit',
	});
	const client = new Client({ name: 'test', version: '1' });
	const ended = new Promise<void>((resolve) => {
		client.onclose = resolve;
	});
	await client.connect(transport);
	await client.listTools();
	const child = transport.pid ?? 0;
	return {
		client,
		pid: hasOwnClient ? await serverOf(child, env) : child,
		clientPid: hasOwnClient ? child : process.pid,
		ask: async (event) => textIn(await client.callTool(callOf(event))),
		ended,
		[Symbol.asyncDispose]: () => client.close(),
	};
}

/** The pid in the marker that the server of a client writes. */
async function serverOf(client: number, env: Start['env']): Promise<number> {
	const marker = join(String(env['CLAUDE_CONFIG_DIR']), 'requirements/live', `${hostname()}-${client}`);
	return vi.waitFor(() => Number(readFileSync(marker, 'utf8').split(' ')[0]), 20_000);
}

/** The call that Claude Code makes of an event: `${path}` filled in, objects as JSON, nothing for what is absent. */
export function callOf(event: object): { name: string; arguments: Record<string, string> } {
	const filled = Object.entries(hookArguments(hookFor(event)?.input.shape ?? {})).map(([name, template]) => {
		const path = /^\$\{(\w+)\}$/.exec(template)?.[1] ?? '';
		return [name, textOf((event as Record<string, unknown>)[path])];
	});
	return { name: HOOK_TOOL.name, arguments: Object.fromEntries(filled) };
}

function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}

function textIn(result: object): string {
	const content = (result as { content?: { type: string; text?: string }[] }).content ?? [];
	const text = content.map((block) => block.text ?? '').join('');
	return text === NO_ANSWER ? '' : text;
}

interface Beside {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** The pid of Claude Code. Default: this process. */
	readonly client?: number;
}

/** Runs what `hooks.json` has beside the server's hook: the script that starts the hook process if there is no server. */
export function runWithoutServer(
	name: HookName,
	event: object,
	{ cwd, env, client = process.pid }: Beside,
): Promise<HookResult> {
	const script = [join(root, 'hooks/no-server.sh'), join(root, `dist/hooks/${name}.cjs`)];
	const child = spawn('sh', script, { cwd, env: { ...env, CLAUDE_PID: String(client) } });
	let [stdout, stderr] = ['', ''];
	child.stdout.on('data', (chunk) => {
		stdout += chunk;
	});
	child.stderr.on('data', (chunk) => {
		stderr += chunk;
	});
	// A script that starts nothing does not read its input.
	child.stdin.on('error', () => undefined);
	child.stdin.end(JSON.stringify(event));
	return new Promise((resolve) => {
		child.on('close', (exit) => resolve({ exit, stdout, stderr }));
	});
}

/** The markers of servers that answer hooks. */
export function markersIn(configDir: string): string[] {
	const folder = join(configDir, 'requirements/live');
	// What is being written has another name.
	return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.tmp')) : [];
}
