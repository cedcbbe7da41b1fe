import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { builtHook, type HookName, type HookResult } from './run-hook.ts';

const program = fileURLToPath(new URL('client-process.mjs', import.meta.url));

let idle: ChildProcess | undefined;

/**
 * The pid of a process that stands for the client while this test file runs. The test itself plays the user, too, and who
 * asks is told by the ancestors of a process: the client must not be one of the user's.
 */
export function clientPid(): number {
	if (idle === undefined) {
		// It ends when nobody holds its stdin any more.
		idle = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
			stdio: ['pipe', 'ignore', 'ignore'],
		});
		idle.unref();
		(idle.stdin as Socket | null)?.unref();
	}
	return idle.pid ?? 0;
}

const SHIM =
	'require("node:child_process").spawnSync(process.execPath, process.argv.slice(1), { stdio: "inherit" })';

/** A client with a process of its own, whose hooks and commands are its children. */
export interface PlayedClient extends AsyncDisposable {
	readonly pid: number;
	/** One of its hooks, which it starts itself. */
	readonly hook: (name: HookName, uuid: string, input: object) => Promise<HookResult>;
	/** A command line of the model. */
	readonly bash: (line: string, env?: Readonly<Record<string, string>>) => Promise<HookResult>;
}

/** Starts such a client in a world. `shim`: its `node` is a program that starts the real one, as that of a version manager. */
export async function playClient(
	world: { readonly repo: string; readonly env: Readonly<Record<string, string>> },
	{ shim = false }: { readonly shim?: boolean } = {},
): Promise<PlayedClient> {
	const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
	await once(child, 'spawn');
	const pid = child.pid ?? 0;
	const waiting = new Map<number, (result: HookResult) => void>();
	child.on('message', (result: HookResult & { id: number }) => waiting.get(result.id)?.(result));
	const cwd = world.repo;
	const own = { ...world.env, CLAUDE_PID: String(pid), CLAUDE_PROJECT_DIR: cwd };
	let count = 0;
	const run = (
		file: string,
		args: readonly string[],
		{ stdin, env }: { stdin: string; env: object },
	) => {
		count += 1;
		child.send({ id: count, file, args, cwd, env, stdin });
		const id = count;
		return new Promise<HookResult>((resolve) => waiting.set(id, resolve));
	};
	return {
		pid,
		hook: (name, uuid, input) =>
			run(process.execPath, [...(shim ? ['-e', SHIM] : []), builtHook(name)], {
				stdin: JSON.stringify({ session_id: uuid, cwd, ...input }),
				env: { ...own, CLAUDE_CODE_SESSION_ID: uuid, CLAUDECODE: '1' },
			}),
		bash: (line, env = {}) =>
			run('/bin/bash', ['-c', line], { stdin: '', env: { ...own, CLAUDECODE: '1', ...env } }),
		[Symbol.asyncDispose]: async () => {
			child.kill('SIGKILL');
			if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
		},
	};
}
