import { describe, expect, it } from 'vitest';
import { newestFirst, type RunRecord } from './run-file.ts';

function run(run_id: string, started_at: string): RunRecord {
	return {
		...{ schema_version: 1, run_id, kind: 'run', started_at, completed_at: null },
		...{ repo_path: '/p', branch: 'main', pid: 7, host: 'h', config: {}, items: {} },
	};
}

/** The run ids in their order. */
function inOrder(runs: readonly RunRecord[]): string[] {
	return runs.toSorted(newestFirst).map(({ run_id }) => run_id);
}

describe('the order of runs', () => {
	it('is by the start; by the time in its name where that is not a time; then by its name', () => {
		const runs = [
			run('20260000T000000000Z_aaaaaaaa', 'no time'),
			run('20261120T110000000Z_bbbbbbbb', '2026-11-20T09:00:00.000Z'),
			run('20261120T100000000Z_cccccccc', ''),
			run('20261120T100000000Z_dddddddd', '2026-11-20T10:00:00.000Z'),
			run('20261399T100000000Z_eeeeeeee', 'no time'),
		];
		expect(inOrder(runs).map((id) => id.at(-1))).toEqual(['d', 'c', 'b', 'e', 'a']);
	});
});
