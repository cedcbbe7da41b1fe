import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { codeOf, systemError, unlessError } from './errors.ts';

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;
/** Linux has no longer path; a hostile line holds millions of segments. */
const MAX_PATH = 4_096;

/**
 * Absolute path with `..` removed and symlinks resolved as far as the path exists; the missing rest stays as it is
 * written. A dangling link is followed, because writing to it creates its target. Never throws.
 */
export function realPath(path: string, maxLinks = MAX_LINKS): string {
	const wanted = resolve(path);
	if (wanted.length > MAX_PATH || maxLinks === 0) return wanted;
	const there = existingPart(wanted);
	const missing = wanted.slice(there.length);
	const real = unlessError(() => realpathSync.native(there));
	if (real !== undefined) return join(real, missing);
	const target = linkTarget(there);
	if (target === undefined) return wanted;
	const folder = unlessError(() => realpathSync.native(dirname(there))) ?? dirname(there);
	return realPath(join(resolve(folder, target), missing), maxLinks - 1);
}

/** The longest start of an absolute path that has a name on the disk, a dangling link included. */
export function existingPart(path: string): string {
	const statOf = (name: string) => unlessError(() => lstatSync(name, { throwIfNoEntry: false }));
	let there = path.slice(0, MAX_PATH);
	while (dirname(there) !== there && statOf(there) === undefined) there = dirname(there);
	return there;
}

/** The target of a link; `undefined` if there is no link to read. */
function linkTarget(path: string): string | undefined {
	return isLink(path) ? unlessError(() => readlinkSync(path)) : undefined;
}

/** Reading what is no link as one would make an error each time: 50 µs, some 40 times an event. */
function isLink(path: string): boolean {
	const stats = unlessError(() => lstatSync(path, { throwIfNoEntry: false }));
	return stats?.isSymbolicLink() === true;
}

/** Whether a path leads to something below a directory, links followed. Throws if either is missing. */
export function isReallyInside(path: string, directory: string): boolean {
	const real = realpathSync.native(directory);
	return realpathSync.native(path).startsWith(real.endsWith(sep) ? real : `${real}${sep}`);
}

/** Whether a path leads to anything. Never throws. */
export function pathExists(path: string): boolean {
	return existsSync(path);
}

/** Whether a path leads to a directory. Never throws. */
export function isDirectory(path: string): boolean {
	return unlessError(() => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/** Makes a folder and those above it. `mkdirSync` with `recursive` never returns below `/proc`. */
export function makeDirectory(path: string, mode = 0o700): void {
	if (isDirectory(path)) return;
	if (dirname(path) !== path) makeDirectory(dirname(path), mode);
	try {
		mkdirSync(path, { mode });
	} catch (error) {
		if (isDirectory(path)) return;
		// A folder that exists and takes no new one, such as `/proc`, counts as read-only.
		throw codeOf(error) === 'ENOENT' ? systemError('EROFS', path) : error;
	}
}

/** The folders of a state directory. */
export const STATE_FOLDERS = ['sessions', 'sessions/archive', 'history', 'quarantine', 'inherited', 'runs'];

/** The state directory itself, or a folder in it, that is a link; `undefined` if none is. */
export function linkIn(stateDir: string): string | undefined {
	const folders = [stateDir, ...STATE_FOLDERS.map((name) => `${stateDir}/${name}`)];
	return folders.find(isLink);
}
