import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Processes } from '../app/ports.ts';
import { unlessError } from './read-regular.ts';

/** What all processes of a busy machine take as lines. */
const MAX_PS_BYTES = 16 * 1024 * 1024;
/** It blocks the process. If `ps` takes longer, the pid counts as not reused. */
const PS_TIMEOUT_MS = 200;

/** What `/proc/<pid>/stat` tells; the start time (field 22) in ticks. */
interface Stat {
	readonly state: string;
	readonly started: string;
}

/**
 * Processes by pid (D11). The start time tells a reused pid from the same process: on Linux ticks since
 * boot behind the boot's id, elsewhere what `ps` prints. A zombie is gone: it only waits for its parent.
 */
export function liveProcesses(): Processes {
	return { startedAt, exists };
}

/** Kept: each lock asks for it, and `ps` takes some milliseconds. */
let own: string | undefined;

function startedAt(pid: number): string | undefined {
	if (!isPid(pid)) return undefined;
	if (process.platform !== 'linux') {
		if (pid !== process.pid) return startedByPs(pid);
		own ??= startedByPs(pid);
		return own;
	}
	const stat = readStat(pid);
	return stat === undefined || isGone(stat) ? undefined : `${bootId()}-${stat.started}`;
}

function exists(pid: number): boolean {
	if (!isPid(pid) || !hasEntry(pid)) return false;
	const stat = process.platform === 'linux' ? readStat(pid) : undefined;
	return stat === undefined || !isGone(stat);
}

/** 0 and negative numbers would address process groups. */
function isPid(pid: number): boolean {
	return Number.isSafeInteger(pid) && pid > 0;
}

function hasEntry(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function isGone({ state }: Stat): boolean {
	return state === 'Z' || state === 'X';
}

/** `1234 (a name) with ) in it) S 1 …`: the command's name may hold anything, so count after its last `)`. */
function readStat(pid: number): Stat | undefined {
	const text = readOrNothing(`/proc/${pid}/stat`);
	const end = text.lastIndexOf(')');
	const fields = text.slice(end + 2).split(' ');
	const [state, started] = [fields[0], fields[19]];
	return state === undefined || started === undefined ? undefined : { state, started };
}

let boot: string | undefined;

/** Read once per process: a session start asks for every registered session. */
function bootId(): string {
	boot ??= readOrNothing('/proc/sys/kernel/random/boot_id').slice(0, 8);
	return boot;
}

/** Signals a process and what stands in its group; nothing where that is gone already. */
export function signalGroup(
	{ pid }: { readonly pid?: number | undefined },
	signal: NodeJS.Signals,
): void {
	if (pid !== undefined) unlessError(() => process.kill(-pid, signal));
}

/** The text of a file that may be gone; empty then. */
function readOrNothing(path: string): string {
	return unlessError(() => readFileSync(path, 'utf8')) ?? '';
}

function startedByPs(pid: number): string | undefined {
	const started = psLines(['-o', 'lstart=', '-p', String(pid)])[0]?.trim() ?? '';
	return started === '' ? undefined : started;
}

/** What `ps` prints. */
function psLines(args: readonly string[]): readonly string[] {
	const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
	const options = { env, encoding: 'utf8', timeout: PS_TIMEOUT_MS } as const;
	const ps = spawnSync('ps', args, { ...options, maxBuffer: MAX_PS_BYTES });
	return ps.stdout?.split('\n') ?? [];
}

/** Folders of plugins that the running client was told to load, by its environment and its command line. */
export function pluginFoldersGiven(
	clientPid: number,
	env: Readonly<Record<string, string | undefined>>,
): string[] {
	const inEnvironment = env['CLAUDE_CODE_PLUGIN_DIRS'] ?? '';
	return [
		...inEnvironment.split(delimiter).filter((dir) => dir !== ''),
		...optionOf(clientPid, '--plugin-dir'),
	];
}

function optionOf(pid: number, name: string): string[] {
	const words = readOrNothing(`/proc/${pid}/cmdline`).split('\0');
	return words.flatMap((word, at) => {
		if (word === name) return words[at + 1] ?? [];
		return word.startsWith(`${name}=`) ? word.slice(name.length + 1) : [];
	});
}
