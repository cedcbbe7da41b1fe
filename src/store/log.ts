import {
	constants,
	existsSync,
	fstatSync,
	fsyncSync,
	openSync,
	readSync,
	statSync,
	writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../core/fault/fault.ts';
import { ifThere, noSpace, parseJson, readTail, unlessError, withOpen } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

const { O_APPEND, O_CREAT, O_RDWR, O_WRONLY } = constants;
/** A link in the file's place could lead out of the repository. Unknown to Windows. */
const APPEND = O_APPEND | O_CREAT | (constants.O_NOFOLLOW ?? 0);
const NEWLINE = 0x0a;

/**
 * Appends each value as a line of JSON, all with one write, so that lines of processes that append at
 * the same time never mix (D9). The directory is made when it turns out to be missing. A disk that takes only a
 * part of it is full: that is an error, and the reader skips what is torn.
 */
export function appendLines(path: string, values: readonly object[]): void {
	if (values.length === 0) return;
	withOpen(toAppend(path, O_WRONLY), (fd) => write(fd, textOf(values)));
}

/**
 * The same, on disk when this returns unless `isDurable` says otherwise: a power cut takes the last lines of journals, too. A
 * line another process left unfinished is closed first, so that it costs only itself.
 *
 * @returns whether the path still names the file that was written to
 */
export function appendWhole(
	path: string,
	values: readonly object[],
	{ isDurable }: { readonly isDurable: boolean },
): boolean {
	const isNew = !existsSync(path);
	return withOpen(toAppend(path, O_RDWR), (fd) => {
		writeLines(fd, textOf(values));
		if (isDurable) fsyncSync(fd);
		if (isDurable && isNew) syncDirectory(dirname(path));
		return isSameFile(fd, path);
	});
}

/**
 * Appends a text of whole lines to a file that is there, with one write, behind what another process left unfinished.
 *
 * @returns whether it was there, and is still the file of that name
 */
export function appendText(path: string, lines: string): boolean {
	if (!existsSync(path)) return false;
	return withOpen(toAppend(path, O_RDWR), (fd) => {
		writeLines(fd, lines);
		return isSameFile(fd, path);
	});
}

/** Makes a rename or a new name in a directory survive a power cut. Some platforms cannot: let go. */
export function syncDirectory(path: string): void {
	unlessError(() => withOpen(openSync(path, 'r'), fsyncSync));
}

/** Every line of a journal begins with its time, so this is where the line after a torn one starts. */
const LINE_START = /(?=\{"at":")/;

/**
 * The values of the lines of a log; what is torn or garbled costs itself only. A writer killed in mid-line leaves no
 * newline, so that the next line follows on the same one.
 */
export function valuesIn(text: string): unknown[] {
	return text.split('\n').flatMap((line) => {
		const whole = line === '' ? undefined : parseJson(line);
		if (line === '' || whole !== undefined) return whole ?? [];
		return line.split(LINE_START).flatMap((piece) => parseJson(piece) ?? []);
	});
}

/** Some 50,000 lines of a history; what is older is nobody's concern in a hook. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The text of a log, of a very long one the last lines; empty where there is none to read.
 *
 * @throws Fault `state_unreadable` where the disk fails
 */
export function readLog(path: string): string {
	try {
		return readTail(path, MAX_BYTES) ?? '';
	} catch (cause) {
		const hint = 'make the file readable';
		throw new Fault('state_unreadable', (cause as Error).message, { cause, hint });
	}
}

function textOf(values: readonly object[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function toAppend(path: string, access: number): number {
	const open = () => openSync(path, APPEND | access, 0o600);
	const fd = ifThere(open);
	if (fd !== undefined) return fd;
	makeDirectory(dirname(path));
	return open();
}

function write(fd: number, text: string): void {
	if (writeSync(fd, text) < Buffer.byteLength(text)) throw noSpace();
}

/** Behind what another process left unfinished. */
function writeLines(fd: number, lines: string): void {
	const { size } = fstatSync(fd);
	const last = Buffer.alloc(1, NEWLINE);
	if (size > 0) readSync(fd, last, 0, 1, size - 1);
	write(fd, last[0] === NEWLINE ? lines : `\n${lines}`);
}

function isSameFile(fd: number, path: string): boolean {
	const now = statSync(path, { throwIfNoEntry: false });
	const written = fstatSync(fd);
	return now !== undefined && now.ino === written.ino && now.dev === written.dev;
}
