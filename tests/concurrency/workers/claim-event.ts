import { writeSync } from 'node:fs';
import { claimEvent } from '../../../src/adapters/claims.ts';

/** Claims events, the nth one `n` milliseconds after the start, and writes which ones it has. */
const [configDir = '', start = '0', ...events] = process.argv.slice(2);
for (const [index, event] of events.entries()) {
	while (Date.now() < Number(start) + index);
	if (claimEvent(configDir, JSON.parse(event), Date.now()) === true) writeSync(1, `${index}\n`);
}
