import { spawnSync } from 'node:child_process';
import { builtHook, type HookCallOptions, type HookName, type HookResult } from './run-hook.ts';

/**
 * Runs a built hook on a disk that is full: no file can be written beyond so many kB. What a smaller file takes
 * fits, as on a real one.
 */
export function runHookOnFullDisk(name: HookName, kilobytes: number, options: HookCallOptions): HookResult {
	const { cwd, stdin: input, env } = options;
	const script = `ulimit -f ${kilobytes} && exec "$0" "$1"`;
	const ran = spawnSync('bash', ['-c', script, process.execPath, builtHook(name)], {
		...{ cwd, input, encoding: 'utf8' as const },
		env: { ...env },
	});
	return { exit: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}
