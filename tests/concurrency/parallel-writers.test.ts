import { readdirSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readDocument } from '../../src/store/read-document.ts';
import { updateDocument } from '../../src/store/update-document.ts';
import { counterTarget } from '../support/counter-document.ts';
import { startWorker, type Worker } from '../support/worker.ts';

const WRITERS = 40;
const UPDATES = 6;

/** How many updates a reader sees; fails on anything but a whole document. */
function visible(directory: string): number {
	const { path, kind } = counterTarget(directory, 0);
	const loaded = readDocument(path, kind);
	if (loaded.kind === 'absent') return 0;
	if (loaded.kind !== 'present') throw new Error(`a reader met a document that is ${loaded.kind}`);
	return Object.values(loaded.doc.counts).reduce((sum, count) => sum + count, 0);
}

/** Reads again and again while others write: what a writer said is stored must be there at once. */
async function watch(directory: string, workers: readonly Worker[]): Promise<string[]> {
	const missing: string[] = [];
	let running = workers.length;
	for (const { ended } of workers) {
		const done = () => {
			running -= 1;
		};
		ended.then(done, done);
	}
	try {
		while (running > 0) {
			const told = workers.reduce((sum, worker) => sum + worker.said().length, 0);
			const seen = visible(directory);
			if (seen < told) missing.push(`${seen} of ${told}`);
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
	} finally {
		await Promise.allSettled(workers.map(({ ended }) => ended));
	}
	return missing;
}

// Patience of 500 ms is a hook's (D8); 5 ms makes nearly all of them leave pending lines.
it.each([500, 5])(
	'40 writers with %i ms of patience lose nothing, and no reader sees half a file',
	async (waitMs) => {
		await using root = await createFixture({});
		const args = [root.path, String(UPDATES), String(waitMs)];
		const workers = Array.from({ length: WRITERS }, () => startWorker('add.ts', args));
		const missing = await watch(root.path, workers);
		const ends = await Promise.all(workers.map(({ ended }) => ended));
		expect(ends).toEqual(Array(WRITERS).fill(0));
		expect(missing).toEqual([]);

		const target = counterTarget(root.path, 5_000);
		await updateDocument(target, []);
		const loaded = readDocument(target.path, target.kind);
		const stored = workers.flatMap((worker) => worker.said().map((line) => line.split(' ')[0]));
		expect(stored).toHaveLength(WRITERS * UPDATES);
		expect(loaded).toMatchObject({
			doc: { counts: Object.fromEntries(stored.map((name) => [name, 1])) },
		});
		expect(visible(root.path)).toBe(WRITERS * UPDATES);
		expect(readdirSync(root.path).sort()).toEqual(['counters.json', 'history.jsonl']);
	},
);
