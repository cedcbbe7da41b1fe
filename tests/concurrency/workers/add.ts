import { writeSync } from 'node:fs';
import { updateDocument } from '../../../src/store/document-file.ts';
import { add, counterFile } from '../../support/counter-document.ts';
import { writer } from '../../support/writer.ts';

/** Adds one to each of `times` counters of its own, and prints each with what came of it. */
const [directory = '', times = '0', waitMs = '0'] = process.argv.slice(2);
for (let count = 0; count < Number(times); count += 1) {
	const name = `${process.pid}-${count}`;
	const change = add(name, count % 3 === 0);
	const { kind } = await updateDocument(counterFile(directory), change, writer(Number(waitMs)));
	writeSync(1, `${name} ${kind}\n`);
}
