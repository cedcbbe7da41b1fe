import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { HOOK_ARGUMENTS, HOOK_TOOL } from '../../src/core/protocol/hook-tool.ts';
import type { HookName, HookResult } from './run-hook.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const builtServer = join(root, 'dist/server.cjs');

/** A server of the plugin, and what its Claude Code would do: this process is the client. */
export interface LiveServer extends AsyncDisposable {
	readonly client: Client;
	readonly pid: number;
	/** Sends an event as a hook of type `mcp_tool` does; what the server answers. */
	readonly ask: (event: object) => Promise<string>;
	/** Resolves once the server is gone. */
	readonly ended: Promise<void>;
}

interface Start {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Default: the built one. */
	readonly file?: string;
}

/** Starts the built server; resolves when it is connected, and its tools are listed, as in Claude Code. */
export async function startServer({ cwd, env, file = builtServer }: Start): Promise<LiveServer> {
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [file],
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
	return {
		client,
		pid: transport.pid ?? 0,
		ask: async (event) => textIn(await client.callTool(callOf(event))),
		ended,
		[Symbol.asyncDispose]: () => client.close(),
	};
}

/** The call that Claude Code makes of an event: `${path}` filled in, objects as JSON, nothing for what is absent. */
export function callOf(event: object): { name: string; arguments: Record<string, string> } {
	const filled = Object.entries(HOOK_ARGUMENTS).map(([name, template]) => {
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
	return content.map(({ text }) => text ?? '').join('');
}

/** Runs what `hooks.json` has beside the server's hook: the script that starts the hook process if there is no server. */
export function runWithoutServer(
	name: HookName,
	event: object,
	{ cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<HookResult> {
	const script = [join(root, 'hooks/no-server.sh'), join(root, `dist/hooks/${name}.cjs`)];
	const child = spawn('sh', script, { cwd, env: { ...env, CLAUDE_PID: String(process.pid) } });
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
	return existsSync(folder) ? readdirSync(folder) : [];
}
