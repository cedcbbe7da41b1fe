import { writeSync } from 'node:fs';
import type { Context } from '../../../src/context.ts';
import { note } from '../../../src/journal/journal.ts';
import { contextOf } from '../../support/context.ts';
import { placeIn } from '../../support/place-in.ts';
import { ANNA } from '../../support/some-session.ts';

/** Adds lines about files of its own to Anna's journal, and prints each file whose line is stored. */
const [directory = '', times = '0'] = process.argv.slice(2);
const context: Context = { ...contextOf({ env: {} }).context, now: Date.now };
for (let count = 0; count < Number(times); count += 1) {
	const path = `${process.pid}-${count}`;
	if (await note(placeIn(directory), ANNA, { entries: [{ e: 'file', path }], context })) writeSync(1, `${path}\n`);
}
