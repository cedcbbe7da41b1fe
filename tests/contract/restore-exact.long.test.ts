import { describe, expect, it } from 'vitest';
import type { Insight } from '../../src/core/session-record/schema.ts';
import { codesIn } from '../support/continuity-world.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { type Different, daysAgo, plantRecords, someRecord } from '../support/some-record.ts';
import { startOf } from '../support/start-of.ts';

const HOURS = 24;
const WORK = { files: [{ path: 'src/a.ts', edits: 1, last: daysAgo(1) }] };
const LEARNT: Insight[] = [
	{
		...{ id: 'i1', kind: 'learning', text: 'The cache is cold', confidence: 1 },
		...{ source: 'user', created_at: daysAgo(20) },
	},
];

interface Candidate {
	readonly score: number;
	readonly recency: number;
	readonly overlap: number;
	readonly tasks: number;
	readonly refused: string | null;
}

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

/** Ben's session as the next start judges it. */
async function judged(world: ReqWorld): Promise<Candidate | undefined> {
	const { candidates } = (await world.json('session', 'preview')) as { candidates: Candidate[] };
	return candidates[0];
}

describe('what time leaves of a confidence', () => {
	it.each([
		[0, ''],
		[24, 'confidence 0.94, '],
		[48, 'confidence 0.89, '],
		[84, 'confidence 0.80, '],
		[167.9, 'confidence 0.60, '],
	])('after %d hours the start says "%s"', async (hours, confidence) => {
		await using world = await withBen(hours, { insights: LEARNT, activity: WORK });
		expect((await startOf(world, ANA)).text).toContain(`"The cache is cold" (${confidence}i1)`);
	});

	it.each([
		['0.45 after a week is', 0.45, false],
		['0.55 after a week is not', 0.55, true],
	])('%s dropped', async (_, confidence, isTold) => {
		const doubted = LEARNT.map((insight) => ({ ...insight, confidence }));
		await using world = await withBen(167, { insights: doubted, activity: WORK });
		const { text } = await startOf(world, ANA);
		expect(text).toContain('SESSION CONTINUITY');
		expect(text.includes('The cache is cold')).toBe(isTold);
	});
});

describe('how relevant a session is', () => {
	const tasks = (count: number) => ({
		pending_tasks: Array.from({ length: count }, (_, n) => ({
			...{ id: `t${n}`, title: 'Write the docs', status: 'open' as const },
			...{ flagged_incomplete: false, last_activity: daysAgo(1) },
		})),
	});
	const away = { branch: 'elsewhere', activity: WORK };
	const about = (...topics: string[]) => ({
		...away,
		terms: Object.fromEntries(topics.map((topic) => [topic, 9])),
		hot_topics: topics,
	});
	it.each<[row: string, hours: number, record: Different, parts: readonly number[], score: number]>(
		[
			['now', 0, away, [1, 0, 0], 0.4],
			['half a week old', 84, away, [0.5, 0, 0], 0.2],
			['older than a week', 200, away, [0, 0, 0], 0],
			['on this branch', 84, { activity: WORK }, [0.5, 1, 0], 0.55],
			['one task', 84, { ...away, ...tasks(1) }, [0.5, 0, 0.25], 0.2625],
			['three tasks', 84, { ...away, ...tasks(3) }, [0.5, 0, 0.75], 0.3875],
			['six tasks', 84, { ...away, ...tasks(6) }, [0.5, 0, 1], 0.45],
			['all of it', 84, { activity: WORK, ...tasks(4) }, [0.5, 1, 1], 0.8],
		],
	)('%s', async (...[, hours, record, parts, score]) => {
		await using world = await withBen(hours, record);
		const found = await judged(world);
		[found?.recency, found?.overlap, found?.tasks].forEach((part, n) => {
			expect(part).toBeCloseTo(parts[n] ?? Number.NaN, 3);
		});
		expect(found?.score).toBeCloseTo(score, 3);
	});

	it.each([
		['what two have in common, by the smaller one', ['parser', 'billing'], 0.5],
		['nothing in common', ['billing', 'tax'], 0],
	])('%s', async (_, topics, overlap) => {
		await using world = await withBen(84, about(...topics));
		expect((await world.req('task', 'add', 'parser meter')).exit).toBe(0);
		expect((await judged(world))?.overlap).toBeCloseTo(overlap, 3);
	});

	it.each([
		[62, null],
		[64, 'below_threshold'],
	])('of another branch and %d hours ago: %s', async (hours, refused) => {
		await using world = await withBen(hours, { ...away, insights: LEARNT });
		expect((await judged(world))?.refused).toBe(refused);
		expect((await startOf(world, ANA)).text.includes('SESSION CONTINUITY')).toBe(refused === null);
	});
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

	it('a section takes what the others leave of the room, and leaves them their share', async () => {
		const count = (most: number) => Array.from({ length: most }, (_, n) => n);
		const files = count(20).map((n) => ({ path: `src/file-number-${n}.ts`, edits: 1, last: at }));
		const functions = count(20).map((n) => `handleNumber${n}`);
		const config = JSON.stringify({
			version: 1,
			continuity: { budget: { codes_tokens: 90, files: 30, functions: 40, meta: 10 } },
		});
		const told = async (activity: NonNullable<Different['activity']>) => {
			await using world = await withBen(HOURS, { activity }, config);
			const codes = codesIn((await startOf(world, ANA)).text);
			expect(codes.join('\n').length / 4).toBeLessThanOrEqual(90);
			return (name: string) => codes.filter((line) => line.startsWith(`impl:${name}`)).join('\n');
		};
		const alone = await told({ files });
		const beside = await told({ files, functions });
		expect(alone('file-').length / 4).toBeGreaterThan(70);
		expect(beside('file-').length).toBeLessThan(alone('file-').length);
		expect(beside('file-').length / 4).toBeGreaterThan(20);
		expect(beside('handle').length / 4).toBeGreaterThan(30);
	});
});
