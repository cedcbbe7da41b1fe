import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { TEMPORARY, writeAtomic } from './atomic-write.ts';
import { makeDirectory } from './make-directory.ts';
import { liveProcesses } from './processes.ts';

/**
 * Replaces a file that can be made again from others: without a lock, and without waiting for the disk. After a power cut it
 * may be old, empty or missing; readers see the old text or the new one all the same.
 *
 * @param isCurrent asked at the last moment; where it says no the file stays as it is
 * @returns whether the file was replaced
 */
export function writeCache(path: string, text: string, isCurrent = () => true): boolean {
	makeDirectory(dirname(path));
	removeAbandoned(path);
	try {
		return writeAtomic(path, text, isCurrent, { isDurable: false });
	} catch (error) {
		// Somebody who cannot see this process has taken its temporary file away.
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
		throw error;
	}
}

/** Removes what writers that were killed left beside a cache: they leave no lock to find them by. */
function removeAbandoned(path: string): void {
	const start = `${basename(path)}.`;
	for (const name of readdirSync(dirname(path))) {
		if (!name.startsWith(start) || !TEMPORARY.test(name)) continue;
		const pid = Number.parseInt(name.slice(start.length), 10);
		if (!liveProcesses().exists(pid)) rmSync(`${dirname(path)}/${name}`, { force: true });
	}
}
