import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, runIdOf } from './run-record.ts';
import type { FoundRun, RunRecord } from './schema.ts';

function run(file: string, started_at: string): FoundRun {
	const record: RunRecord = {
		...{ schema_version: 1, run_id: file, kind: 'run', started_at, completed_at: null },
		...{ repo_path: '/p', cwd: '/p', branch: 'main', pid: 7, host: 'h', config: {}, items: {} },
	};
	return { file, record };
}

const YEARS = { min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true };

describe('inOrder', () => {
	it('is by the start; by the time in its name where that is not a time; then by its name', () => {
		const runs = [
			run('a', 'no time'),
			run('20261120T110000000Z_bbbbbbbb', '2026-11-20T09:00:00.000Z'),
			run('20261120T100000000Z_cccccccc', ''),
			run('20261120T100000000Z_dddddddd', '2026-11-20T10:00:00.000Z'),
			run('20261399T100000000Z_eeeeeeee', 'no time'),
		];
		expect(inOrder(runs).map(({ file }) => file.slice(-1))).toEqual(['d', 'c', 'b', 'a', 'e']);
	});

	it('names alone give the same order as starts', () => {
		fc.assert(
			fc.property(fc.array(fc.date(YEARS)), (dates) => {
				const all = dates.map((date, index) => {
					const at = date.toISOString();
					return run(runIdOf(at, `${index}`.padStart(8, '0')), at);
				});
				const nameless = all.map(({ file }) => run(file, 'no time'));
				const names = (runs: readonly FoundRun[]) => inOrder(runs).map(({ file }) => file);
				expect(names(all)).toEqual(names(nameless));
				expect(names(all)).toEqual(
					all
						.map(({ file }) => file)
						.toSorted()
						.toReversed(),
				);
			}),
		);
	});
});
