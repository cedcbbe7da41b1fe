import { runIdOf } from '../../core/run/run-order.ts';
import { hasSucceeded, waitingItem } from '../../core/run/run-record.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import type { DeskPorts } from '../ports.ts';
import { onlyRunHere, type RunPlan } from './planning.ts';
import { processOf } from './process-of.ts';
import type { Progress } from './run-at-work.ts';
import { openLedger } from './run-ledger.ts';
import { watchStops } from './stopping.ts';
import { workOn } from './working.ts';

/** What became of a run. */
export interface RunResult {
	readonly run: RunRecord;
	readonly succeeded: boolean;
}

/**
 * Works through the tasks of a plan, one session at a time, oldest first; what goes wrong with one task is that
 * task's alone (S3-014). The run file holds every step (issue: runs).
 *
 * @throws Fault `refused` where another run is at work on the branch, `state_unwritable`
 */
export async function runTasks(
	plan: RunPlan,
	tell: (progress: Progress) => void,
	ports: DeskPorts,
): Promise<RunResult> {
	const { place, tasks } = plan;
	await onlyRunHere(place, ports);
	const ledger = await openLedger(place, newRun(plan, ports), ports);
	const stops = watchStops(ports, (now) => tell({ kind: 'stopping', now }));
	for (const [index, planned] of tasks.entries()) {
		if (stops.asked()) break;
		const { task } = planned;
		tell({ kind: 'begun', task, number: index + 1, of: tasks.length });
		await workOn(planned, { plan, ledger, stops, tell }, ports);
		tell({ kind: 'ended', task, item: ledger.item(task.id) });
	}
	stops.end();
	await ledger.complete();
	const run = ledger.run();
	return { run, succeeded: hasSucceeded(run) };
}

function newRun({ place, tasks, request }: RunPlan, ports: DeskPorts): RunRecord {
	const at = new Date(ports.now()).toISOString();
	const { pid, hostname: host } = ports.host;
	const { names, continuing, strict, max, timeout, inherit, options } = request;
	return {
		schema_version: 1,
		run_id: runIdOf(at, ports.sha256(`${at} ${pid} ${host}`)),
		kind: 'run',
		started_at: at,
		completed_at: null,
		repo_path: place.root,
		cwd: request.caller.cwd,
		branch: place.branch,
		...processOf(ports),
		host,
		config: { names, continuing, strict, max, timeout, inherit, ...options },
		items: Object.fromEntries(tasks.map(({ task }) => [task.id, waitingItem(task, place.root)])),
	};
}
