import { writeSync } from 'node:fs';
import { liveEvents } from '../../../src/adapters/event-store.ts';
import { sha256 } from '../../../src/store/hashes.ts';
import { liveProcesses } from '../../../src/store/processes.ts';
import { placeIn } from '../../support/place-in.ts';

/** Appends events, two at a time, and says the depth in each that is stored. */
const [directory = '', times = '0'] = process.argv.slice(2);
const now = Date.now;
const processes = liveProcesses();
const events = liveEvents({ waitMs: 10_000, hostname: 'this-host', processes, sha256, now });
for (let count = 0; count < Number(times); count += 1) {
	const event = (depth: number) => {
		const data = { start_id: String(process.pid), depth, sessions_found: 0 };
		return { name: 'session_chain_traversal' as const, session: null, data };
	};
	const told = [event(2 * count), event(2 * count + 1)];
	const isKept = await events.append(placeIn(directory), told);
	if (isKept) writeSync(1, `${process.pid} ${2 * count}\n${process.pid} ${2 * count + 1}\n`);
}
