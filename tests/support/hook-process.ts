import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtHook, type HookCallOptions, type HookName } from './run-hook.ts';

/** A built hook at work: what it said, or the signal that ended it. */
export interface HookProcess {
	readonly child: ChildProcess;
	readonly ended: Promise<{
		readonly exit: number | string;
		readonly stdout: string;
		readonly stderr: string;
	}>;
}

/** Starts a built hook without waiting for it, so that many can run at once or be killed. */
export function startHook(name: HookName, options: HookCallOptions): HookProcess {
	return startNode([builtHook(name)], options);
}

/** Starts node with these arguments in the same way. */
export function startNode(args: readonly string[], { cwd, stdin, env }: HookCallOptions): HookProcess {
	const child = spawn(process.execPath, [...args], { cwd, env });
	const said = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk) => {
		said.stdout += chunk;
	});
	child.stderr.on('data', (chunk) => {
		said.stderr += chunk;
	});
	// A process that is killed early does not read what it was sent.
	child.stdin.on('error', () => undefined);
	child.stdin.end(stdin);
	const ended = once(child, 'close').then(([code, signal]) => ({ exit: code ?? signal, ...said }));
	return { child, ended };
}
