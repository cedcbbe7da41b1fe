import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { storeChange, underLock } from '../../../src/store/document-file.ts';
import { add, counterFile } from '../../support/counter-document.ts';
import { writer } from '../../support/writer.ts';

/** Takes the lock, says so, and stores its own change when it is told to go on. */
const [directory = ''] = process.argv.slice(2);
const context = writer(5_000);
const file = counterFile(directory);
const store = async (holdsLock: () => boolean) => {
	writeSync(1, 'held\n');
	await once(process.stdin, 'data');
	storeChange(file, add('owner'), { context, holdsLock });
};
await underLock(file.path, store, context);
process.stdin.destroy();
