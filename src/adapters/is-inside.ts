import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** Whether a path leads to something below a directory, links followed. Throws where either is missing. */
export function isInside(path: string, directory: string): boolean {
	const real = realpathSync.native(directory);
	return realpathSync.native(path).startsWith(real.endsWith(sep) ? real : `${real}${sep}`);
}
