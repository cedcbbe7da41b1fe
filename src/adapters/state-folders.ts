import { lstatSync } from 'node:fs';
import { NOWHERE } from './make-directory.ts';

/** Folders of a state directory in which sessions read and write. */
const FOLDERS = [
	'sessions',
	'sessions/archive',
	'history',
	'quarantine',
	'inherited',
	'runs',
] as const;

/** One look for each folder: thousands of paths are asked for. */
const looked = new Map<string, boolean>();

/**
 * The path of a folder of a state directory. An archive can put a link in its place: what lies behind it is somebody
 * else's, maybe another project's, so the path of such a folder leads nowhere.
 */
export function stateFolder(stateDir: string, name: (typeof FOLDERS)[number]): string {
	const path = `${stateDir}/${name}`;
	let isLinked = looked.get(path);
	if (isLinked === undefined) {
		const onTheWay = FOLDERS.filter((one) => `${name}/`.startsWith(`${one}/`));
		isLinked = linkIn(stateDir, onTheWay) !== undefined;
		looked.set(path, isLinked);
	}
	return isLinked ? `${NOWHERE}/${name}` : path;
}

/** The state directory itself, or a folder in it, that is a link; `undefined` where all are what they should be. */
export function linkIn(stateDir: string, names: readonly string[] = FOLDERS): string | undefined {
	return [stateDir, ...names.map((name) => `${stateDir}/${name}`)].find(isLink);
}

function isLink(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
	} catch {
		// Whoever reads or writes there meets the same error, and says so.
		return false;
	}
}
