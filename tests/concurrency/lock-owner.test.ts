import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readDocument } from '../../src/store/read-document.ts';
import { updateDocument } from '../../src/store/update-document.ts';
import { counterTarget } from '../support/counter-document.ts';
import { startWorker } from '../support/worker.ts';

/** That of a hook; and enough for whoever is to get the lock, however busy the machine is. */
const [SHORT_MS, LONG_MS] = [500, 60_000];

function counts(directory: string): unknown {
	const { path, kind } = counterTarget(directory, 0);
	const loaded = readDocument(path, kind);
	return loaded.kind === 'present' ? loaded.doc.counts : loaded.kind;
}

async function update(directory: string, add: string, patienceMs: number): Promise<string> {
	return (await updateDocument(counterTarget(directory, patienceMs), [{ add }])).kind;
}

it('with the owner stopped others answer without it; when it goes on all is kept', async () => {
	await using root = await createFixture({});
	await using owner = startWorker('hold.ts', [root.path]);
	await owner.speaks();
	owner.process.kill('SIGSTOP');
	const kinds = await Promise.all(['a', 'b', 'c'].map((add) => update(root.path, add, SHORT_MS)));
	expect(kinds).toEqual(['pending', 'pending', 'pending']);
	expect(counts(root.path)).toEqual({ a: 1, b: 1, c: 1 });
	owner.process.kill('SIGCONT');
	owner.process.stdin.write('go on\n');
	expect(await owner.ended).toBe(0);
	expect(counts(root.path)).toEqual({ a: 1, b: 1, c: 1, owner: 1 });
	expect(await update(root.path, 'd', LONG_MS)).toBe('written');
	expect(counts(root.path)).toEqual({ a: 1, b: 1, c: 1, d: 1, owner: 1 });
});

it('D8: a stopped owner that is killed loses its lock, and nothing else is lost', async () => {
	await using root = await createFixture({});
	await using owner = startWorker('hold.ts', [root.path]);
	await owner.speaks();
	owner.process.kill('SIGSTOP');
	expect(await update(root.path, 'a', SHORT_MS)).toBe('pending');
	owner.process.kill('SIGKILL');
	expect(await owner.ended).toBe('SIGKILL');
	expect(await update(root.path, 'b', LONG_MS)).toBe('written');
	expect(counts(root.path)).toEqual({ a: 1, b: 1 });
});

it('D8: many who find a dead owner at once break its lock once', async () => {
	await using root = await createFixture({});
	await using owner = startWorker('hold.ts', [root.path]);
	await owner.speaks();
	owner.process.kill('SIGKILL');
	await owner.ended;
	const workers = Array.from({ length: 12 }, () =>
		startWorker('add.ts', [root.path, '3', `${LONG_MS}`]),
	);
	expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(12).fill(0));
	const said = workers.flatMap((worker) => worker.said());
	expect(said.map((line) => line.split(' ')[1])).toEqual(Array(36).fill('written'));
	const names = said.map((line) => [line.split(' ')[0], 1]);
	expect(counts(root.path)).toEqual(Object.fromEntries(names));
});
