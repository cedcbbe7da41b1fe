import fs, { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { liveBranchStates } from '../../../src/state/branch-state-files.ts';
import { sha256 } from '../../../src/store/hashes.ts';
import { liveProcesses } from '../../../src/store/processes.ts';
import { placeIn } from '../../support/place-in.ts';

/** Stores a requirement, named after itself, on each branch from the same moment on; says what came of it. */
const [directory = '', linkError = '', start = '0', ...branches] = process.argv.slice(2);
if (linkError !== '') {
	fs.linkSync = () => {
		throw Object.assign(new Error(linkError), { code: linkError });
	};
	syncBuiltinESMExports();
}
const now = Date.now;
const states = liveBranchStates({
	...{ waitMs: 5_000, hostname: 'this-host', processes: liveProcesses(), sha256, now },
});
const name = `by_${process.pid}`;
const trigger = {
	...{ op: 'trigger' as const, key: 'abc12345', long_key: 'abc123456789', uuid: name },
	names: [{ name, scope: 'session', at: '2026-11-20T10:00:00.000Z' }],
};
while (now() < Number(start));
for (const branch of branches) {
	const { kind } = await states.update(placeIn(directory, branch), [trigger]);
	writeSync(1, `${branch} ${name} ${kind}\n`);
}
