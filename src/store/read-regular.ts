import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readlinkSync,
	readSync,
	realpathSync,
	type Stats,
	statSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Attempted } from '../app/ports.ts';
import type { JsonFile } from '../core/doctor/settings.ts';
import { Fault } from '../core/fault/fault.ts';

/** A pipe in a file's place must not make a hook wait for its other end. Unknown to Windows. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** What the system says of a path that leads nowhere, or where this user may not look. */
const OUT_OF_REACH = new Set([
	...['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'],
	// Git takes a branch that no file can be named after.
	'ENAMETOOLONG',
]);

/** `refused`: there is something, but no regular file, or one above the limit. */
export type ReadRegular =
	| { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
	| { readonly kind: 'absent' }
	| { readonly kind: 'refused'; readonly why: string };

/** Which part of a file: its first bytes, its last ones, or all of it unless it is larger. */
interface Part {
	readonly bytes: number;
	readonly of: 'start' | 'end' | 'whole';
}

/**
 * Reads a file a stranger may have put there: an archive can hold a pipe, or a link to a device, under
 * any name. Never waits. No more is read than the size the system tells, because files
 * of the kernel call themselves regular and have no end.
 *
 * @throws the system's error where the path may not be looked at or the file not be read
 */
export function readRegular(path: string, part: Part): ReadRegular {
	// Opening a device can already do something, so ask before; what was opened is asked again.
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return { kind: 'absent' };
	if (!stats.isFile()) return refused('is not a regular file');
	return withOpen(openSync(path, READ_ONLY), (fd) => readOpened(fd, part));
}

/** Does work with an open file, and closes it. */
export function withOpen<Value>(fd: number, work: (fd: number) => Value): Value {
	try {
		return work(fd);
	} finally {
		closeSync(fd);
	}
}

/**
 * The last whole lines of a growing file.
 *
 * @param bytes how much at most; the line cut by this limit is left out
 * @returns `undefined` where there is no such file, no regular one, or none this user may read
 */
export function readTail(path: string, bytes: number): string | undefined {
	const read = ifInReach(() => readRegular(path, { bytes, of: 'end' }));
	if (read?.kind !== 'text') return undefined;
	return read.isWhole ? read.text : read.text.slice(read.text.indexOf('\n') + 1);
}

/** The text of a whole file of at most so many bytes; empty where there is none to read. Never waits, never throws. */
export function textOrNothing(path: string, bytes: number): string {
	const read = unlessError(() => readRegular(path, { bytes, of: 'whole' }));
	return read?.kind === 'text' ? read.text : '';
}

/**
 * Whether something that is no regular file has the name: opening it for an append could wait for ever, and a link
 * could lead out of the repository.
 */
export function isObstructed(path: string): boolean {
	return unlessError(() => lstatSync(path, { throwIfNoEntry: false }))?.isFile() === false;
}

/** What is known of a path; `undefined` where it leads nowhere this user may look, or back to itself. */
export function statOf(path: string): Stats | undefined {
	return ifInReach(() => statSync(path, { throwIfNoEntry: false }));
}

/** Names in a directory, sorted; none where there is no directory to read. */
export function fileNamesIn(directory: string): string[] {
	return unlessError(() => readdirSync(directory).sort()) ?? [];
}

/** Whether a path leads to a directory. Never throws. */
export function isDirectory(path: string): boolean {
	return unlessError(() => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/** Whether an error of the file system says that nothing is there for this user to read. */
function isOutOfReach(error: unknown): boolean {
	return OUT_OF_REACH.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}

function readOpened(fd: number, { bytes, of }: Part): ReadRegular {
	const stats = fstatSync(fd);
	if (!stats.isFile()) return refused('is not a regular file');
	const { size } = stats;
	if (of === 'whole' && size > bytes) return refused(`is larger than ${bytes / 1024} kB`);
	const start = of === 'end' ? Math.max(0, size - bytes) : 0;
	const text = bytesAt(fd, start, Math.min(size, bytes)).toString('utf8');
	return { kind: 'text', text, isWhole: size <= bytes };
}

/** So many bytes, or what there is of them. */
export function bytesAt(fd: number, start: number, bytes: number): Buffer {
	const buffer = Buffer.allocUnsafe(bytes);
	let length = 0;
	for (let read = -1; read !== 0 && length < buffer.length; length += read) {
		read = readSync(fd, buffer, length, buffer.length - length, start + length);
	}
	return buffer.subarray(0, length);
}

function refused(why: string): ReadRegular {
	return { kind: 'refused', why };
}

/** Bytes. 200 full requirements fit; what hostile YAML of this size costs is below 150 ms. */
export const MAX_CONFIG_SIZE = 64 * 1024;

export type ReadConfig =
	| { readonly kind: 'text'; readonly text: string }
	/** `isAbsent`: nothing has that name. */
	| { readonly kind: 'refused'; readonly why: string; readonly isAbsent: boolean };

/** What the system says of a path that nothing can have. */
const NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/**
 * Reads a config file that a stranger may have committed: a regular file, not large, not a link out
 * of `within`. Never waits, never throws.
 */
export function readConfigFile(path: string, within: string | undefined): ReadConfig {
	try {
		if (within !== undefined && !isReallyInside(path, within))
			return unreadable('leads out of the project');
		const read = readRegular(path, { bytes: MAX_CONFIG_SIZE, of: 'whole' });
		if (read.kind === 'text') return read;
		return read.kind === 'absent' ? ABSENT : unreadable(read.why);
	} catch (error) {
		const { code = 'unknown error' } = error as NodeJS.ErrnoException;
		return NOWHERE.has(code) ? ABSENT : unreadable(`cannot be read: ${code}`);
	}
}

const ABSENT: ReadConfig = { kind: 'refused', why: 'does not exist', isAbsent: true };

function unreadable(why: string): ReadConfig {
	return { kind: 'refused', why, isAbsent: false };
}

/** Bytes. The client's own state file is the largest of its kind and has a few megabytes. */
const MAX_JSON = 4 * 1024 * 1024;

/** A JSON file somebody else writes. Never waits, never throws; absent where there is nothing of that name. */
export function readJson(path: string): JsonFile {
	return readJsonIf(path, { bytes: MAX_JSON, isWanted: () => true }) ?? nothing(path);
}

/** The same of a file of at most so many bytes; `undefined`, and not parsed, where its text is none that somebody wants. */
export function readJsonIf(
	path: string,
	{ bytes, isWanted }: { readonly bytes: number; readonly isWanted: (text: string) => boolean },
): JsonFile | undefined {
	try {
		const read = readRegular(path, { bytes, of: 'whole' });
		if (read.kind === 'absent') return nothing(path);
		if (read.kind === 'refused') return nothing(path, read.why);
		if (!isWanted(read.text)) return undefined;
		const json = parseJson(read.text);
		const trouble = json === undefined ? 'is not JSON' : undefined;
		return { path, trouble, json, text: read.text };
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
		return isAbsent ? nothing(path) : nothing(path, `cannot be read: ${code}`);
	}
}

function nothing(path: string, trouble?: string): JsonFile {
	return { path, trouble, json: undefined, text: '' };
}

/** Nothing of ours is nested deeper, and what walks through a value, or writes it, has stack for some thousand steps. */
const DEEPEST = 500;

/**
 * What a text that is stored somewhere holds as JSON; `undefined` where it is none. What is nested beyond reason counts
 * as none: it can be read, but not be written again.
 */
export function parseJson(text: string): unknown {
	const json = unlessError((): unknown => JSON.parse(text));
	// Each step down and up again takes two characters at least.
	const mayBeDeep = text.length > 2 * DEEPEST;
	return mayBeDeep && isNestedBeyond(json, DEEPEST) ? undefined : json;
}

/** Whether lists and objects stand in each other more than so many deep. Object.values would take five times as long. */
function isNestedBeyond(json: unknown, depth: number): boolean {
	if (typeof json !== 'object' || json === null) return false;
	if (depth === 0) return true;
	const members = json as Readonly<Record<string, unknown>>;
	for (const key in members) if (isNestedBeyond(members[key], depth - 1)) return true;
	return false;
}

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;
/** Linux knows no longer path. */
const MAX_PATH = 4_096;

/**
 * Absolute path with `..` removed and symlinks resolved as far as the path exists; what is missing stays
 * as it is written. A dangling link is followed, because writing to it creates its target. Never throws,
 * and a path of any length costs a few looks at the disk: hostile lines hold millions of segments.
 */
export function realPath(path: string): string {
	let wanted = resolve(path);
	for (let links = 0; links < MAX_LINKS; links++) {
		const real = existing(wanted);
		if (real !== undefined) return real;
		const there = existingPart(wanted);
		const missing = wanted.slice(there.length);
		const parent = existing(there);
		if (parent !== undefined) return join(parent, missing);
		const target = linkTarget(there);
		if (target === undefined) return wanted;
		wanted = join(resolve(existing(dirname(there)) ?? dirname(there), target), missing);
	}
	return wanted;
}

/**
 * The longest start of an absolute path that has a name on the disk, a dangling link included. What lies
 * below a missing name is missing, so half of the rest is ruled out at each look.
 */
export function existingPart(path: string): string {
	const inner = [...path.slice(0, MAX_PATH).matchAll(/(?<=[^/])(?=\/)/g)].map(({ index }) => index);
	const ends = path.length > MAX_PATH ? inner : [...inner, path.length];
	let known = 0;
	let unknown = ends.length;
	while (known < unknown) {
		const middle = (known + unknown) >> 1;
		if (hasName(path.slice(0, ends[middle]))) known = middle + 1;
		else unknown = middle;
	}
	return known === 0 ? '/' : path.slice(0, ends[known - 1]);
}

function hasName(path: string): boolean {
	return unlessError(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
}

function existing(path: string): string | undefined {
	return unlessError(() => realpathSync.native(path));
}

/** What a link says; `undefined` where there is no link to read. */
function linkTarget(path: string): string | undefined {
	return isLink(path) ? unlessError(() => readlinkSync(path)) : undefined;
}

/** Whether a path itself is a link. Never throws. */
export function isLink(path: string): boolean {
	const stats = unlessError(() => lstatSync(path, { throwIfNoEntry: false }));
	return stats?.isSymbolicLink() === true;
}

/** Whether a path leads to something below a directory, links followed. Throws where either is missing. */
export function isReallyInside(path: string, directory: string): boolean {
	const real = realpathSync.native(directory);
	return realpathSync.native(path).startsWith(real.endsWith(sep) ? real : `${real}${sep}`);
}

const CODES = new Set([
	'EACCES',
	'EDQUOT',
	'EEXIST',
	'EFBIG',
	'EISDIR',
	'ELOOP',
	'ENOSPC',
	'ENOTDIR',
	'EPERM',
	'EROFS',
]);

/** Whether a disk will not take a write: full, read-only, forbidden, something else in the way (D7). */
export function isUnwritable(error: unknown): boolean {
	return CODES.has(codeOf(error));
}

/** The system's code of an error, or of what a fault was made of: `ENOSPC`; empty for any other. */
export function codeOf(error: unknown): string {
	const origin = error instanceof Fault ? error.cause : error;
	const code = (origin as { code?: unknown } | null)?.code;
	return typeof code === 'string' ? code : '';
}

/** A disk that took only a part of a write is full. */
export function noSpace(): Error {
	return Object.assign(new Error('ENOSPC: only a part was written'), { code: 'ENOSPC' });
}

/** How work is done that may fail in an expected way: it comes to `undefined` then, and any other error goes on. */
function unless(isExpected: (error: unknown) => boolean) {
	return <Value>(work: () => Value): Value | undefined => {
		try {
			return work();
		} catch (error) {
			if (isExpected(error)) return undefined;
			throw error;
		}
	};
}

/** `undefined` where it fails, whatever the reason. */
export const unlessError = unless(() => true);
/** `undefined` where it ends in a fault. */
export const unlessFault = unless((error) => error instanceof Fault);
/** `undefined` where the disk will not take what it writes. */
export const unlessUnwritable = unless(isUnwritable);
/** `undefined` where nothing is there for this user to read. */
export const ifInReach = unless(isOutOfReach);
/** `undefined` where a file or folder that it needs is absent. */
export const ifThere = unless((error) => (error as NodeJS.ErrnoException).code === 'ENOENT');
/** `undefined` where the name of the file that it creates is taken. */
export const ifFree = unless((error) => (error as NodeJS.ErrnoException).code === 'EEXIST');

/** For a promise: `undefined` where it was rejected because the disk will not take what it writes. */
export function whereUnwritable(error: unknown): undefined {
	if (!isUnwritable(error)) throw error;
	return undefined;
}

/** Turns whatever work throws into a value. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Attempted<Value>> {
	try {
		return { kind: 'done', value: await work() };
	} catch (error) {
		return { kind: 'failed', error };
	}
}
