import { writeSync } from 'node:fs';
import { updateBranchState } from '../../../src/state/branch-files.ts';
import { placeIn } from '../../support/place-in.ts';
import { ANNA } from '../../support/some-session.ts';
import { writer } from '../../support/writer.ts';

/** Stores a requirement, named after itself, on each branch from the same moment on; prints what came of it. */
const [directory = '', start = '0', ...branches] = process.argv.slice(2);
const name = `by_${process.pid}`;
const at = '2026-11-20T10:00:00.000Z';
const trigger = { op: 'trigger' as const, name, scope: 'session', session: ANNA, at };
while (Date.now() < Number(start));
for (const branch of branches) {
	const context = { ...writer(5_000), configDir: directory };
	const { isWritten } = await updateBranchState(placeIn(directory, branch), [trigger], context);
	writeSync(1, `${branch} ${name} ${isWritten}\n`);
}
