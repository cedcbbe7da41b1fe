import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { makeContinuityWorld } from '../support/continuity-world.ts';

const CONFIG = 'version: 1\nrequirements:\n  tested: { enforce: stop, commands: [npm test] }\n';
const GATES = 'not satisfied in this session';

/** A process that has come to its end. */
const gone = () => spawnSync(process.execPath, ['-e', '']).pid;

async function startWith(told: string, source: 'startup' | 'compact' = 'startup') {
	await using world = await makeContinuityWorld(CONFIG);
	return world.session(1, { env: { REQ_RUN_GATES: told } }).start(source);
}

it('a session that a run started is not told the gates that its prompt tells', async () => {
	expect(await startWith(String(process.pid))).not.toContain(GATES);
	expect(await startWith(String(process.pid), 'compact')).toContain(GATES);
});

it.each([
	['a word', () => 'told'],
	['a process that is gone', () => String(gone())],
	['a process that started nothing', () => '1'],
	['no process', () => '-1'],
])('a session is told its gates whatever its settings say: %s', async (_what, told) => {
	expect(await startWith(told())).toContain(GATES);
});
