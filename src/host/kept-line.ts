import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../store/atomic-write.ts';
import { ifThere, unlessError } from '../store/errors.ts';
import { liveDir } from './server-marker.ts';

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
	ifThere(() => writeAtomic(file, `${lines.join('\n')}\n`, options));
}

/** Removes the status line of a session. */
export function removeLine(configDir: string, session: string): void {
	rmSync(lineFile(configDir, session), { force: true });
}

/** Removes the status lines whose server has no marker any more, and empty ones. */
export function removeStaleLines(configDir: string): void {
	const folder = liveDir(configDir);
	for (const name of unlessError(() => readdirSync(folder)) ?? []) {
		const isStale = name.endsWith(LINE) && !hasKeeper(folder, name);
		if (isStale) rmSync(join(folder, name), { force: true });
	}
}

/** Whether the server that keeps a status line has its marker. */
function hasKeeper(folder: string, name: string): boolean {
	const text = unlessError(() => readFileSync(join(folder, name), 'utf8')) ?? '';
	const marker = /\n(\S+) /.exec(text)?.[1];
	return marker !== undefined && existsSync(join(folder, marker));
}
