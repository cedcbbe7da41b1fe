import { writeSync } from 'node:fs';
import { liveBranchStates } from '../../../src/state/branch-state-files.ts';
import { placeIn } from '../../support/place-in.ts';
import { writer } from '../../support/writer.ts';

/** Stores a requirement, named after itself, on each branch from the same moment on; prints what came of it. */
const [directory = '', start = '0', ...branches] = process.argv.slice(2);
const name = `by_${process.pid}`;
const trigger = {
	...{ op: 'trigger' as const, key: 'abc12345', long_key: 'abc123456789', uuid: name },
	names: [{ name, scope: 'session', at: '2026-11-20T10:00:00.000Z' }],
};
while (Date.now() < Number(start));
for (const branch of branches) {
	const states = liveBranchStates(writer(5_000));
	const { kind } = await states.update(placeIn(directory, branch), [trigger]);
	writeSync(1, `${branch} ${name} ${kind}\n`);
}
