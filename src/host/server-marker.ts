import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { writeCache } from '../store/atomic-write.ts';
import { unlessError } from '../store/errors.ts';
import { isRunning, startedAt } from '../store/processes.ts';
import { environmentOf } from './environment.ts';

interface Pids {
	readonly server: number;
	readonly client: number;
}

/** The folder of the markers of servers that answer hooks, and of the status lines that these keep. */
export function liveDir(configDir: string): string {
	return join(configDir, 'requirements', 'live');
}

/** The name of the marker of one Claude Code. hooks/no-server.sh and bin/req build the same. */
export function markerName(hostname: string, client: number): string {
	return `${hostname}-${client}`;
}

/**
 * Marks that a server answers the hooks of a Claude Code, so that these start no process. hooks/no-server.sh reads the
 * first word.
 */
export function markLive(configDir: string, hostname: string, pids: Pids): void {
	writeCache(join(liveDir(configDir), markerName(hostname, pids.client)), markerText(pids));
}

/** Removes the marker, if it is still that of this server. */
export function unmarkLive(configDir: string, hostname: string, pids: Pids): void {
	const file = join(liveDir(configDir), markerName(hostname, pids.client));
	if (textOf(file).startsWith(`${pids.server} `)) rmSync(file, { force: true });
}

/** Whether a server answers the hooks of the Claude Code that an event or a command runs in. */
export function hasServer(context: Context): boolean {
	const { configDir, hostname } = context;
	return isLive(configDir, hostname, environmentOf(context).clientPid);
}

/** Whether a server answers the hooks of a Claude Code. */
export function isLive(configDir: string, hostname: string, client: number): boolean {
	return markerStatus(liveDir(configDir), markerName(hostname, client), hostname) === 'current';
}

/**
 * Removes markers of this host whose server is gone: it was killed, or a container started again and its pids are those of
 * other processes now.
 */
export function removeStaleMarkers(configDir: string, hostname: string): void {
	const folder = liveDir(configDir);
	for (const name of unlessError(() => readdirSync(folder)) ?? []) {
		if (markerStatus(folder, name, hostname) === 'stale') rmSync(join(folder, name), { force: true });
	}
}

/** `current`: both processes are still those of the marker. `foreign`: of another host, whose processes cannot be seen from here, or no marker. */
function markerStatus(folder: string, name: string, hostname: string): 'current' | 'stale' | 'foreign' {
	const isOurs = name.startsWith(`${hostname}-`) && /^\d+$/.test(name.slice(hostname.length + 1));
	if (!isOurs) return 'foreign';
	const [server, client, ...times] = textOf(join(folder, name)).trim().split(' ');
	const runs = [server, client].every((pid, at) => {
		const started = times[at] === UNKNOWN ? undefined : times[at]?.replaceAll('_', ' ');
		return isRunning({ pid: Number(pid), started, host: hostname }, hostname);
	});
	return runs ? 'current' : 'stale';
}

function textOf(file: string): string {
	return unlessError(() => readFileSync(file, 'utf8')) ?? '';
}

/** In the place of a start time that cannot be determined. */
const UNKNOWN = '?';

/** The pids, and the start times of both processes: a pid that was given again has another one. */
function markerText({ server, client }: Pids): string {
	// On macOS a start time is a date with blanks.
	const word = (pid: number) => startedAt(pid)?.replaceAll(' ', '_') ?? UNKNOWN;
	return `${server} ${client} ${word(server)} ${word(client)}\n`;
}
