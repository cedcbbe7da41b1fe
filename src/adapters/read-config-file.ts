import {
	closeSync,
	constants,
	fstatSync,
	openSync,
	readSync,
	realpathSync,
	statSync,
} from 'node:fs';
import { sep } from 'node:path';

/** Bytes. 200 full requirements fit; what hostile YAML of this size costs is below 150 ms (behaviour 51). */
const MAX_SIZE = 64 * 1024;

export type ReadConfig =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'refused'; readonly why: string };

/**
 * Reads a config file that a stranger may have committed: a regular file, not large, not a link out
 * of `within`. Opens without blocking, so that a named pipe cannot hold a hook. Never throws.
 */
export function readConfigFile(path: string, within: string | undefined): ReadConfig {
	try {
		if (within !== undefined && !isInside(realpathSync(path), realpathSync(within))) {
			return refused('leads out of the project');
		}
		// Opening a device can already do something, so ask before; what was opened is asked again.
		if (!statSync(path).isFile()) return refused('is not a regular file');
		return readOpened(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
	} catch (error) {
		return refused(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
	}
}

function readOpened(fd: number): ReadConfig {
	try {
		const stats = fstatSync(fd);
		if (!stats.isFile()) return refused('is not a regular file');
		const bytes = Buffer.alloc(MAX_SIZE + 1);
		let length = 0;
		for (let read = -1; read !== 0 && length < bytes.length; length += read) {
			read = readSync(fd, bytes, length, bytes.length - length, null);
		}
		if (length > MAX_SIZE) return refused(`is larger than ${MAX_SIZE / 1024} kB`);
		return { kind: 'text', text: bytes.toString('utf8', 0, length) };
	} finally {
		closeSync(fd);
	}
}

function isInside(path: string, directory: string): boolean {
	return path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}

function refused(why: string): ReadConfig {
	return { kind: 'refused', why };
}
