import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readSync,
	type Stats,
	statSync,
} from 'node:fs';
import { codeOf, ifInReach, unlessError } from './errors.ts';
import { isReallyInside } from './paths.ts';

/** Opening a pipe must not wait for its other end. Unknown to Windows. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** `refused`: there is something, but no regular file, or one above the limit. */
type ReadRegular =
	| { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
	| { readonly kind: 'absent' }
	| { readonly kind: 'refused'; readonly why: string };

/**
 * Reads a file that may come from an archive of a stranger, with a pipe or a link to a device under any name: never
 * waits, and reads no more than the size that the system reports.
 *
 * @param of the first bytes, the last ones, or all of the file unless it is larger
 * @throws the system's error if the path or the file may not be read
 */
export function readRegular(
	path: string,
	{ bytes, of }: { readonly bytes: number; readonly of: 'start' | 'end' | 'whole' },
): ReadRegular {
	const read = ifRegular(path, (fd, size): ReadRegular => {
		if (of === 'whole' && size > bytes) {
			return { kind: 'refused', why: `is larger than ${bytes / 1024} kB` };
		}
		const start = of === 'end' ? Math.max(0, size - bytes) : 0;
		const text = bytesAt(fd, start, Math.min(size, bytes)).toString('utf8');
		return { kind: 'text', text, isWhole: size <= bytes };
	});
	if (read !== undefined) return read;
	const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
	return isThere ? { kind: 'refused', why: 'is not a regular file' } : { kind: 'absent' };
}

/** Opens a regular file for reading; `undefined` if there is none: opening a device can already have an effect. */
function ifRegular<Value>(path: string, read: (fd: number, size: number) => Value): Value | undefined {
	if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
	return withOpen(openSync(path, READ_ONLY), (fd) => read(fd, fstatSync(fd).size));
}

/** Does work with an open file, and closes it. */
export function withOpen<Value>(fd: number, work: (fd: number) => Value): Value {
	try {
		return work(fd);
	} finally {
		closeSync(fd);
	}
}

/** So many bytes, or fewer at the end of the file. */
export function bytesAt(fd: number, start: number, bytes: number): Buffer {
	const buffer = Buffer.allocUnsafe(bytes);
	let length = 0;
	for (let read = -1; read !== 0 && length < buffer.length; length += read) {
		read = readSync(fd, buffer, length, buffer.length - length, start + length);
	}
	return buffer.subarray(0, length);
}

/** Bytes: some 50,000 lines of a history. */
const MAX_LOG = 16 * 1024 * 1024;

/**
 * The last whole lines of a growing file; empty if there is none that this user may read.
 *
 * @param bytes how much at most; the line cut by this limit is left out
 */
export function readTail(path: string, bytes = MAX_LOG): string {
	const read = ifInReach(() => readRegular(path, { bytes, of: 'end' }));
	if (read?.kind !== 'text') return '';
	return read.isWhole ? read.text : read.text.slice(read.text.indexOf('\n') + 1);
}

/** Reads a file as `readRegular` does. Never throws: what cannot be read is `refused`. */
export function readQuietly(path: string, how: Parameters<typeof readRegular>[1]): ReadRegular {
	try {
		return readRegular(path, how);
	} catch (error) {
		const code = codeOf(error) || 'unknown error';
		const isAbsent = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code);
		return isAbsent ? { kind: 'absent' } : { kind: 'refused', why: `cannot be read: ${code}` };
	}
}

/** A whole file of at most so many bytes as a text, empty if there is none to read. */
export function textOrNothing(path: string, bytes: number): string {
	const read = readQuietly(path, { bytes, of: 'whole' });
	return read.kind === 'text' ? read.text : '';
}

/** What is known of a path; `undefined` if it leads nowhere this user may look. */
export function statOf(path: string): Stats | undefined {
	return ifInReach(() => statSync(path, { throwIfNoEntry: false }));
}

/** Whether a path is a link to something that does not exist. */
export function isDanglingLink(path: string): boolean {
	const isLink = ifInReach(() => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink());
	return isLink === true && statOf(path) === undefined;
}

/** Names in a directory, sorted; none if there is no directory to read. */
export function fileNamesIn(directory: string): string[] {
	return unlessError(() => readdirSync(directory).sort()) ?? [];
}

/** Bytes. 200 full requirements fit; hostile YAML of this size costs less than 150 ms. */
export const MAX_CONFIG_SIZE = 64 * 1024;

/** `isAbsent`: nothing has that name. */
export type ReadConfig =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'refused'; readonly why: string; readonly isAbsent: boolean };

/** Reads a config file that a stranger may have committed: small, regular, no link out of `within`. Never throws. */
export function readConfigFile(path: string, within: string | undefined): ReadConfig {
	const isInside = () => within === undefined || isReallyInside(path, within);
	const read = readQuietly(path, { bytes: MAX_CONFIG_SIZE, of: 'whole' });
	if (read.kind === 'absent') {
		const why = isDanglingLink(path) ? 'is a link that leads nowhere' : 'does not exist';
		return { kind: 'refused', why, isAbsent: true };
	}
	if (unlessError(isInside) !== true) {
		return { kind: 'refused', why: 'leads out of the project', isAbsent: false };
	}
	return read.kind === 'text' ? read : { ...read, isAbsent: false };
}

/** Bytes. Claude Code's own state file is the largest of its kind and has a few megabytes. */
const MAX_JSON = 4 * 1024 * 1024;

export interface JsonFile {
	readonly path: string;
	/** Why it cannot be read; `undefined` if it can, or if there is none. */
	readonly trouble: string | undefined;
	/** `undefined` if there is none to read. */
	readonly json: unknown;
	/** Empty if there is none. */
	readonly text: string;
}

/** A JSON file that another program writes; without `trouble` and `json` if there is none. Never throws. */
export function readJson(path: string, bytes = MAX_JSON): JsonFile {
	const read = readQuietly(path, { bytes, of: 'whole' });
	const text = read.kind === 'text' ? read.text : '';
	const json = read.kind === 'text' ? parseJson(text) : undefined;
	const notJson = read.kind === 'text' && json === undefined ? 'is not JSON' : undefined;
	const trouble = read.kind === 'refused' ? read.why : notJson;
	return { path, trouble, json, text };
}

/** Nothing of ours is nested deeper; what walks through a value, or writes it, has stack for some thousand steps. */
const DEEPEST = 500;

/** The value of a text of JSON; `undefined` if it is none, or is nested too deeply to be written again. */
export function parseJson(text: string): unknown {
	const json = unlessError((): unknown => JSON.parse(text));
	// Each level takes two characters at least.
	const mayBeDeep = text.length > 2 * DEEPEST;
	return mayBeDeep && isNestedBeyond(json, DEEPEST) ? undefined : json;
}

/** `for in` and not Object.values, which takes five times as long. */
function isNestedBeyond(json: unknown, depth: number): boolean {
	if (typeof json !== 'object' || json === null) return false;
	if (depth === 0) return true;
	const members = json as Readonly<Record<string, unknown>>;
	for (const key in members) if (isNestedBeyond(members[key], depth - 1)) return true;
	return false;
}
