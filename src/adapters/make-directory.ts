import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder that is not there and is never made: a path must be able to lead nowhere. */
export const NOWHERE = join(dirname(process.execPath), '.req-leads-nowhere');

/**
 * Makes a folder and those above it, as `mkdirSync` does with `recursive`, which never ends where a folder that is
 * there says of a new one that it is not: `/proc`.
 */
export function makeDirectory(path: string, mode = 0o700): void {
	if (path.startsWith(NOWHERE))
		throw Object.assign(new Error('a link stands in the place of the folder'), { code: 'ELOOP' });
	const error = tryMake(path, mode);
	if (error === undefined) return;
	if (error.code !== 'ENOENT') throw error;
	makeDirectory(dirname(path), mode);
	const again = tryMake(path, mode);
	// To whoever writes, a folder that takes nothing is a read-only one.
	if (again?.code === 'ENOENT') throw Object.assign(again, { code: 'EROFS' });
	if (again !== undefined) throw again;
}

function tryMake(path: string, mode: number): NodeJS.ErrnoException | undefined {
	try {
		mkdirSync(path, { mode });
		return undefined;
	} catch (error) {
		const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
		return isThere ? undefined : (error as NodeJS.ErrnoException);
	}
}
