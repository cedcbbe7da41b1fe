import { writeSync } from 'node:fs';
import { addNotes, type Draft, noteId } from '../../../src/memory/notes.ts';
import { attempt } from '../../../src/store/errors.ts';
import { placeIn } from '../../support/place-in.ts';
import { writer } from '../../support/writer.ts';

/** Notes texts of its own, forgets every third one, which rewrites the file, and prints what it is about to do and did. */
const [directory = '', times = '0', waitMs = '0'] = process.argv.slice(2);
const place = placeIn(directory);
for (let count = 0; count < Number(times); count += 1) {
	const text = `${process.pid}-${count}`;
	const at = new Date().toISOString();
	const draft: Draft = { at, kind: 'learning', text, source: 'user', branch: '', user: 'ana' };
	const isStored = async (decide: Parameters<typeof addNotes>[1]) => {
		const stored = await attempt(() => addNotes(place, decide, writer(Number(waitMs))));
		return stored.kind === 'done';
	};
	if (!(await isStored((_, lineOf) => ({ added: [lineOf(draft)] })))) continue;
	writeSync(1, `${text} said\n`);
	if (count % 3 !== 2) continue;
	writeSync(1, `${text} forgets\n`);
	const id = noteId(draft);
	if (await isStored(() => ({ added: [{ at, op: 'forget', id }] }))) writeSync(1, `${text} forgotten\n`);
}
