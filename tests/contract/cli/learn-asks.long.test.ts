import { expect, it } from 'vitest';
import { ANA, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someInsight, someRecord } from '../../support/some-record.ts';
import { KEY, runAtTerminal } from '../../support/terminal-run.ts';

const OLD = '77777777-0000-4000-8000-000000000003';
const TEXT = 'the tests need a running database';
const NEWER = 'the tests need a running postgres database';
const { enter, down } = KEY;

async function withKnown(...texts: readonly string[]): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	const insights = texts.map((text, n) => ({
		...someInsight(`i1111222${n}`, text),
		...(n === 0 ? {} : { source: 'prompt', confidence: 0.5, kind: 'decision' }),
	}));
	plantRecords(world.repo, someRecord(OLD, { branch: 'feature/x', insights }));
	world.start(ANA);
	return world;
}

it.each([
	['y', 0],
	['n', 1],
] as const)(
	'asks whether a text takes the place of one that is much like it: %s',
	async (key, confidence) => {
		await using world = await withKnown(TEXT);
		const ran = await runAtTerminal(world, ['learn', NEWER], [['take its place?', key]]);
		expect(ran.exit).toBe(0);
		expect(ran.screen.includes('in place of i11112220')).toBe(key === 'y');
		const listed = world.json('learn', 'list', '--all') as { id: string; confidence: number }[];
		expect(listed.find(({ id }) => id === 'i11112220')?.confidence).toBe(confidence);
	},
);

it.each([
	['Enter', enter, 0],
	['Ctrl-C', '\u0003', 1],
] as const)(
	'replaces nothing at %s, and keeps the new one at Enter alone',
	async (_, key, exit) => {
		await using world = await withKnown(TEXT);
		const ran = await runAtTerminal(world, ['learn', NEWER], [['take its place?', key]]);
		expect(ran.exit).toBe(exit);
		const listed = world.json('learn', 'list', '--all') as { id: string; confidence: number }[];
		expect(listed.find(({ id }) => id === 'i11112220')?.confidence).toBe(1);
		expect(listed).toHaveLength(exit === 0 ? 2 : 1);
	},
);

it('goes through what waits for a word, one by one', async () => {
	await using world = await withKnown(TEXT, 'keep SQLite', 'drop Redis', 'use pnpm');
	const ran = await runAtTerminal(
		world,
		['learn', 'review', '--ask'],
		[
			['1 of 3', `${down}${enter}`],
			['2 of 3', `${down}${down}${down}${enter}`],
			['3 of 3', enter],
		],
	);
	expect(ran.exit).toBe(0);
	expect(ran.screen).toMatch(
		/confirmed i1111222\d[\s\S]*forgotten i1111222\d[\s\S]*1 of 3 left for later/,
	);
	expect(world.json('learn', 'review')).toHaveLength(1);
});

it('asks nobody who cannot answer', async () => {
	await using world = await withKnown(TEXT, 'keep SQLite');
	const { exit, stderr } = world.req('learn', 'review', '--ask');
	expect(exit).not.toBe(0);
	expect(stderr).toContain('needs a terminal');
});
