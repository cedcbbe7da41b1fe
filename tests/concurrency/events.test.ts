import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readEvents, verifyChain } from '../../src/memory/events.ts';
import { placeIn } from '../support/place-in.ts';
import { startWorker } from '../support/worker.ts';

const WRITERS = 10;

/** `<pid> <depth>` of each event in the file, whose chain must be whole. */
function toldIn(directory: string): string[] {
	const events = readEvents(placeIn(directory));
	expect(verifyChain(events)).toMatchObject({ whole: true });
	return events.flatMap((event) => {
		const { start_id, depth } = (event?.data ?? {}) as { start_id: string; depth: number };
		return event === undefined ? [] : [`${start_id} ${depth}`];
	});
}

it('ten processes append events at once, each event is there once, the chain is whole', async () => {
	await using root = await createFixture({});
	const workers = Array.from({ length: WRITERS }, () => startWorker('tell.ts', [root.path, '10']));
	expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(WRITERS).fill(0));
	const said = workers.flatMap((worker) => worker.said());
	expect(said).toHaveLength(WRITERS * 20);
	expect(toldIn(root.path).sort()).toEqual(said.sort());
});

it('after 40 kills every event said to be kept is there, and the chain goes on', async () => {
	await using root = await createFixture({});
	const said: string[] = [];
	const lane = async () => {
		for (let kill = 0; kill < 10; kill += 1) {
			await using worker = startWorker('tell.ts', [root.path, '100000']);
			await worker.speaks();
			await pause(Math.random() * 25);
			worker.process.kill('SIGKILL');
			expect(await worker.ended).toBe('SIGKILL');
			said.push(...worker.said());
		}
	};
	await Promise.all([lane(), lane(), lane(), lane()]);
	await using last = startWorker('tell.ts', [root.path, '1']);
	expect(await last.ended).toBe(0);
	const told = toldIn(root.path);
	expect(new Set(told).size).toBe(told.length);
	expect([...said, ...last.said()].filter((event) => !told.includes(event))).toEqual([]);
	expect(readFileSync(root.getPath('events.jsonl'), 'utf8').endsWith('\n')).toBe(true);
});
