import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Program } from '../core/doctor/programs.ts';
import { unlessError } from '../store/errors.ts';

/** A program that does not tell its version within this time (ms) tells none. */
const TIMEOUT_MS = 5_000;
const MAX_OUTPUT = 64 * 1024;

type Env = Readonly<Record<string, string | undefined>>;

/** Where a program is: by its name on the PATH, or by its own absolute path. */
export function programPath(name: string, env: Env): string | undefined {
	if (isAbsolute(name)) return isExecutable(name) ? name : undefined;
	const directories = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
	return directories.map((directory) => join(directory, name)).find(isExecutable);
}

/** A program and what it says for `--version`. */
export async function askProgram(name: string, env: Env): Promise<Program | undefined> {
	const path = programPath(name, env);
	return path === undefined ? undefined : { path, says: await versionOf(path, env) };
}

function isExecutable(path: string): boolean {
	const isFile = unlessError(() => {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	});
	return isFile === true;
}

function versionOf(path: string, env: Env): Promise<string> {
	return new Promise((resolve) => {
		const options = { env: { ...env }, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT } as const;
		const child = execFile(
			path,
			['--version'],
			{ ...options, killSignal: 'SIGKILL' },
			(error, stdout) => resolve(error === null ? stdout : ''),
		);
		child.stdin?.end();
	});
}
