import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Insight } from '../../src/core/session-record/schema.ts';
import { writeIn } from '../support/git-repo.ts';
import { entriesIn } from '../support/remembered.ts';
import { builtReq } from '../support/run-hook.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { type Different, daysAgo, plantRecords, someRecord } from '../support/some-record.ts';
import { startOf } from '../support/start-of.ts';

const CARL = '77777777-0000-4000-8000-000000000003';
const END = 2_000;

const said = (...texts: string[]) =>
	texts.map((text) => ({ at: daysAgo(2), from: 'turn' as const, text }));
const insights = (...texts: string[]) =>
	texts.map(
		(text, n): Insight => ({
			...{ id: `i${n}`, kind: 'learning', text, confidence: 1 },
			...{ source: 'user', created_at: daysAgo(2) },
		}),
	);

interface Shown {
	readonly learnings: readonly string[];
	readonly progress_summary: string;
	readonly from_completed_at: string;
	readonly truncated: boolean;
}

/** A world with one earlier session, ben's. */
async function withBen(record: Different, config = 'version: 1\n'): Promise<ReqWorld> {
	const world = await makeReqWorld(config);
	plantRecords(world.repo, someRecord(BEN, { days: 2, ...record }));
	return world;
}

/** What ana's session inherits from ben's at its start, as its file holds it. */
async function inherited(world: ReqWorld): Promise<Shown> {
	await startOf(world, ANA, { env: { REQ_INHERIT_FROM: BEN } });
	return (await world.json('inherit', 'show', '--session', ANA)) as Shown;
}

describe('the progress that an heir gets', () => {
	const long = `${'begun '.repeat(100)}${'x'.repeat(END)}`;

	it('is the end of it, 2,000 characters', async () => {
		await using world = await withBen({ notes: said(long) });
		expect((await inherited(world)).progress_summary).toBe('x'.repeat(END));
	});

	it('is the whole of it where `progress` is asked for by name', async () => {
		await using world = await withBen({ notes: said(long) });
		await startOf(world, ANA);
		expect((await world.req('inherit', BEN, '--select', 'progress')).exit).toBe(0);
		const shown = (await world.json('inherit', 'show', '--session', ANA)) as Shown;
		expect(shown).toMatchObject({ learnings: [], progress_summary: long.trim() });
	});

	it('divides no character, and holds no secret', async () => {
		const secret = `API_KEY=${'sk'}-1234567890abcdefghij1234`;
		await using world = await withBen({ notes: said(`${'🜁'.repeat(1_001)}x`) });
		expect((await inherited(world)).progress_summary).toBe(`${'🜁'.repeat(999)}x`);
		await using other = await withBen({ notes: said(`set ${secret} and went on`) });
		expect((await inherited(other)).progress_summary).toMatch(
			/^set API_KEY=\[redacted:.*\] and went on$/,
		);
	});

	it.each([
		['nothing', ''],
		['a single line', 'one line'],
		['other scripts', 'Ключ в сейфе 🔑, 秘密はない'],
		['a commit', 'see 9fceb02d0ae598e95dc970b74767f19372d61af8'],
		['an id', 'run 3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
		['prose', 'The token bucket refills each second; keys are sorted.'],
	])('%s stays as it is', async (_, text) => {
		await using world = await withBen({ notes: said(text), insights: insights('something') });
		expect(await inherited(world)).toMatchObject({
			learnings: ['something'],
			progress_summary: text,
		});
	});
});

describe('when the source was completed', () => {
	const [ended, active, started] = [daysAgo(2), daysAgo(3), daysAgo(4)];
	it.each([
		['its end', { ended_at: ended }, ended],
		['its last activity', { ended_at: null }, active],
		['its start', { ended_at: null, last_activity: '?' }, started],
	])('is %s', async (_, times, expected) => {
		const known = { ended_at: ended, last_activity: active, started_at: started };
		await using world = await withBen({ ...known, ...times, insights: insights('something') });
		expect((await inherited(world)).from_completed_at).toBe(expected);
	});
});

describe('a secret that an old record holds', () => {
	const value = 'aB3dE5fG7hJ9kL1mN3pQ5rS7';
	it.each([
		...['api_key', 'API_KEY', 'Password', 'auth-token', 'SECRET'].map((name) => `${name}=${value}`),
		...['sk-', 'pk-', 'ghp_', 'gho_', 'xoxb-', 'xoxa-'].map((prefix) => `${prefix}${value}`),
		`${'AK'}IA7QZ2M4X6C8V1B3N5`,
	])('%s is not passed on', async (secret) => {
		const [clean, dirty] = ['The form loses the cookie', `we use ${secret} there`];
		await using world = await withBen({ insights: insights(clean, dirty), notes: said(dirty) });
		const shown = await inherited(world);
		expect(shown.learnings).toEqual([clean]);
		expect(shown.progress_summary).toMatch(/^we use .*\[redacted:.*\] there$/);
		expect(JSON.stringify(shown)).not.toContain(secret.replace(/^.*=/, ''));
	});
});

it('four characters are a token of the budget', async () => {
	const texts = Array.from({ length: 60 }, (_, n) => `${n} ${'words '.repeat(10)}`.trim());
	const config = 'version: 1\ncontinuity: { budget: { bundle_tokens: 1000 } }\n';
	await using world = await withBen({ insights: insights(...texts) }, config);
	expect((await inherited(world)).truncated).toBe(true);
	const file = join(world.repo, `.git/requirements/inherited/${ANA.slice(0, 8)}.json`);
	const { length } = readFileSync(file, 'utf8');
	expect(length).toBeLessThanOrEqual(4_000);
	expect(length).toBeGreaterThan(3_600);
});

it('of a record from before the present form, without an expiry, all it holds', async () => {
	const { expires_at: _, ...old } = someRecord(BEN, { insights: insights('an old one') });
	await using world = await makeReqWorld('version: 1\n');
	const name = `.git/requirements/sessions/${BEN.slice(0, 8)}.json`;
	writeIn(world.repo, name, JSON.stringify(old));
	expect((await inherited(world)).learnings).toEqual(['an old one']);
	expect(JSON.parse(readFileSync(join(world.repo, name), 'utf8'))).toEqual(old);
});

it('of each list the newest, as many as its cap lets through, in their order', async () => {
	const made = { learning: 130, pattern: 60, warning: 40, decision: 40 } as const;
	const all = Object.entries(made).flatMap(([kind, count]) =>
		Array.from(
			{ length: count },
			(_, n): Insight => ({
				...{ id: `${kind}${n}`, kind: kind as keyof typeof made, text: `${kind} ${n}` },
				...{ confidence: 1, source: 'user', created_at: daysAgo(9 - n / 100) },
			}),
		),
	);
	await using world = await withBen({ insights: all });
	const newest = (kind: keyof typeof made, cap: number) =>
		Array.from({ length: cap }, (_, n) => `${kind} ${made[kind] - cap + n}`);
	expect(await inherited(world)).toMatchObject({
		...{ learnings: newest('learning', 100), patterns: newest('pattern', 50) },
		...{ warnings: newest('warning', 30), decisions: newest('decision', 30) },
		truncated: true,
	});
});

it('a bundle that another process writes at the last moment stays, and is the only one', async () => {
	await using world = await withBen({ insights: insights("of ben's") });
	plantRecords(world.repo, someRecord(CARL, { insights: insights("of carl's") }));
	await startOf(world, ANA);
	const preload = fileURLToPath(new URL('../support/meanwhile.cjs', import.meta.url));
	const meanwhile = JSON.stringify([builtReq, 'inherit', CARL]);
	const env = { NODE_OPTIONS: `--require "${preload}"`, REQ_TEST_MEANWHILE: meanwhile };
	const late = await world.reqWith({ env }, 'inherit', BEN);
	expect([late.exit, late.stdout]).toEqual([1, '']);
	expect(late.stderr).toContain(CARL.slice(0, 8));
	expect(await world.json('inherit', 'show', '--session', ANA)).toMatchObject({
		learnings: ["of carl's"],
	});
	expect(entriesIn(world, ANA).filter(({ e }) => e === 'inherit')).toHaveLength(1);
});

it('of a circle nobody is told more than once, and somebody that it is one', async () => {
	const config = 'version: 1\ncontinuity: { caps: { depth: 10 } }\n';
	const [ben, carl] = [BEN.slice(0, 8), CARL.slice(0, 8)];
	await using world = await withBen({ parent: carl, insights: insights("of ben's") }, config);
	plantRecords(world.repo, someRecord(CARL, { parent: ben, insights: insights("of carl's") }));
	const started = await startOf(world, ANA, { env: { REQ_INHERIT_FROM: BEN } });
	expect(started.text).toContain('inherited from 2 prior session(s)');
	expect(JSON.parse(started.stdout).systemMessage).toContain(`session ${ben} is its own ancestor`);
	const shown = await world.req('inherit', 'show', '--session', ANA, '--json');
	expect(JSON.parse(shown.stdout)).toMatchObject({
		...{ learnings: ["of ben's", "of carl's"], lineage: [carl, ben] },
	});
});
