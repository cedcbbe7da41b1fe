import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readBranchState } from '../../src/state/branch-files.ts';
import { placeIn } from '../support/place-in.ts';
import { startWorker } from '../support/worker.ts';
import { writer } from '../support/writer.ts';

const WRITERS = 10;
const ROUNDS = 12;
/** Long enough (ms) for all writers to be ready. */
const HEAD_START = 1_000;

/** Branches that want the same file name in each round, in the order of one writer. */
function branchesOf(index: number): string[] {
	const mark = ['/', '-', '\\'][index % 3];
	return Array.from({ length: ROUNDS }, (_, round) => `round${mark}${round}`);
}

async function requirementsOf(directory: string, branch: string): Promise<string[]> {
	const context = { ...writer(50), configDir: directory };
	const { state } = await readBranchState(placeIn(directory, branch), context);
	return Object.keys(state?.requirements ?? {});
}

it('D4, D7: 10 writers create the files of look-alike branches at once and lose nothing', async () => {
	await using root = await createFixture({});
	const start = String(Date.now() + HEAD_START);
	const workers = Array.from({ length: WRITERS }, (_, index) =>
		startWorker('store-state.ts', [root.path, start, ...branchesOf(index)]),
	);
	expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(WRITERS).fill(0));

	const said = workers.flatMap((worker) => worker.said().map((line) => line.split(' ')));
	expect(said).toHaveLength(WRITERS * ROUNDS);
	expect(said.filter(([, , stored]) => stored !== 'true')).toEqual([]);
	for (const branch of new Set(said.map(([name = '']) => name))) {
		const expected = said.filter(([name]) => name === branch).map(([, by]) => by);
		expect((await requirementsOf(root.path, branch)).sort()).toEqual(expected.sort());
	}
	const others = (await root.readdir('')).filter((name) => !name.endsWith('.json'));
	expect(others).toEqual([]);
});
