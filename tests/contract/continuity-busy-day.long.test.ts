import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	type ContinuityWorld,
	codesIn,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';

const TOPICS = /^HOT TOPICS: (.*)$/m;
const count = (most: number) => Array.from({ length: most }, (_, index) => index);

/** The n-th session: somebody asked for changes of these things, each named twice. */
async function about(
	{ session }: ContinuityWorld,
	n: number,
	words: readonly string[],
): Promise<Played> {
	const one = session(n);
	await one.start();
	const said = words.map((word) => `Change the ${word}, then the ${word} again.`).join(' ');
	// Behind the first words, which are told themselves.
	const prompt = `${'Please look at this again. '.repeat(8)}${said}`;
	await one.hook('user-prompt-submit', { hook_event_name: 'UserPromptSubmit', prompt });
	await one.edit(`src/part-${n}.ts`);
	await one.stop();
	await one.end();
	return one;
}

/** A start that tells whatever has room. */
const ROOMY = 'version: 1\ncontinuity: { budget: { start_chars: 9000 } }\n';

describe('what the next session is told of', () => {
	it('work on lbf-ham-radio: its subject, the rig and the branch', async () => {
		await using world = await makeContinuityWorld();
		world.branch('feature/lbf-ham-radio');
		const one = world.session(1);
		await one.start();
		await one.hook('user-prompt-submit', {
			hook_event_name: 'UserPromptSubmit',
			prompt: 'Please read the S-meter of the FT-991A over CAT, for the ham radio logbook.',
		});
		await one.edit('src/ft991a.ts', 'export function readMeter() {}\n');
		await one.stop();
		await one.end();
		const seed = ['ft991a', 'ham radio', 'lbf-ham-radio'];
		expect(one.record()?.hot_topics).toEqual(expect.arrayContaining(seed));
		const text = await world.session(2).start();
		const told = TOPICS.exec(text)?.[1]?.split(', ');
		// What the files and the prompt say is no topic beside them.
		expect(told).toContain('lbf-ham-radio');
		for (const topic of seed) expect(text).toContain(topic);
		for (const word of ['repo', 'please', 'over']) expect(told).not.toContain(word);
	});

	it('a day of forty files: what was worked on most and last, and how much more there is', async () => {
		await using world = await makeContinuityWorld(ROOMY);
		const one = world.session(1);
		await one.start();
		for (const n of count(40)) {
			const functions = count(6).map((k) => `function handle${n}Case${k}() {}`);
			await one.edit(`src/module${n}/handler${n}.ts`, functions.join('\n'));
		}
		await one.edit('src/module3/handler3.ts', 'function again() {}');
		await one.stop();
		await one.end();
		expect(one.record()?.activity.files).toHaveLength(40);
		expect(one.record()?.activity.functions).toHaveLength(241);
		const codes = codesIn(await world.session(2).start());
		expect(codes).toEqual([
			'proj:repo',
			...count(19).map((n) => `impl:handler${n + 21}.ts`),
			'impl:handler3.ts',
			'impl:+20-more-files',
			'impl:handle36Case5',
			...count(18).map((n) => `impl:handle${37 + Math.floor(n / 6)}Case${n % 6}`),
			'impl:again',
			'impl:+221-more-functions',
		]);
		const exported = JSON.parse(
			await one.req('session', 'export', one.key, '--format', 'codes-json'),
		);
		expect(exported.files).toHaveLength(40);
		expect(exported.functions).toHaveLength(241);
	});

	it('twenty topics of its session at most, each once', async () => {
		await using world = await makeContinuityWorld();
		const words = [...'bcdfghjklmnprst'].flatMap((a) => [`${a}ablaro`, `${a}oristu`]);
		const { hot_topics: topics = [] } = (await about(world, 1, words)).record() ?? {};
		expect(topics).toHaveLength(20);
		expect(new Set(topics).size).toBe(20);
	});

	it('what is rare stands before what every session has', async () => {
		await using world = await makeContinuityWorld();
		for (const n of [1, 2, 3]) await about(world, n, ['ledger']);
		const { hot_topics: topics } = (await about(world, 4, ['ledger', 'parser'])).record() ?? {};
		expect(topics).toEqual(expect.arrayContaining(['ledger', 'parser']));
		const told = TOPICS.exec(await world.session(5).start())?.[1]?.split(', ') ?? [];
		expect(told.filter((topic) => ['ledger', 'parser'].includes(topic))[0]).toBe('parser');
		expect(told).not.toContain('change');
	});

	it('of three thousand files the newest, within 50 KB, and how many had to go', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.edit('src/file-0.ts');
		const line = JSON.stringify(one.lines('file')[0]);
		const lines = count(3_000).map((n) => line.replace('file-0', `deep/in/a/folder/file-${n}`));
		appendFileSync(join(world.stateDir, `sessions/${one.key}.jsonl`), `${lines.join('\n')}\n`);
		await one.edit('src/newest.ts');
		await one.stop();
		const { length } = readFileSync(join(world.stateDir, `sessions/${one.key}.json`));
		expect(length).toBeLessThanOrEqual(50 * 1024);
		expect(length).toBeGreaterThan(45 * 1024);
		const { files = [], dropped } = one.record()?.activity ?? {};
		expect(files.at(-1)?.path).toBe('src/newest.ts');
		expect(files.length + (dropped?.['files'] ?? 0)).toBe(3_002);
	});
});
