import { writeSync } from 'node:fs';
import { appendEvents } from '../../../src/memory/events.ts';
import { placeIn } from '../../support/place-in.ts';
import { writer } from '../../support/writer.ts';

/** Appends events, two at a time, and prints the depth in each that is stored. */
const [directory = '', times = '0'] = process.argv.slice(2);
for (let count = 0; count < Number(times); count += 1) {
	const event = (depth: number) => {
		const data = { start_id: String(process.pid), depth, sessions_found: 0 };
		return { name: 'session_chain_traversal' as const, session: null, data };
	};
	const told = [event(2 * count), event(2 * count + 1)];
	const refused = await appendEvents(placeIn(directory), told, writer(10_000));
	if (refused !== undefined) continue;
	writeSync(1, `${process.pid} ${2 * count}\n${process.pid} ${2 * count + 1}\n`);
}
