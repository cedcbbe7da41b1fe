import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseJournal } from './journal-lines.ts';
import { isObstructed, isOutOfReach } from './read-regular.ts';

/** What one fold takes at most; the next one goes on there. A long session writes some 200 kB. */
const MAX_READ = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Lines of a journal that were not folded yet. */
export interface JournalRest {
	readonly lines: readonly unknown[];
	/** Where the last whole one ends: the next fold begins there. */
	readonly end: number;
}

/**
 * The whole lines of a journal after an offset in bytes. A journal that is shorter than that was begun anew, so
 * that all of it is new. Nothing where there is no journal this user may read.
 */
export function journalRest(path: string, from: number): JournalRest {
	const nothing = { lines: [], end: from };
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

function restOf(fd: number, from: number): JournalRest {
	const { size } = fstatSync(fd);
	const start = size < from ? 0 : from;
	const buffer = Buffer.allocUnsafe(Math.min(size - start, MAX_READ));
	const length = readAll(fd, buffer, start);
	// A line that is longer than all that is read at once is nobody's.
	const isSenseless = length === MAX_READ && buffer.lastIndexOf(NEWLINE) === -1;
	const end = isSenseless ? length : buffer.subarray(0, length).lastIndexOf(NEWLINE) + 1;
	return { lines: parseJournal(buffer.toString('utf8', 0, end)), end: start + end };
}

function readAll(fd: number, buffer: Buffer, start: number): number {
	let length = 0;
	for (let read = -1; read !== 0 && length < buffer.length; length += read) {
		read = readSync(fd, buffer, length, buffer.length - length, start + length);
	}
	return length;
}
