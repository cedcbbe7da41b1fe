import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { liveBranchStates } from '../../src/state/branch-state-files.ts';
import { liveProcesses } from '../../src/store/processes.ts';
import { placeIn } from '../support/place-in.ts';
import { sha256 } from '../support/some-session.ts';
import { startWorker } from '../support/worker.ts';

const WRITERS = 10;
const ROUNDS = 12;
/** Long enough (ms) for all writers to be ready. */
const HEAD_START = 1_000;

const options = { waitMs: 50, hostname: 'this-host', processes: liveProcesses(), sha256 };

/** Branches that want the same file name in each round, in the order of one writer. */
function branchesOf(writer: number): string[] {
	const mark = ['/', '-', '\\'][writer % 3];
	return Array.from({ length: ROUNDS }, (_, round) => `round${mark}${round}`);
}

async function requirementsOf(directory: string, branch: string): Promise<string[]> {
	const states = liveBranchStates({ ...options, now: Date.now });
	const loaded = await states.read(placeIn(directory, branch));
	return loaded.kind === 'present' ? Object.keys(loaded.doc.requirements) : [loaded.kind];
}

// A file system without hard links says EPERM (FAT), ENOTSUP, EACCES (Android): the branch must be kept all the same.
it.each([
	['with hard links', ''],
	['without hard links (EPERM)', 'EPERM'],
	['without hard links (ENOTSUP)', 'ENOTSUP'],
])(
	'D4, D7: 10 writers create the files of look-alike branches at once and lose nothing, %s',
	async (_, linkError) => {
		await using root = await createFixture({});
		const start = String(Date.now() + HEAD_START);
		const workers = Array.from({ length: WRITERS }, (_, writer) =>
			startWorker('claim.ts', [root.path, linkError, start, ...branchesOf(writer)]),
		);
		expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(WRITERS).fill(0));

		const said = workers.flatMap((worker) => worker.said().map((line) => line.split(' ')));
		expect(said).toHaveLength(WRITERS * ROUNDS);
		expect(said.filter(([, , kind]) => kind !== 'written')).toEqual([]);
		for (const branch of new Set(said.map(([name = '']) => name))) {
			const expected = said.filter(([name]) => name === branch).map(([, by]) => by);
			expect((await requirementsOf(root.path, branch)).sort()).toEqual(expected.sort());
		}
		const others = (await root.readdir('')).filter((name) => !name.endsWith('.json'));
		expect(others).toEqual([]);
	},
);

it('D8: a stuck creator delays the others, without hard links, and takes nothing from them', async () => {
	await using root = await createFixture({});
	const lock = { pid: process.pid, started: options.processes.startedAt(process.pid) };
	await root.mkdir('main.json.lock');
	await root.writeFile('main.json.lock.owner', JSON.stringify({ ...lock, host: 'this-host' }));
	await using worker = startWorker('claim.ts', [root.path, 'EPERM', '0', 'main']);
	expect(await worker.ended).toBe(0);
	expect(worker.said()).toEqual([expect.stringMatching(/^main by_\d+ refused$/)]);
	expect(await requirementsOf(root.path, 'main')).toEqual(['absent']);
});
