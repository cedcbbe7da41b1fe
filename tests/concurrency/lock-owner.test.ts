import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readDocument, updateDocument } from '../../src/store/document-file.ts';
import { add, counterFile } from '../support/counter-document.ts';
import { startWorker } from '../support/worker.ts';
import { writer } from '../support/writer.ts';

/** A short wait; and enough for a writer that is to get the lock, however busy the machine is. */
const [SHORT_MS, LONG_MS] = [500, 60_000];

function counts(directory: string): unknown {
	const { path, kind } = counterFile(directory);
	const loaded = readDocument(path, kind);
	return loaded.kind === 'present' ? loaded.doc.counts : loaded.kind;
}

async function update(directory: string, name: string, waitMs: number): Promise<string> {
	return (await updateDocument(counterFile(directory), add(name), writer(waitMs))).kind;
}

it('with the owner stopped others are refused; when it goes on its change is kept', async () => {
	await using root = await createFixture({});
	await using owner = startWorker('hold.ts', [root.path]);
	await owner.speaks();
	owner.process.kill('SIGSTOP');
	const kinds = await Promise.all(['a', 'b', 'c'].map((name) => update(root.path, name, SHORT_MS)));
	expect(kinds).toEqual(['refused', 'refused', 'refused']);
	expect(counts(root.path)).toBe('absent');
	owner.process.kill('SIGCONT');
	owner.process.stdin.write('go on\n');
	expect(await owner.ended).toBe(0);
	expect(await update(root.path, 'd', LONG_MS)).toBe('written');
	expect(counts(root.path)).toEqual({ d: 1, owner: 1 });
});

it('D8: a stopped owner that is killed loses its lock', async () => {
	await using root = await createFixture({});
	await using owner = startWorker('hold.ts', [root.path]);
	await owner.speaks();
	owner.process.kill('SIGSTOP');
	expect(await update(root.path, 'a', SHORT_MS)).toBe('refused');
	owner.process.kill('SIGKILL');
	expect(await owner.ended).toBe('SIGKILL');
	expect(await update(root.path, 'b', LONG_MS)).toBe('written');
	expect(counts(root.path)).toEqual({ b: 1 });
});

it('D8: many who find a dead owner at once break its lock once', async () => {
	await using root = await createFixture({});
	await using owner = startWorker('hold.ts', [root.path]);
	await owner.speaks();
	owner.process.kill('SIGKILL');
	await owner.ended;
	const workers = Array.from({ length: 12 }, () => startWorker('add.ts', [root.path, '3', `${LONG_MS}`]));
	expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(12).fill(0));
	const said = workers.flatMap((worker) => worker.said());
	expect(said.map((line) => line.split(' ')[1])).toEqual(Array(36).fill('written'));
	const names = said.map((line) => [line.split(' ')[0], 1]);
	expect(counts(root.path)).toEqual(Object.fromEntries(names));
});
