import {
	closeSync,
	constants,
	fstatSync,
	openSync,
	readdirSync,
	readSync,
	type Stats,
	statSync,
} from 'node:fs';
import type { JsonFile } from '../core/doctor/settings.ts';
import { codeOf, ifInReach, unlessError } from './errors.ts';
import { isReallyInside } from './paths.ts';

/** Opening a pipe must not wait for its other end. Unknown to Windows. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** `refused`: there is something, but no regular file, or one above the limit. */
type ReadRegular =
	| { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
	| { readonly kind: 'absent' }
	| { readonly kind: 'refused'; readonly why: string };

/** Which part of a file: its first bytes, its last ones, or all of it unless it is larger. */
interface Part {
	readonly bytes: number;
	readonly of: 'start' | 'end' | 'whole';
}

/**
 * Reads a file that may come from an archive of a stranger, with a pipe or a link to a device under any name. Never
 * waits. Reads no more than the size that the system reports: files of the kernel call themselves regular and have
 * no end.
 *
 * @throws the system's error if the path or the file may not be read
 */
export function readRegular(path: string, { bytes, of }: Part): ReadRegular {
	const opened = ifRegular(path, (fd, size): ReadRegular => {
		if (of === 'whole' && size > bytes) {
			return { kind: 'refused', why: `is larger than ${bytes / 1024} kB` };
		}
		const start = of === 'end' ? Math.max(0, size - bytes) : 0;
		const text = bytesAt(fd, start, Math.min(size, bytes)).toString('utf8');
		return { kind: 'text', text, isWhole: size <= bytes };
	});
	if (opened !== undefined) return opened;
	const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
	return isThere ? { kind: 'refused', why: 'is not a regular file' } : { kind: 'absent' };
}

/**
 * Opens a regular file for reading; `undefined` if there is none. Opening a device can already have an effect, so the
 * path is checked first, and what was opened is checked again.
 */
export function ifRegular<Value>(
	path: string,
	read: (fd: number, size: number) => Value,
): Value | undefined {
	if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
	return withOpen(openSync(path, READ_ONLY), (fd) => {
		const stats = fstatSync(fd);
		return stats.isFile() ? read(fd, stats.size) : undefined;
	});
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

/**
 * The last whole lines of a growing file.
 *
 * @param bytes how much at most; the line cut by this limit is left out
 * @returns `undefined` if there is no regular file that this user may read
 */
export function readTail(path: string, bytes: number): string | undefined {
	const read = ifInReach(() => readRegular(path, { bytes, of: 'end' }));
	if (read?.kind !== 'text') return undefined;
	return read.isWhole ? read.text : read.text.slice(read.text.indexOf('\n') + 1);
}

/** The text of a whole file of at most so many bytes; empty if there is none to read. Never throws. */
export function textOrNothing(path: string, bytes: number): string {
	const read = unlessError(() => readRegular(path, { bytes, of: 'whole' }));
	return read?.kind === 'text' ? read.text : '';
}

/** What is known of a path; `undefined` if it leads nowhere this user may look. */
export function statOf(path: string): Stats | undefined {
	return ifInReach(() => statSync(path, { throwIfNoEntry: false }));
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
	const refused = (why: string) => ({ kind: 'refused', why, isAbsent: false }) as const;
	const absent = { kind: 'refused', why: 'does not exist', isAbsent: true } as const;
	try {
		if (within !== undefined && !isReallyInside(path, within)) {
			return refused('leads out of the project');
		}
		const read = readRegular(path, { bytes: MAX_CONFIG_SIZE, of: 'whole' });
		if (read.kind === 'absent') return absent;
		return read.kind === 'text' ? read : refused(read.why);
	} catch (error) {
		const code = codeOf(error) || 'unknown error';
		const isAbsent = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code);
		return isAbsent ? absent : refused(`cannot be read: ${code}`);
	}
}

/** Bytes. Claude Code's own state file is the largest of its kind and has a few megabytes. */
const MAX_JSON = 4 * 1024 * 1024;

/** A JSON file that another program writes. Never waits, never throws. */
export function readJson(path: string, bytes = MAX_JSON): JsonFile {
	const nothing = (trouble?: string): JsonFile => ({ path, trouble, json: undefined, text: '' });
	try {
		const read = readRegular(path, { bytes, of: 'whole' });
		if (read.kind === 'absent') return nothing();
		if (read.kind === 'refused') return nothing(read.why);
		const json = parseJson(read.text);
		const trouble = json === undefined ? 'is not JSON' : undefined;
		return { path, trouble, json, text: read.text };
	} catch (error) {
		const code = codeOf(error);
		const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
		return isAbsent ? nothing() : nothing(`cannot be read: ${code}`);
	}
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
