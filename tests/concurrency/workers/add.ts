import { writeSync } from 'node:fs';
import { updateDocument } from '../../../src/store/update-document.ts';
import { counterTarget } from '../../support/counter-document.ts';

/** Adds one to each of `times` counters of its own, and says which ones are stored, with what came of it. */
const [directory = '', times = '0', waitMs = '0'] = process.argv.slice(2);
for (let count = 0; count < Number(times); count += 1) {
	const add = `${process.pid}-${count}`;
	const target = counterTarget(directory, Number(waitMs));
	const { kind } = await updateDocument(target, [{ add, retire: count % 3 === 0 }]);
	writeSync(1, `${add} ${kind}\n`);
}
