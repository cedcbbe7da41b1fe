import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from './atomic-write.ts';
import { liveProcesses } from './processes.ts';
import { unlessError } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/** A server and the Claude Code that started it. */
interface Pids {
	readonly server: number;
	readonly client: number;
}

/** Where the hooks find the markers of servers that answer them. */
function liveDir(configDir: string): string {
	return join(configDir, 'requirements', 'live');
}

/** Of one Claude Code. hooks/no-server.sh builds the same name. */
function markerFile(configDir: string, hostname: string, client: number): string {
	return join(liveDir(configDir), `${hostname}-${client}`);
}

/**
 * Says that a server answers the hooks of a Claude Code, so that these start no process. The first word is what
 * hooks/no-server.sh reads.
 */
export function markLive(configDir: string, hostname: string, pids: Pids): void {
	makeDirectory(liveDir(configDir));
	writeAtomic(markerFile(configDir, hostname, pids.client), markerText(pids), () => true, {
		isDurable: false,
	});
}

/** Removes the marker, if it is still that of this server. */
export function unmarkLive(configDir: string, hostname: string, pids: Pids): void {
	const file = markerFile(configDir, hostname, pids.client);
	if (pidsIn(file)?.server === pids.server) rmSync(file, { force: true });
}

/**
 * Removes markers of this host whose server is gone: it was killed, or a container started again and its pids are those of
 * other processes now.
 */
export function removeStaleMarkers(configDir: string, hostname: string): void {
	const folder = liveDir(configDir);
	const isOurs = (name: string) =>
		name.startsWith(`${hostname}-`) && /^\d+$/.test(name.slice(hostname.length + 1));
	for (const name of (unlessError(() => readdirSync(folder)) ?? []).filter(isOurs)) {
		const file = join(folder, name);
		const pids = pidsIn(file);
		const isCurrent = pids !== undefined && textOf(file) === markerText(pids);
		if (!isCurrent) rmSync(file, { force: true });
	}
}

function pidsIn(file: string): Pids | undefined {
	const [server, client] = textOf(file).split(' ').map(Number);
	return server && client ? { server, client } : undefined;
}

function textOf(file: string): string {
	return unlessError(() => readFileSync(file, 'utf8')) ?? '';
}

/** The pids, and the start times of both processes: a pid that was given again has another one. */
function markerText({ server, client }: Pids): string {
	const { startedAt } = liveProcesses();
	return `${server} ${client} ${startedAt(server) ?? '?'} ${startedAt(client) ?? '?'}\n`;
}
