import { readdirSync, readFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readDocument, updateDocument } from '../../src/store/document-file.ts';
import { add, counterFile } from '../support/counter-document.ts';
import { startWorker } from '../support/worker.ts';
import { writer } from '../support/writer.ts';

const KILLS = 200;
const AT_ONCE = 4;
/** Long enough for a few updates under the others' locks. */
const MAX_LIFE_MS = 25;

/** Starts a writer, kills it at a random moment, and returns the counters it had said are stored. */
async function killOne(directory: string): Promise<string[]> {
	await using worker = startWorker('add.ts', [directory, '1000000', '5000']);
	await worker.speaks();
	await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_LIFE_MS));
	worker.process.kill('SIGKILL');
	expect(await worker.ended).toBe('SIGKILL');
	const { path, kind } = counterFile(directory);
	expect(readDocument(path, kind).kind).toBe('present');
	const lines = worker.said().map((line) => line.split(' '));
	return lines.flatMap(([name = '', what]) => (what === 'written' ? [name] : []));
}

async function killMany(directory: string, kills: number): Promise<string[]> {
	const stored: string[] = [];
	for (let kill = 0; kill < kills; kill += 1) stored.push(...(await killOne(directory)));
	return stored;
}

it('200 kills at random moments leave a valid file and every update said to be stored', async () => {
	await using root = await createFixture({});
	const lanes = Array.from({ length: AT_ONCE }, () => killMany(root.path, KILLS / AT_ONCE));
	const stored = (await Promise.all(lanes)).flat();
	expect(stored.length).toBeGreaterThanOrEqual(KILLS / 2);

	const last = await updateDocument(counterFile(root.path), add('last'), writer(10_000));
	if (last.kind === 'refused') throw new Error(last.obstacle.what);
	const { counts } = last.doc;
	expect(stored.filter((name) => counts[name] !== 1)).toEqual([]);
	expect(Object.values(counts).filter((count) => count !== 1)).toEqual([]);
	expect(readdirSync(root.path).sort()).toEqual(['counters.json', 'history.jsonl']);

	const history = readFileSync(root.getPath('history.jsonl'), 'utf8');
	const retired = stored.filter((name) => Number(name.split('-')[1]) % 3 === 0);
	expect(retired.filter((name) => !history.includes(`"${name}"`))).toEqual([]);
});
