import { existsSync } from 'node:fs';

/** Whether a path leads to anything. Never throws. */
export function pathExists(path: string): boolean {
	return existsSync(path);
}
