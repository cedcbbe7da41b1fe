import {
	chmodSync,
	fsyncSync,
	futimesSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { ifThere, unlessError } from './errors.ts';
import { syncDirectory } from './log.ts';
import { makeDirectory } from './paths.ts';
import { withOpen } from './read-file.ts';

/** `main.json.4711.99-1.tmp` of a document or a cache, `name.json.4711.tmp` of a journal. */
export const TEMPORARY = /\.\d+\.(\d+-\d+\.)?tmp$/;

/** The writer's pid in such a name, before nanoseconds since the machine began and a count. */
const WRITER = /\.(\d+)\.\d{10,}-\d+\.tmp$/;

let count = 0;

interface WriteOptions {
	/** Asked right before the rename. False: the file stays as it is. */
	readonly mayReplace?: () => boolean;
	/** On disk before it has its name. Default: true. */
	readonly isDurable?: boolean;
	/** Its modification time, in milliseconds since the epoch. Default: now. */
	readonly modifiedAt?: number;
	/** A file of the user's: one that exists keeps its mode, a new one gets that of any file the user makes. */
	readonly keepsMode?: boolean;
}

/**
 * Replaces a file as a whole: readers see the old text or the new one, never a part (D7). Mode 0600. The directory
 * must exist.
 *
 * @returns whether the file was replaced
 */
export function writeAtomic(
	path: string,
	text: string,
	{ mayReplace, isDurable = true, modifiedAt, keepsMode = false }: WriteOptions = {},
): boolean {
	count += 1;
	const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}-${count}.tmp`;
	const kept = keepsMode ? statSync(path, { throwIfNoEntry: false })?.mode : undefined;
	try {
		withOpen(openSync(temporary, 'wx', keepsMode ? (kept ?? 0o666) : 0o600), (fd) => {
			writeFileSync(fd, text);
			if (modifiedAt !== undefined) futimesSync(fd, modifiedAt / 1_000, modifiedAt / 1_000);
			if (isDurable) fsyncSync(fd);
		});
		// The umask applies to new files only.
		if (kept !== undefined) chmodSync(temporary, kept & 0o7777);
		if (mayReplace?.() === false) return false;
		renameSync(temporary, path);
	} finally {
		rmSync(temporary, { force: true });
	}
	if (isDurable) syncDirectory(dirname(path));
	return true;
}

/**
 * Replaces a file that can be made again from others, without a lock and without a sync. After a power cut it may be
 * old, empty or missing. The directory is made if it is missing.
 *
 * @returns whether the file was replaced
 */
export function writeCache(path: string, text: string, mayReplace = () => true): boolean {
	makeDirectory(dirname(path));
	// `req prune` of a process that does not see this one may remove its temporary file.
	return ifThere(() => writeAtomic(path, text, { mayReplace, isDurable: false })) ?? false;
}

/** Milliseconds. No writer takes so long between a temporary file and its name. */
const LOST_AFTER_MS = 60_000;

/** Removes temporary files of a writer that is gone, in a directory; without `pid` those that are a minute old. */
export function removeTemporaries(directory: string, start: string, pid?: number): void {
	const isLost = (file: string, of: string) =>
		pid === undefined ? Date.now() - statSync(file).mtimeMs > LOST_AFTER_MS : of === `${pid}`;
	unlessError(() => {
		for (const name of readdirSync(directory)) {
			const of = name.startsWith(start) ? WRITER.exec(name)?.[1] : undefined;
			const file = join(directory, name);
			if (of !== undefined && isLost(file, of)) rmSync(file, { force: true });
		}
	});
}

let moved = 0;

/**
 * Moves a file that cannot be read out of the way, never over another one (D7): no other process picks the same name.
 *
 * @param now milliseconds since the epoch; becomes part of the name
 * @returns where the file is now
 */
export function moveToQuarantine(path: string, directory: string, now: number): string {
	makeDirectory(directory);
	// The extension stays last, so that tools know the file.
	const { name, ext } = parse(path);
	const stamp = new Date(now).toISOString().replaceAll(':', '-');
	moved += 1;
	const target = join(directory, `${name}.${stamp}-${process.pid}-${moved}${ext}`);
	renameSync(path, target);
	return target;
}
