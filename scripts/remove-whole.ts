import { rmSync } from 'node:fs';

/** How often a folder is removed while somebody writes into it, and milliseconds between. */
const [TRIES, PAUSE] = [20, 100];

/**
 * Removes the folder of a world in which sessions started: what a start looks for in the background may still be written, and
 * `rmSync` lists no folder twice, whatever retries it is given.
 */
export function removeWhole(dir: string): void {
	for (let tries = 1; ; tries += 1)
		try {
			rmSync(dir, { recursive: true, force: true });
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === TRIES) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
		}
}
