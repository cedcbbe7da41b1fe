import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Insight } from '../../src/memory/record.ts';
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
		(text): Insight => ({
			...{ id: `i${text.replaceAll(/\W/g, '')}`, kind: 'learning', text, confidence: 1 },
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
