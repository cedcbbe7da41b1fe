import { constants, existsSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ifThere, systemError, unlessError } from './errors.ts';
import { makeDirectory } from './paths.ts';
import { bytesAt, parseJson, withOpen } from './read-file.ts';

const { O_APPEND, O_CREAT, O_RDWR } = constants;
/** Follows no link, and does not wait for the other end of a pipe. Both are unknown to Windows. */
const APPEND = O_APPEND | O_CREAT | O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** `isDurable`: on disk when the append returns; otherwise a power cut takes the last lines. */
interface AppendOptions {
	readonly isDurable?: boolean;
}

/** Appends each value as a line of JSON, all with one write: lines of processes that append at once never mix (D9). */
export function appendLines(path: string, values: readonly object[], options?: AppendOptions): void {
	appendText(path, values.map((value) => `${JSON.stringify(value)}\n`).join(''), options);
}

/**
 * Appends whole lines with one write. A line that another process left unfinished is closed first. The directory is
 * made if it is missing.
 *
 * @throws the system's error; `ENOSPC` if the disk takes only a part, which readers skip
 */
export function appendText(path: string, lines: string, options: AppendOptions = {}): void {
	if (lines === '') return;
	const isDurable = options.isDurable === true;
	const isNew = isDurable && !existsSync(path);
	const open = () => openSync(path, APPEND, 0o600);
	const opened = ifThere(open);
	if (opened === undefined) makeDirectory(dirname(path));
	withOpen(opened ?? open(), (fd) => {
		const stats = fstatSync(fd);
		if (!stats.isFile()) throw systemError('EEXIST', `not a regular file: ${path}`);
		const last = stats.size === 0 ? '\n' : bytesAt(fd, stats.size - 1, 1).toString();
		const text = last === '\n' ? lines : `\n${lines}`;
		if (writeSync(fd, text) < Buffer.byteLength(text)) {
			throw systemError('ENOSPC', 'only a part was written');
		}
		if (isDurable) fsyncSync(fd);
	});
	if (isNew) syncDirectory(dirname(path));
}

/** Makes a rename or a new name in a directory survive a power cut. Some platforms cannot. */
export function syncDirectory(path: string): void {
	unlessError(() => withOpen(openSync(path, 'r'), fsyncSync));
}

/** Every line of a journal begins with its time, so this is where the line after a torn one starts. */
const LINE_START = /(?=\{"at":")/;

/** The values of the lines of a log. A torn or garbled line is skipped; the one that follows it on the same line counts. */
export function valuesIn(text: string): unknown[] {
	return text.split('\n').flatMap((line) => {
		const whole = line === '' ? undefined : parseJson(line);
		if (line === '' || whole !== undefined) return whole ?? [];
		return line.split(LINE_START).flatMap((piece) => parseJson(piece) ?? []);
	});
}
