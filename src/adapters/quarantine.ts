import { existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDirectory } from './make-directory.ts';

/**
 * Moves a file that could not be read out of the way, never over another one (D7). The caller holds
 * the lock of the document the file belongs to, so no other process picks the same name.
 *
 * @param now milliseconds since the epoch; becomes part of the name
 * @returns where the file is now
 */
export function moveToQuarantine(path: string, directory: string, now: number): string {
	makeDirectory(directory);
	const [name, extension] = splitName(basename(path));
	const stamp = new Date(now).toISOString().replaceAll(':', '-');
	let target = join(directory, `${name}.${stamp}${extension}`);
	for (let again = 2; existsSync(target); again += 1) {
		target = join(directory, `${name}.${stamp}-${again}${extension}`);
	}
	renameSync(path, target);
	return target;
}

/** `feature.json` → `feature` and `.json`: the extension stays last, so that tools know the file. */
function splitName(file: string): [string, string] {
	const dot = file.lastIndexOf('.');
	return dot <= 0 ? [file, ''] : [file.slice(0, dot), file.slice(dot)];
}
