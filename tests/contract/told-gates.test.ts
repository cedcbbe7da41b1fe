import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { startedAt } from '../../src/store/processes.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';

const CONFIG = 'version: 1\nrequirements:\n  tested: { enforce: stop, commands: [npm test] }\n';
const GATES = 'not satisfied in this session';

/** What a run in this process would give the clients that it starts. */
function ownMark(): string {
	return `${process.pid} ${startedAt(process.pid)}`;
}

async function startWith(told: string, source: 'startup' | 'compact' = 'startup') {
	await using world = await makeContinuityWorld(CONFIG);
	return world.session(1, { env: { REQ_RUN_GATES: told } }).start(source);
}

it('a session that a run started is not told the gates that its prompt tells', async () => {
	expect(await startWith(ownMark())).not.toContain(GATES);
	expect(await startWith(ownMark(), 'compact')).toContain(GATES);
});

it.each([
	['a word', () => 'told'],
	['a process that started it, by its id alone', () => String(process.pid)],
	['a later process with the id', () => `${process.pid} 0`],
	['a process that is gone', () => `${spawnSync(process.execPath, ['-e', '']).pid} 0`],
	['the first process', () => '1'],
])('a session is told its gates whatever its settings say: %s', async (_what, told) => {
	expect(await startWith(told())).toContain(GATES);
});
