import { readdirSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readNotes } from '../../src/memory/notes.ts';
import { placeIn } from '../support/place-in.ts';
import { startWorker, type Worker } from '../support/worker.ts';

/** The texts of which workers said something last, such as `forgotten`. */
function textsThat(workers: readonly Worker[], ...what: readonly string[]): string[] {
	const lines = workers.flatMap((worker) => worker.said()).map((line) => line.split(' '));
	const last = new Map(lines.map(([text = '', said = '']) => [text, said]));
	return [...last].flatMap(([text, said]) => (what.includes(said) ? [text] : [])).sort();
}

function textsIn(directory: string): string[] {
	return readNotes(placeIn(directory))
		.all.map(({ text }) => text)
		.sort();
}

it('what 60 processes say at once is kept, each text once', async () => {
	await using root = await createFixture({});
	const workers = Array.from({ length: 60 }, () => startWorker('say.ts', [root.path, '1', '60000']));
	expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(60).fill(0));
	expect(textsIn(root.path)).toEqual(textsThat(workers, 'said'));
	expect(textsIn(root.path)).toHaveLength(60);
	expect(readdirSync(root.path)).toEqual(['notes.jsonl']);
});

it('processes killed while they append and rewrite lose nothing that was said', async () => {
	await using root = await createFixture({});
	const killed: Worker[] = [];
	const killSome = async (kills: number) => {
		for (let kill = 0; kill < kills; kill += 1) {
			await using worker = startWorker('say.ts', [root.path, '1000000', '5000']);
			await worker.speaks();
			await new Promise((resolve) => setTimeout(resolve, Math.random() * 25));
			worker.process.kill('SIGKILL');
			expect(await worker.ended).toBe('SIGKILL');
			killed.push(worker);
		}
	};
	await Promise.all([killSome(20), killSome(20), killSome(20)]);
	const kept = textsIn(root.path);
	const said = textsThat(killed, 'said');
	expect(said.length).toBeGreaterThan(60);
	expect(said.filter((text) => !kept.includes(text))).toEqual([]);
	expect(textsThat(killed, 'forgotten').filter((text) => kept.includes(text))).toEqual([]);
});
