import { describe, expect, it } from 'vitest';
import type { Insight } from '../../src/memory/record.ts';
import { codesIn } from '../support/continuity-world.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { type Different, daysAgo, plantRecords, someRecord } from '../support/some-record.ts';
import { startOf } from '../support/start-of.ts';

const HOURS = 24;

/** A world with ben's session of so many hours ago. */
async function withBen(
	hours: number,
	record: Different,
	config = 'version: 1\n',
): Promise<ReqWorld> {
	const world = await makeReqWorld(config);
	plantRecords(world.repo, someRecord(BEN, { days: hours / HOURS, ...record }));
	return world;
}

describe("an example, from a session's record", () => {
	const at = daysAgo(1);
	const decision = (id: string, text: string, why: string): Insight => ({
		...{ id, kind: 'decision', text, why, confidence: 1, source: 'user', created_at: at },
	});
	const hydra: Different = {
		project: 'hydra',
		insights: [
			decision('i1', 'split proxy', '3 files'),
			decision('i2', 'plan splits', 'before writing'),
		],
		activity: {
			files: ['internal/proxy.go', 'internal/supervisor.go'].map((path) => ({
				...{ path, edits: 1, last: at },
			})),
			functions: ['supervisor.Process', 'config.Load'],
			blockers: [{ type: 'race', text: 'test failure line 712', at, source: 'user' }],
			next_actions: ['next:add-mutex-to-process-struct', 'rerun race detector'],
		},
	};
	const lines = [
		'proj:hydra',
		'impl:proxy.go',
		'impl:supervisor.go',
		'impl:supervisor.Process',
		'impl:config.Load',
		'dec:split-proxy-3-files',
		'dec:plan-splits-before-writing',
		'block:race:test-failure-line-712',
		'next:add-mutex-to-process-struct',
		'next:rerun-race-detector',
	];

	it('its ten lines, in its order, exported and told', async () => {
		await using world = await withBen(HOURS, hydra);
		const { stdout } = await world.req('session', 'export', BEN);
		expect(stdout.trim().split('\n')).toEqual(lines);
		for (const line of lines) expect(line).toMatch(/^[a-z]+:\S+$/);
		expect(codesIn((await startOf(world, ANA)).text)).toEqual(lines);
	});

	it('what was learnt stands before them, a blank line between', async () => {
		await using world = await withBen(HOURS, hydra);
		const { text } = await startOf(world, ANA);
		expect(text).toMatch(/^- "plan splits", because .*\n\nproj: hydra\n/m);
	});

	it.each([
		[1, {}, 'active'],
		[8, {}, 'expired'],
		[1, { closed: true }, 'completed'],
	])('%d days later and with %j it is %s', async (days, more, status) => {
		await using world = await withBen(days * HOURS, { ...hydra, ...more });
		const seen = JSON.parse((await world.req('session', 'export', BEN, '--format', 'seed')).stdout);
		expect(seen.status).toBe(status);
		const after = Date.parse(seen.expires) - Date.parse(seen.timestamp);
		expect(after / 86_400_000).toBeCloseTo(7, 2);
	});
});
