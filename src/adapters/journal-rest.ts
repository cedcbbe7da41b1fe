import { fstatSync } from 'node:fs';
import { FOLD_PORTION } from '../core/session-record/schema.ts';
import { ifInReach } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { valuesIn } from '../store/log.ts';
import { bytesAt, ifRegular, readTail } from '../store/read-file.ts';

/** Bytes of either end that tell whether a session lives: some hundred lines. */
const END = 32 * 1024;
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
	/** False where there is more than one fold takes. */
	readonly isWhole: boolean;
}

/** The first and last lines of what was not folded yet. */
interface JournalEnds extends JournalRest {
	/** How many bytes were not folded yet. */
	readonly behind: number;
}

/**
 * The whole lines of a journal after a mark, as many as one fold takes. All of it is new where it was begun anew, after
 * `req prune`: it is shorter than that, or begins with another line. Nothing where there is no journal this user may
 * read.
 */
export function journalRest(path: string, from: JournalMark): JournalRest {
	return opened(path, (fd) => restOf(fd, from)) ?? nothingAfter(from);
}

/** All lines after a mark where they are few, else the first and the last ones. */
export function journalEnds(path: string, from: JournalMark): JournalEnds {
	return opened(path, (fd) => endsOf(fd, from)) ?? { ...nothingAfter(from), behind: 0 };
}

function nothingAfter({ bytes, begun }: JournalMark): JournalRest {
	return { lines: [], end: bytes, begun, isWhole: true };
}

/** `undefined` where there is no regular file that this user may read. */
function opened<Value>(path: string, read: (fd: number) => Value): Value | undefined {
	return ifInReach(() => ifRegular(path, read));
}

function restOf(fd: number, from: JournalMark): JournalRest {
	const { size, start, begun } = unfolded(fd, from);
	const buffer = bytesAt(fd, start, Math.min(size - start, FOLD_PORTION));
	// A line that is longer than all that is read at once is nobody's.
	const isSenseless = buffer.length === FOLD_PORTION && buffer.lastIndexOf(NEWLINE) === -1;
	const end = isSenseless ? buffer.length : buffer.lastIndexOf(NEWLINE) + 1;
	const lines = valuesIn(buffer.toString('utf8', 0, end));
	return { lines, end: start + end, begun, isWhole: size - start <= FOLD_PORTION };
}

function endsOf(fd: number, from: JournalMark): JournalEnds {
	const { size, start, begun } = unfolded(fd, from);
	const behind = size - start;
	if (behind <= 2 * END) return { ...restOf(fd, from), behind };
	const [first, last] = [bytesAt(fd, start, END), bytesAt(fd, size - END, END)];
	const lines = [
		...valuesIn(first.toString('utf8', 0, first.lastIndexOf(NEWLINE) + 1)),
		...valuesIn(last.toString('utf8', last.indexOf(NEWLINE) + 1)),
	];
	return { lines, end: size, begun, behind, isWhole: behind <= FOLD_PORTION };
}

/** Where what was not folded yet begins. */
function unfolded(fd: number, from: JournalMark) {
	const { size } = fstatSync(fd);
	const begun = firstTime(fd);
	const isAnother = from.begun !== undefined && from.begun !== begun;
	return { size, start: size < from.bytes || isAnother ? 0 : from.bytes, begun };
}

function firstTime(fd: number): string | undefined {
	return FIRST_TIME.exec(bytesAt(fd, 0, FIRST_BYTES).toString('utf8'))?.[1];
}

/** Full ids of the sessions with lines in a journal: those of one short key share it (D5). */
export function journalSessions(path: string): string[] {
	const ids = valuesIn(readTail(path)).map((line) => textIn(line, 's'));
	return [...new Set(ids)].filter((id) => id !== undefined);
}
