import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Insight } from '../../src/memory/record.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { type Different, daysAgo, plantRecords, someRecord } from '../support/some-record.ts';
import { startOf } from '../support/start-of.ts';

const HOURS = 24;
const CARL = '9a9a9a9a-0000-4000-8000-000000000009';

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

it('S2-034, S2-114: what time leaves less than 0.3 of is not told, however sure it was', async () => {
	const learned = (id: string, text: string, confidence: number): Insight => ({
		...{ id, kind: 'warning', text, confidence, source: 'user', created_at: daysAgo(10.5) },
	});
	const insights = [learned('i1', 'the sure one', 1), learned('i2', 'the other one', 0.6)];
	const config = 'version: 1\ncontinuity: { lookback_days: 14 }\n';
	await using world = await withBen(252, { insights }, config);
	const { text } = await startOf(world, ANA);
	expect(text).toContain('"the sure one" (confidence 0.40, i1)');
	expect(text).not.toContain('the other one');
});

it.each([
	[146.9, true],
	[148, false],
])('S2-047: ordinary pins come from sessions of 0.4, up to 147 h: %d h', async (hours, isTold) => {
	const pin = { label: 'db', content: 'postgres', importance: 'standard' as const };
	await using world = await withBen(hours, { pins: [{ ...pin, pinned_at: daysAgo(1) }] });
	expect((await startOf(world, ANA)).text.includes('postgres')).toBe(isTold);
});

it('S1-059: of two projects of one name in one home, each has its own sessions', async () => {
	await using world = await withBen(HOURS, { activity: { functions: ['ofThisOne'] } });
	const other = { ...world, repo: join(world.dir, 'other/repo') };
	cpSync(world.repo, other.repo, {
		recursive: true,
		filter: (path) => !path.endsWith('.git/requirements'),
	});
	expect((await startOf(other, ANA)).text).not.toContain('ofThisOne');
	expect((await startOf(world, CARL)).text).toContain('ofThisOne');
});

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
		expect(await world.json('session', 'preview')).toMatchObject({ codes: lines });
	});

	it('what was learnt stands before them, a blank line between', async () => {
		await using world = await withBen(HOURS, hydra);
		const { text } = await startOf(world, ANA);
		expect(text).toMatch(
			/^- "plan splits", because .*\n\nBLOCKERS:\n- race: test failure line 712 \(b[0-9a-f]+\)\n\nNEXT .*:\n- /m,
		);
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
