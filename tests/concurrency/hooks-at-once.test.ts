import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { startHook } from '../support/hook-process.ts';

const MANY = 40;
const START = { hook_event_name: 'SessionStart', source: 'startup' };

it('40 sessions start at once, none is left out of the registry in silence', async () => {
	await using world = await makeContinuityWorld();
	const starts = Array.from({ length: MANY }, (_, n) => startHook('session-start', world.session(n).event(START)));
	const ends = await Promise.all(starts.map(({ ended }) => ended));
	expect(ends.filter(({ exit, stderr }) => exit !== 0 || stderr !== '')).toEqual([]);
	const registry = readFileSync(join(world.world.configDir, 'sessions.json'), 'utf8');
	const missing = MANY - Object.keys(JSON.parse(registry).sessions).length;
	const path = join(world.stateDir, 'faults.jsonl');
	const faults = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
	expect(faults.length).toBeGreaterThanOrEqual(missing);
	expect(missing).toBeLessThan(MANY);
});
