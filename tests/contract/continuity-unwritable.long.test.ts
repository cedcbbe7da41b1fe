import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fullSession } from '../support/continuity-stories.ts';
import { type ContinuityWorld, makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { runHookOnFullDisk } from '../support/full-disk.ts';
import { ran } from '../support/run-req.ts';

const SILENT = { exit: 0, stdout: '', stderr: '' };
const STOP = { hook_event_name: 'Stop', stop_hook_active: false, background_tasks: [] };
const EDIT = ran('Write', { file_path: 'src/late.ts', content: 'export function late() {}' });
const END = { hook_event_name: 'SessionEnd', reason: 'logout' };

function faultsIn({ stateDir }: ContinuityWorld): unknown[] {
	const lines = readFileSync(join(stateDir, 'faults.jsonl'), 'utf8').trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line).code);
}

describe('on a full disk', () => {
	/** A session whose journal takes nothing more; what is smaller than that fits. */
	async function filled(): Promise<{ world: ContinuityWorld; one: Played; full: number }> {
		const world = await makeContinuityWorld();
		const one = await fullSession(world, 1);
		await one.stop();
		const journal = join(world.stateDir, 'sessions', `${one.uuid}.jsonl`);
		const full = Math.floor(statSync(journal).size / 1024);
		return { world, one, full };
	}

	it('work goes on turn after turn, with one fault, which the next start tells', async () => {
		const { world, one, full } = await filled();
		await using _world = world;
		for (const _turn of [1, 2, 3]) {
			expect(runHookOnFullDisk('post-tool-use', full, one.event(EDIT))).toEqual(SILENT);
			expect(runHookOnFullDisk('stop', full, one.event(STOP))).toEqual(SILENT);
		}
		expect(runHookOnFullDisk('session-end', full, one.event(END))).toEqual(SILENT);
		expect(faultsIn(world)).toEqual(['state_unwritable']);
		expect(await world.session(2).start()).toContain('could not be kept: what the session did');
	});
});
