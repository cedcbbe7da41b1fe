import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The last whole lines of a growing file.
 *
 * @param bytes how much at most; the line cut by this limit is left out
 * @returns `undefined` when there is no such file. Throws where it may not be read.
 */
export function readTail(path: string, bytes: number): string | undefined {
	const fd = openOrAbsent(path);
	if (fd === undefined) return undefined;
	try {
		const { size } = fstatSync(fd);
		const start = Math.max(0, size - bytes);
		const tail = Buffer.alloc(size - start);
		const text = tail.toString('utf8', 0, readSync(fd, tail, 0, tail.length, start));
		return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
	} finally {
		closeSync(fd);
	}
}

function openOrAbsent(path: string): number | undefined {
	try {
		return openSync(path, 'r');
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw error;
	}
}
