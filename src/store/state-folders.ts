import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLink } from './read-regular.ts';

/** A folder that is not there and is never made: a path must be able to lead nowhere. */
const NOWHERE = join(dirname(process.execPath), '.req-leads-nowhere');

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

/** Folders of a state directory in which sessions read and write. */
const FOLDERS = [
	'sessions',
	'sessions/archive',
	'history',
	'quarantine',
	'inherited',
	'runs',
] as const;

/**
 * The path of a folder of a state directory. An archive can put a link in its place: what lies behind it is somebody
 * else's, maybe another project's, so the path of such a folder leads nowhere.
 */
export function stateFolder(stateDir: string, name: (typeof FOLDERS)[number]): string {
	const path = `${stateDir}/${name}`;
	const onTheWay = FOLDERS.filter((one) => `${name}/`.startsWith(`${one}/`));
	return linkIn(stateDir, onTheWay) !== undefined ? `${NOWHERE}/${name}` : path;
}

/** The state directory itself, or a folder in it, that is a link; `undefined` where all are what they should be. */
export function linkIn(stateDir: string, names: readonly string[] = FOLDERS): string | undefined {
	// Where that cannot be told, whoever reads or writes there meets the same error, and says so.
	return [stateDir, ...names.map((name) => `${stateDir}/${name}`)].find(isLink);
}
