import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

let idle: ChildProcess | undefined;

/** The pid of a process that stands for Claude Code while this test file runs. */
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
