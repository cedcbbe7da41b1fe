import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseJournal } from './journal-lines.ts';
import { isObstructed, isOutOfReach } from './read-regular.ts';

/** What one fold takes at most; the next one goes on there. A long session writes some 200 kB. */
const MAX_READ = 16 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Every line begins with its time. */
const FIRST_TIME = /^\{"at":"([^"]{1,30})"/;
const FIRST_BYTES = 40;

/** How far a journal was folded. */
export interface JournalMark {
	readonly bytes: number;
	/** Time of its first line as it stands there: what tells it from a later one of the same name. */
	readonly begun: string | undefined;
}

/** Lines of a journal that were not folded yet. */
export interface JournalRest {
	readonly lines: readonly unknown[];
	/** Where the last whole one ends: the next fold begins there. */
	readonly end: number;
	readonly begun: string | undefined;
}

/**
 * The whole lines of a journal after a mark. All of it is new where it was begun anew, after `req prune`: it is
 * shorter than that, or begins with another line. Nothing where there is no journal this user may read.
 */
export function journalRest(path: string, from: JournalMark): JournalRest {
	const nothing = { lines: [], end: from.bytes, begun: from.begun };
	if (isObstructed(path)) return nothing;
	try {
		const fd = openSync(path, 'r');
		try {
			return restOf(fd, from);
		} finally {
			closeSync(fd);
		}
	} catch (error) {
		if (isOutOfReach(error)) return nothing;
		throw error;
	}
}

function restOf(fd: number, from: JournalMark): JournalRest {
	const { size } = fstatSync(fd);
	const begun = firstTime(fd);
	const isAnother = from.begun !== undefined && from.begun !== begun;
	const start = size < from.bytes || isAnother ? 0 : from.bytes;
	const buffer = Buffer.allocUnsafe(Math.min(size - start, MAX_READ));
	const length = readAll(fd, buffer, start);
	// A line that is longer than all that is read at once is nobody's.
	const isSenseless = length === MAX_READ && buffer.lastIndexOf(NEWLINE) === -1;
	const end = isSenseless ? length : buffer.subarray(0, length).lastIndexOf(NEWLINE) + 1;
	return { lines: parseJournal(buffer.toString('utf8', 0, end)), end: start + end, begun };
}

function firstTime(fd: number): string | undefined {
	const buffer = Buffer.allocUnsafe(FIRST_BYTES);
	return FIRST_TIME.exec(buffer.toString('utf8', 0, readAll(fd, buffer, 0)))?.[1];
}

function readAll(fd: number, buffer: Buffer, start: number): number {
	let length = 0;
	for (let read = -1; read !== 0 && length < buffer.length; length += read) {
		read = readSync(fd, buffer, length, buffer.length - length, start + length);
	}
	return length;
}
