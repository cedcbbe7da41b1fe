import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { hookFor } from '../../src/events/handle.ts';
import { claimEvent } from '../../src/state/claims.ts';
import { startWorker } from '../support/worker.ts';

const PROCESSES = 4;
const sessions = ['abc12345-0000-4000-8000-000000000001', 'def45678-0000-4000-8000-000000000002'];
/** Calls of one session, stops of another. */
const events = Array.from({ length: 300 }, (_, index) => ({
	hook_event_name: index % 2 === 0 ? 'PreToolUse' : 'Stop',
	session_id: sessions[index % 2],
	prompt_id: `p${index}`,
	tool_use_id: `toolu_${index}`,
}));
/** Long enough (ms) for all processes to be ready. */
const HEAD_START = 1_000;
const HOUR_MS = 60 * 60 * 1_000;

/** Makes all claims older. */
function age(configDir: string, ms: number): void {
	const calls = join(configDir, 'requirements/calls');
	for (const name of readdirSync(calls, { recursive: true, encoding: 'utf8' })) {
		const file = join(calls, name);
		const at = new Date(statSync(file).mtimeMs - ms);
		utimesSync(file, at, at);
	}
}

it.each([
	['that are new', 0],
	['that looked the same an hour ago', 1],
	['that looked the same two hours and one hour ago', 2],
])('each of %s is claimed by one of four processes', async (_, before) => {
	await using scratch = await createFixture({});
	const configDir = join(scratch.path, 'config');
	for (let hours = before; hours > 0; hours -= 1) {
		for (const event of events) {
			const given = { event, identity: hookFor(event)?.identity };
			expect(claimEvent(configDir, given, Date.now())).toBe(true);
			expect(claimEvent(configDir, given, Date.now())).toBe(false);
		}
		age(configDir, hours * HOUR_MS);
	}
	const start = String(Date.now() + HEAD_START);
	const given = [configDir, start, ...events.map((event) => JSON.stringify(event))];
	const workers = Array.from({ length: PROCESSES }, () => startWorker('claim-event.ts', given));
	expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(PROCESSES).fill(0));
	const claimed = workers.flatMap((worker) => worker.said().map(Number));
	expect(claimed.toSorted((one, other) => one - other)).toEqual(events.map((_, index) => index));
});
