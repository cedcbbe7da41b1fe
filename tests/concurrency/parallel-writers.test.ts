import { readdirSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readDocument } from '../../src/store/document-file.ts';
import { counterFile } from '../support/counter-document.ts';
import { startWorker, type Worker } from '../support/worker.ts';

/** The counters that a reader sees; fails on anything but a whole document. */
function counts(directory: string): Readonly<Record<string, number>> {
	const { path, kind } = counterFile(directory);
	const loaded = readDocument(path, kind);
	if (loaded.kind === 'absent') return {};
	if (loaded.kind !== 'present') throw new Error(`a reader met a document that is ${loaded.kind}`);
	return loaded.doc.counts;
}

/** What a writer said is stored. */
function written(workers: readonly Worker[]): string[] {
	const lines = workers.flatMap((worker) => worker.said()).map((line) => line.split(' '));
	return lines.flatMap(([name = '', kind]) => (kind === 'written' ? [name] : []));
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
			const said = written(workers);
			const seen = counts(directory);
			missing.push(...said.filter((name) => seen[name] !== 1));
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
	} finally {
		await Promise.allSettled(workers.map(({ ended }) => ended));
	}
	return missing;
}

// With 5 ms most of them do not get the lock, and say so.
it.each([
	[40, 6, 60_000],
	[60, 1, 60_000],
	[40, 6, 5],
])(
	'%i writers of %i updates that wait up to %i ms lose nothing, and no reader sees half a file',
	async (writers, updates, waitMs) => {
		await using root = await createFixture({});
		const args = [root.path, String(updates), String(waitMs)];
		const workers = Array.from({ length: writers }, () => startWorker('add.ts', args));
		const missing = await watch(root.path, workers);
		const ends = await Promise.all(workers.map(({ ended }) => ended));
		expect(ends).toEqual(Array(writers).fill(0));
		expect(missing).toEqual([]);

		const kinds = workers.flatMap((worker) => worker.said()).map((line) => line.split(' ')[1]);
		expect(kinds).toHaveLength(writers * updates);
		expect(kinds.filter((kind) => kind !== 'written' && kind !== 'refused')).toEqual([]);
		if (waitMs > 5) expect(kinds).not.toContain('refused');
		const stored = written(workers);
		expect(counts(root.path)).toEqual(Object.fromEntries(stored.map((name) => [name, 1])));
		expect(readdirSync(root.path).sort()).toEqual(['counters.json', 'history.jsonl']);
	},
);
