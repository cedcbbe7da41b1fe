import { writeSync } from 'node:fs';
import { hookFor } from '../../../src/events/handle.ts';
import { claimEvent } from '../../../src/state/claims.ts';

/** Claims events, the nth one `n` milliseconds after the start, and writes which ones it has. */
const [configDir = '', start = '0', ...events] = process.argv.slice(2);
for (const [index, text] of events.entries()) {
	const event: unknown = JSON.parse(text);
	while (Date.now() < Number(start) + index);
	const given = { event, identity: hookFor(event)?.identity };
	if (claimEvent(configDir, given, Date.now()) === true) writeSync(1, `${index}\n`);
}
