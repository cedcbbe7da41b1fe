import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from './atomic-write.ts';
import { liveProcesses } from './processes.ts';
import { ifThere, unlessError } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/** A server and the Claude Code that started it. */
interface Pids {
	readonly server: number;
	readonly client: number;
}

/** Where the hooks find the markers of servers that answer them. */
export function liveDir(configDir: string): string {
	return join(configDir, 'requirements', 'live');
}

/** The name of the marker of one Claude Code. hooks/no-server.sh and bin/req build the same. */
export function markerName(hostname: string, client: number): string {
	return `${hostname}-${client}`;
}

function markerFile(configDir: string, hostname: string, client: number): string {
	return join(liveDir(configDir), markerName(hostname, client));
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
	if (pidsIn(textOf(file))?.server === pids.server) rmSync(file, { force: true });
}

/** Whether a server answers the hooks of a Claude Code. */
export function isLive(configDir: string, hostname: string, client: number): boolean {
	return standingOf(liveDir(configDir), markerName(hostname, client), hostname) === 'current';
}

/** A status line as the server keeps it. */
export interface KeptLine {
	readonly text: string;
	/** The name of the marker of the server that keeps it. */
	readonly marker: string;
	readonly hasColors: boolean;
	/** Where the session was when it was computed. */
	readonly cwd: string;
	/** The files and folders it was read from, there or not. */
	readonly paths: readonly string[];
	/** When reading began, in milliseconds since the epoch. */
	readonly readAt: number;
}

const LINE = '.line';
/** File systems stamp in ticks, so that a file may be as much younger than its stamp. */
const TICK_MS = 20;

function lineFile(configDir: string, session: string): string {
	return join(liveDir(configDir), `${session}${LINE}`);
}

/** Whether bin/req was asked for the status line of a session: it creates the file. Headless sessions have none. */
export function isLineWanted(configDir: string, session: string): boolean {
	return existsSync(lineFile(configDir, session));
}

/**
 * Keeps the status line of a session for bin/req, which prints it if all of this holds: this server lives, the directory and
 * the wish for colors are the same, and no path is newer than the file.
 */
export function keepLine(
	configDir: string,
	session: string,
	{ text, marker, hasColors, cwd, paths, readAt }: KeptLine,
): void {
	const lines = [text, `${marker} ${hasColors ? 'colors' : 'plain'}`, cwd, ...paths];
	// A path with a line break would be read as two.
	if (lines.some((line) => line.includes('\n'))) return;
	const options = { isDurable: false, modifiedAt: readAt - TICK_MS };
	const file = lineFile(configDir, session);
	// Without the folder there is no marker either.
	ifThere(() => writeAtomic(file, `${lines.join('\n')}\n`, () => true, options));
}

/** Removes the status line of a session. */
export function removeLine(configDir: string, session: string): void {
	rmSync(lineFile(configDir, session), { force: true });
}

/**
 * Removes markers of this host whose server is gone: it was killed, or a container started again and its pids are those of
 * other processes now. Then the status lines whose server has no marker.
 */
export function removeStale(configDir: string, hostname: string): void {
	const folder = liveDir(configDir);
	const names = unlessError(() => readdirSync(folder)) ?? [];
	// The markers first.
	const sorted = [...names.filter((name) => !isLine(name)), ...names.filter(isLine)];
	for (const name of sorted) {
		if (standingOf(folder, name, hostname) === 'stale') rmSync(join(folder, name), { force: true });
	}
}

/** `foreign`: of another host, where its processes cannot be seen, or no file of ours. */
export function standingOf(
	folder: string,
	name: string,
	hostname: string,
): 'current' | 'stale' | 'foreign' {
	const text = textOf(join(folder, name));
	if (isLine(name)) {
		const marker = /\n(\S+) /.exec(text)?.[1];
		return marker !== undefined && existsSync(join(folder, marker)) ? 'current' : 'stale';
	}
	const isOurs = name.startsWith(`${hostname}-`) && /^\d+$/.test(name.slice(hostname.length + 1));
	if (!isOurs) return 'foreign';
	const pids = pidsIn(text);
	return pids !== undefined && isSame(text, pids) ? 'current' : 'stale';
}

function isLine(name: string): boolean {
	return name.endsWith(LINE);
}

function pidsIn(text: string): Pids | undefined {
	const [server, client] = text.split(' ').map(Number);
	return server && client ? { server, client } : undefined;
}

function textOf(file: string): string {
	return unlessError(() => readFileSync(file, 'utf8')) ?? '';
}

/** Whether both processes are still those of the marker. A start time that cannot be determined (`?`) may be any. */
function isSame(text: string, pids: Pids): boolean {
	const { exists } = liveProcesses();
	const [noted, now] = [text.trim().split(' '), markerText(pids).trim().split(' ')];
	const isEqual = now.every((word, at) => word === noted[at] || word === '?' || noted[at] === '?');
	return isEqual && exists(pids.server);
}

/** The pids, and the start times of both processes: a pid that was given again has another one. */
function markerText({ server, client }: Pids): string {
	const { startedAt } = liveProcesses();
	// On macOS a start time is a date with blanks.
	const word = (pid: number) => startedAt(pid)?.replaceAll(' ', '_') ?? '?';
	return `${server} ${client} ${word(server)} ${word(client)}\n`;
}
