import { expect, it } from 'vitest';
import { MemoryWorld } from '../../../tests/support/memory-ports.ts';
import { ANA } from '../../../tests/support/run-req.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import { planRun, type RunRequest } from './task-run.ts';

const AT = '2026-11-20T10:00:00.000Z';
const REQUEST: RunRequest = {
	caller: { cwd: '/project', session: undefined, isModel: false, user: 'anna' },
	...{ names: [], resume: true, strict: false, timeout: 1_000, more: [] },
	inherit: undefined,
};
const ITEM = {
	...{ status: 'failed' as const, title: 'a', session_uuid: ANA, cwd: '/project', resumed: false },
	...{ attempts: 1, error: null, started_at: AT, ended_at: AT, duration_s: 1, turns: 1 },
	...{ base_commit: null, last_findings: 'half of it' },
};
const RUN: RunRecord = {
	...{ schema_version: 1, run_id: 'r', kind: 'run', started_at: AT, completed_at: AT },
	...{ repo_path: '/project', cwd: '/project', branch: 'main', pid: 70, host: 'here', config: {} },
	items: { t1: ITEM, t2: ITEM },
};

it('run files are read once for all tasks, and asked of those that go on only', async () => {
	const world = new MemoryWorld();
	world.configs.set('/project', { requirements: {} });
	const asked: (readonly string[])[] = [];
	const naming = async (_: unknown, tasks: readonly string[]) => {
		asked.push(tasks);
		return { runs: [{ file: 'r', record: RUN }], unreadable: [] };
	};
	const ports = { ...world.ports(), runs: { ...world.ports().runs, naming } };
	const place = ports.places.at('/project');
	for (const status of ['in_progress', 'in_progress', 'open'] as const) {
		const change = {
			op: 'put',
			at: AT,
			branch: 'main',
			source: 'req',
			title: 'a',
			status,
		} as const;
		await ports.tasks.update(place, [change]);
	}
	const { tasks } = await planRun(REQUEST, ports);
	expect(tasks.map(({ task, prior }) => [task.id, prior?.uuid])).toEqual([
		['t1', ANA],
		['t2', ANA],
		['t3', undefined],
	]);
	expect(asked).toEqual([['t1', 't2']]);
	await planRun({ ...REQUEST, resume: false }, ports);
	expect(asked).toEqual([['t1', 't2'], []]);
});
