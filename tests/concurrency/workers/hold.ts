import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { lock, storeChanges } from '../../../src/store/update-document.ts';
import { counterTarget } from '../../support/counter-document.ts';

/** Takes the lock, says so, and stores its own change when it is told to go on. */
const [directory = ''] = process.argv.slice(2);
const target = counterTarget(directory, 5_000);
await lock(target, async (holdsLock) => {
	writeSync(1, 'held\n');
	await once(process.stdin, 'data');
	storeChanges(target, [{ add: 'owner' }], holdsLock);
});
process.stdin.destroy();
