import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { codeOf, unlessError } from './errors.ts';

/** Milliseconds. If `ps` takes longer, the pid counts as not reused. */
const PS_TIMEOUT_MS = 200;

/** Kept: each lock asks for it, and `ps` takes some milliseconds. */
let own: string | undefined;
let boot: string | undefined;

/**
 * The start time of a process as an opaque text, which tells a reused pid from the same process (D11): on Linux ticks
 * since boot behind the boot's id, elsewhere what `ps` prints. `undefined` if the process is gone or it is unknown.
 */
export function startedAt(pid: number): string | undefined {
	if (!isPid(pid)) return undefined;
	if (process.platform !== 'linux') {
		if (pid !== process.pid) return startedByPs(pid);
		own ??= startedByPs(pid);
		return own;
	}
	const { isGone, started } = readStat(pid);
	boot ??= textOf('/proc/sys/kernel/random/boot_id').slice(0, 8);
	return isGone || started === undefined ? undefined : `${boot}-${started}`;
}

/**
 * Whether a process that was written down still runs; `undefined` if it is of another host, whose processes cannot be seen
 * from here. A stopped process runs.
 *
 * @param started as `startedAt` returned it: a later process with that pid has another one. `undefined`: it is not known
 */
export function isRunning(
	written: { readonly pid: number; readonly started?: string | undefined; readonly host: string },
	hostname: string,
): boolean | undefined {
	const { pid, started, host } = written;
	if (host !== hostname) return undefined;
	if (!exists(pid)) return false;
	const now = startedAt(pid);
	return started === undefined || now === undefined || now === started;
}

/** Whether a process exists; one of another user does, a zombie does not: it only waits for its parent. */
export function exists(pid: number): boolean {
	if (!isPid(pid)) return false;
	try {
		process.kill(pid, 0);
	} catch (error) {
		if (codeOf(error) !== 'EPERM') return false;
	}
	return !readStat(pid).isGone;
}

/** 0 and negative numbers would address process groups. */
function isPid(pid: number): boolean {
	return Number.isSafeInteger(pid) && pid > 0;
}

/**
 * Whether `/proc/<pid>/stat` calls a process ended, and its start time in ticks; on other systems neither. In
 * `1234 (a name) with ) in it) S 1 …` the command's name may hold anything, so fields count from its last `)`.
 */
function readStat(pid: number): { isGone: boolean; started: string | undefined } {
	const text = textOf(`/proc/${pid}/stat`);
	const [state = '', ...others] = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return { isGone: state === 'Z' || state === 'X', started: others[18] };
}

/** The text of a file; empty if it is gone. */
function textOf(path: string): string {
	return unlessError(() => readFileSync(path, 'utf8')) ?? '';
}

function startedByPs(pid: number): string | undefined {
	const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
	const options = { env, encoding: 'utf8', timeout: PS_TIMEOUT_MS } as const;
	const started = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).stdout?.trim();
	return started === '' ? undefined : started;
}
