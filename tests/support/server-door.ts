import { hookRows } from '../../scripts/wiring.ts';
import type { Case } from './case-format.ts';
import { type Door, type PlayedCase, playThrough } from './case-run.ts';
import { type LiveServer, markersIn, startServer } from './live-server.ts';
import { type HookCallOptions, runHookProcess } from './run-hook.ts';

/**
 * Plays a case through the server, and through the hook process what the server is not asked. Cases in which a process has
 * fewer rights are played by processes.
 *
 * @returns also how many events the server answered
 */
export async function playThroughServer(given: Case): Promise<PlayedCase & { readonly byServer: number }> {
	const servers = new Map<string, LiveServer>();
	let byServer = 0;
	const door: Door = async (name, options) => {
		const event = JSON.parse(options.stdin);
		const isAsked = hookRows.some((row) => row.entry === name && row.identity !== undefined);
		// As a field of a call an id is always a text.
		const isSent = isAsked && !['number', 'object'].includes(typeof event.session_id);
		if (!isSent || options.unprivileged === true) return runHookProcess(name, options);
		byServer += 1;
		const server = await serverFor(options, servers);
		const stdout = await server.ask(event);
		// Where no marker can be stored no claim can be either: the hook process answers.
		const isLeft = stdout === '' && markersIn(String(options.env['CLAUDE_CONFIG_DIR'])).length === 0;
		return isLeft ? runHookProcess(name, options) : { exit: 0, stdout, stderr: '' };
	};
	try {
		return { ...(await playThrough(given, door, process.pid)), byServer };
	} finally {
		for (const server of servers.values()) await server.client.close();
	}
}

/** One for each environment. The session's id in it is the one of the first event. */
async function serverFor({ cwd, env }: HookCallOptions, servers: Map<string, LiveServer>): Promise<LiveServer> {
	const { CLAUDE_CODE_SESSION_ID: _, ...rest } = env;
	const key = JSON.stringify(rest);
	const server = servers.get(key) ?? (await startServer({ cwd, env }));
	servers.set(key, server);
	return server;
}
