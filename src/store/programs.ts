import { spawnSync } from 'node:child_process';
import type { Env } from '../context.ts';

/** A program, and the version that it prints, such as `20.12.0`. */
export interface Program {
	/** Absolute. */
	readonly path: string;
	/** `undefined` if it fails, or prints none within five seconds. */
	readonly version: string | undefined;
}

/**
 * Where the shell finds a program, by its name on the PATH or by its path; its name for what the shell does itself.
 *
 * @param cwd where relative paths start
 */
export function programPath(name: string, env: Env, cwd = '/'): string | undefined {
	const args = ['-c', 'command -v "$1"', 'sh', name];
	const { status, stdout } = spawnSync('/bin/sh', args, { env: { ...env }, cwd, encoding: 'utf8' });
	const found = stdout?.trim() ?? '';
	// A folder of the PATH that is not absolute leads to whatever is in this directory.
	return status === 0 && (found.startsWith('/') || found === name) ? found : undefined;
}

/** The first of these programs that there is. */
export function firstProgram(names: readonly string[], env: Env): Program | undefined {
	const path = names.flatMap((name) => programPath(name, env) ?? []).find((one) => one.startsWith('/'));
	if (path === undefined) return undefined;
	const options = {
		env: { ...env },
		timeout: 5_000,
		killSignal: 'SIGKILL',
		encoding: 'utf8',
	} as const;
	const { status, stdout } = spawnSync(path, ['--version'], options);
	const version = status === 0 ? /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(stdout)?.[0] : undefined;
	return { path, version };
}

/** Whether a version comes before another one; both like `1.2.3`. */
export function isOlder(version: string, other: string): boolean {
	return version.localeCompare(other, 'en', { numeric: true }) < 0;
}
