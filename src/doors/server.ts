import nodeModule from 'node:module';
import { hostname } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { HOOK_TOOL, HOOK_TOOL_DESCRIPTION, SERVER } from '../host/hook-tool.ts';
import { markLive, unmarkLive } from '../host/server-marker.ts';
import { member } from '../store/foreign-json.ts';
import { answerMessage, lineReader, RPC_CODES, RpcError, type RpcHandler } from './json-rpc.ts';
import { claudeConfigDir, clientPid } from './process-facts.ts';

/**
 * The MCP server that Claude Code starts with the plugin and ends with itself. It answers the hooks of type `mcp_tool`, so
 * that no event starts a process. Claude Code waits for `initialize` before its first turn: what answers hooks is another
 * bundle, loaded once the tools are listed.
 */

/** Newest first. */
const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const capabilities = { tools: {} };
const pids = { server: process.pid, client: clientPid(process.env) };
/** Read once: on macOS it changes with the network. */
const host = hostname();
const configDir = claudeConfigDir(process.env);

let isEnding = false;
let hooks: Promise<typeof import('./answer-hook-call.ts')> | undefined;
const running = new Set<Promise<unknown>>();

const handlers: Readonly<Record<string, RpcHandler>> = {
	initialize: (params) => {
		const asked = member(params, 'protocolVersion');
		const protocolVersion = PROTOCOLS.find((one) => one === asked) ?? PROTOCOLS[0];
		return {
			protocolVersion,
			capabilities,
			serverInfo: { name: SERVER.name, version: packageJson.version },
		};
	},
	'server/discover': () => ({
		resultType: 'complete',
		supportedVersions: PROTOCOLS,
		capabilities,
		serverInfo: { name: SERVER.name, version: packageJson.version },
	}),
	ping: () => ({}),
	'tools/list': () => {
		// From now on Claude Code sends hooks here. In the next turn of the loop: the answer goes first.
		void setImmediate().then(startAnswering);
		return { tools: [HOOK_TOOL_DESCRIPTION] };
	},
	'tools/call': async (params) => {
		const received = performance.now();
		if (member(params, 'name') !== HOOK_TOOL.name) {
			throw new RpcError(RPC_CODES.invalidParams, 'unknown tool');
		}
		const { answerHookCall } = await loadHooks();
		const text = await answerHookCall(member(params, 'arguments'), received);
		return { content: [{ type: 'text', text }] };
	},
};

function startAnswering(): void {
	if (isEnding) return;
	attempt(() => markLive(configDir, host, pids));
	// Without the bundle the hook processes answer.
	loadHooks().catch((error) => {
		complain(error);
		unmark();
	});
}

function loadHooks() {
	if (hooks === undefined) {
		// Since Node 22.8: what is compiled once is loaded the next time.
		const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => void };
		enableCompileCache?.();
		hooks = import('./answer-hook-call.ts');
	}
	return hooks;
}

function unmark(): void {
	attempt(() => unmarkLive(configDir, host, pids));
}

/** Without a marker hooks start processes, which is slower and nothing else. */
function attempt(work: () => void): void {
	try {
		work();
	} catch (error) {
		complain(error);
	}
}

/** Claude Code keeps what a server prints in its log. */
function complain(error: unknown): void {
	process.stderr.write(`req: ${error instanceof Error ? error.message : error}\n`);
}

/** Answers the events that arrived, also those that arrive meanwhile: a write that has begun is finished. */
async function end(): Promise<void> {
	if (isEnding) return;
	isEnding = true;
	unmark();
	// What is in the pipe already is read in the next turn of the loop.
	do {
		await Promise.allSettled(running);
		await setImmediate();
	} while (running.size > 0);
	process.exit(0);
}

async function answer(line: string): Promise<void> {
	const response = await answerMessage(line, handlers);
	if (response !== undefined) process.stdout.write(`${response}\n`);
}

process.stdin.on(
	'data',
	lineReader((line) => {
		const answered = answer(line);
		running.add(answered);
		void answered.finally(() => running.delete(answered));
	}),
);
process.stdin.on('end', end);
// Claude Code may be gone.
process.stdout.on('error', end);
process.stderr.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
