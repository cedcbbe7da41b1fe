import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from './make-directory.ts';
import { noSpace } from './unwritable.ts';

/** A link in the file's place could lead out of the repository. Unknown to Windows. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

const { O_APPEND, O_CREAT, O_WRONLY } = constants;

/**
 * Appends each value as a line of JSON, all with one write, so that lines of processes that append at
 * the same time never mix (D9). The directory is made when it turns out to be missing. A disk that takes only a
 * part of it is full: that is an error, and the reader skips what is torn.
 */
export function appendLines(path: string, values: readonly object[]): void {
	if (values.length === 0) return;
	const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
	const fd = openForAppend(path);
	try {
		if (writeSync(fd, text) < Buffer.byteLength(text)) throw noSpace();
	} finally {
		closeSync(fd);
	}
}

function openForAppend(path: string): number {
	const open = () => openSync(path, O_APPEND | O_CREAT | O_WRONLY | NO_FOLLOW, 0o600);
	try {
		return open();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		makeDirectory(dirname(path));
		return open();
	}
}
