import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { withLock } from '../../../src/store/lock.ts';
import { writer } from '../../support/writer.ts';

/** Takes the locks of these files, says so, and keeps them until it is told to go on. */
async function hold([path, ...others]: readonly string[]): Promise<void> {
	if (path === undefined) {
		writeSync(1, 'held\n');
		await once(process.stdin, 'data');
		return;
	}
	await withLock(path, () => hold(others), { ...writer(5_000), hostname: hostname() });
}

await hold(process.argv.slice(2));
process.stdin.destroy();
