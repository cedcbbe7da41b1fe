import {
	chmodSync,
	existsSync,
	fsyncSync,
	futimesSync,
	linkSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { syncDirectory } from './log.ts';
import { liveProcesses } from './processes.ts';
import { ifThere, unlessError, withOpen } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

let count = 0;

/** `main.json.4711.99-1.tmp` of a document or a cache, `name.json.4711.tmp` of a journal. */
export const TEMPORARY = /\.\d+\.(\d+-\d+\.)?tmp$/;

/** How a file is written. */
interface WriteOptions {
	/** On disk before its name is. Default: true. */
	readonly isDurable?: boolean;
	/** What its modification time says, in milliseconds since the epoch. Default: now. */
	readonly modifiedAt?: number;
}

/**
 * Replaces a file as a whole: readers see the old text or the new one, never a part (D7).
 * On disk when this returns, unless `isDurable` says otherwise. Mode 0600. The directory must exist.
 *
 * @param mayReplace asked at the last moment; where it says no the file stays as it is
 * @returns whether the file was replaced
 */
export function writeAtomic(
	path: string,
	text: string,
	mayReplace: () => boolean,
	options: WriteOptions = {},
): boolean {
	const { isDurable = true } = options;
	const isReplaced = renamed(writeTemporary(path, text, options), path, mayReplace);
	if (isReplaced && isDurable) syncDirectory(dirname(path));
	return isReplaced;
}

function renamed(temporary: string, path: string, mayReplace: () => boolean): boolean {
	if (!mayReplace()) {
		unlinkSync(temporary);
		return false;
	}
	try {
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
	return true;
}

/**
 * The same for a file of the user's: one that exists keeps its mode, a new one has that of any file
 * the user makes.
 */
export function writeKeepingMode(path: string, text: string, mayReplace: () => boolean): boolean {
	const mode = statSync(path, { throwIfNoEntry: false })?.mode;
	const temporary = writeTemporary(path, text, { mode: mode ?? 0o666 });
	// What the user's mask takes from new files, an old one has.
	if (mode !== undefined) chmodSync(temporary, mode & 0o7777);
	if (!renamed(temporary, path, mayReplace)) return false;
	syncDirectory(dirname(path));
	return true;
}

/** How a file system says that it has no hard links; the last one is Android's. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);

/**
 * Creates a file with all its text at once, unless the name is taken. Needs no lock.
 *
 * @returns whether this call created it; `undefined` where the file system cannot do that: `createLocked`
 */
export function createAtomic(path: string, text: string): boolean | undefined {
	const temporary = writeTemporary(path, text);
	try {
		linkSync(temporary, path);
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (code === 'EEXIST') return false;
		if (NO_LINKS.has(code)) return undefined;
		throw error;
	} finally {
		unlinkSync(temporary);
	}
	syncDirectory(dirname(path));
	return true;
}

/**
 * The same for a file system without hard links, where only a lock keeps two creators apart: a rename
 * would replace what the other one has just created.
 *
 * @param holdsLock whether the lock of this file still stands
 */
export function createLocked(path: string, text: string, holdsLock: () => boolean): boolean {
	return writeAtomic(path, text, () => holdsLock() && !existsSync(path));
}

/** What follows the name of a file in that of its temporary one. */
const BEHIND_NAME = /^\d+\.(\d+-\d+\.)?tmp$/;

/** Removes temporary files beside a file that nobody will give its name any more. */
function removeThose(path: string, isLost: (pid: number, file: string) => boolean): void {
	const start = `${basename(path)}.`;
	for (const entry of readdirSync(dirname(path), { withFileTypes: true })) {
		const rest = entry.name.slice(start.length);
		const isOurs = entry.name.startsWith(start) && BEHIND_NAME.test(rest) && entry.isFile();
		const file = join(dirname(path), entry.name);
		if (isOurs && isLost(Number.parseInt(rest, 10), file)) rmSync(file, { force: true });
	}
}

/** Removes what a writer that died left beside a file. */
export function removeTemporaries(path: string, pid: number): void {
	removeThose(path, (of) => of === pid);
}

/** Nanoseconds since the machine began, as `writeTemporary` has them, and no version or date. */
const OF_WRITER = /\.\d{10,}-\d+\.tmp$/;
/** No writer takes so long between a temporary file and its name (ms). */
const LOST_AFTER_MS = 60_000;

/**
 * Removes what writers left beside a file when they were killed and no lock tells of them. Where it cannot be done,
 * `req prune` says so. Beside a file of the user's a file of any other name is the user's, too.
 */
export function removeLost(path: string): void {
	const isOld = (file: string) => Date.now() - statSync(file).mtimeMs > LOST_AFTER_MS;
	unlessError(() => removeThose(path, (_, file) => OF_WRITER.test(file) && isOld(file)));
}

/** A name no other writer has: pid, the clock of this boot and a count. */
function writeTemporary(
	path: string,
	text: string,
	{ mode = 0o600, isDurable = true, modifiedAt }: WriteOptions & { readonly mode?: number } = {},
): string {
	count += 1;
	const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}-${count}.tmp`;
	try {
		withOpen(openSync(temporary, 'wx', mode), (fd) => {
			writeFileSync(fd, text);
			if (modifiedAt !== undefined) futimesSync(fd, modifiedAt / 1_000, modifiedAt / 1_000);
			if (isDurable) fsyncSync(fd);
		});
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
	return temporary;
}

/**
 * Moves a file that could not be read out of the way, never over another one (D7). The caller holds
 * the lock of the document the file belongs to, so no other process picks the same name.
 *
 * @param now milliseconds since the epoch; becomes part of the name
 * @returns where the file is now
 */
export function moveToQuarantine(path: string, directory: string, now: number): string {
	makeDirectory(directory);
	// The extension stays last, so that tools know the file.
	const { name, ext } = parse(path);
	const stamp = new Date(now).toISOString().replaceAll(':', '-');
	let target = join(directory, `${name}.${stamp}${ext}`);
	for (let again = 2; existsSync(target); again += 1) {
		target = join(directory, `${name}.${stamp}-${again}${ext}`);
	}
	renameSync(path, target);
	return target;
}

/**
 * Replaces a file that can be made again from others: without a lock, and without waiting for the disk. After a power cut it
 * may be old, empty or missing; readers see the old text or the new one all the same.
 *
 * @param isCurrent asked at the last moment; where it says no the file stays as it is
 * @returns whether the file was replaced
 */
export function writeCache(path: string, text: string, isCurrent = () => true): boolean {
	makeDirectory(dirname(path));
	// Writers of a cache that were killed leave no lock to find them by.
	removeThose(path, (pid) => !liveProcesses().exists(pid));
	// Somebody who cannot see this process may take its temporary file away.
	return ifThere(() => writeAtomic(path, text, isCurrent, { isDurable: false })) ?? false;
}
