import {
	closeSync,
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
import { NO_FOLLOW } from './append-lines.ts';
import { makeDirectory } from './make-directory.ts';
import { noSpace } from './unwritable.ts';

const NEWLINE = 0x0a;
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | NO_FOLLOW;

/**
 * Appends each value as a line of JSON with one write, on disk when this returns. A line another
 * process left unfinished is closed first, so that it costs only itself.
 *
 * @returns whether the path still names the file that was written to
 */
export function appendDurably(path: string, values: readonly object[]): boolean {
	return append(path, values, (fd, isNew) => {
		fsyncSync(fd);
		if (isNew) syncDirectory(dirname(path));
	});
}

/** The same without waiting for the disk: a power cut takes the last lines of journals, too. */
export function appendAtOnce(path: string, values: readonly object[]): boolean {
	return append(path, values, () => undefined);
}

function append(
	path: string,
	values: readonly object[],
	sync: (fd: number, isNew: boolean) => void,
): boolean {
	makeDirectory(dirname(path));
	const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
	const isNew = !existsSync(path);
	const fd = openSync(path, APPEND, 0o600);
	try {
		const whole = Buffer.from(endsInLine(fd) ? text : `\n${text}`);
		if (writeSync(fd, whole) < whole.length) throw noSpace();
		sync(fd, isNew);
		return isSameFile(fd, path);
	} finally {
		closeSync(fd);
	}
}

/** Makes a rename or a new name in a directory survive a power cut. Some platforms cannot: let go. */
export function syncDirectory(path: string): void {
	try {
		const fd = openSync(path, 'r');
		try {
			fsyncSync(fd);
		} finally {
			closeSync(fd);
		}
	} catch {
		return;
	}
}

function endsInLine(fd: number): boolean {
	const { size } = fstatSync(fd);
	const last = Buffer.alloc(1, NEWLINE);
	if (size > 0) readSync(fd, last, 0, 1, size - 1);
	return last[0] === NEWLINE;
}

function isSameFile(fd: number, path: string): boolean {
	const now = statSync(path, { throwIfNoEntry: false });
	const written = fstatSync(fd);
	return now !== undefined && now.ino === written.ino && now.dev === written.dev;
}
