import { Fault } from '../../core/fault/fault.ts';
import { hasSucceeded, waitingItem } from '../../core/run/run-record.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import type { DeskPorts } from '../ports.ts';
import type { PlannedTask, RunPlan, RunRequest } from './planning.ts';
import type { Progress, RunAtWork } from './run-at-work.ts';
import { runBegun } from './run-begun.ts';
import { keepFinished, keepStarted } from './run-events.ts';
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
 * @throws Fault `refused` where there is no client to start, or another run is at work on the branch,
 * `state_unwritable`
 */
export async function runTasks(
	plan: RunPlan,
	tell: (progress: Progress) => void,
	ports: DeskPorts,
): Promise<RunResult> {
	needClient(ports);
	const { place } = plan;
	const ledger = await openLedger(place, await newRun(plan, ports), ports);
	await keepStarted(place, ledger, ports);
	const stops = watchStops(ports, (now) => tell({ kind: 'stopping', now }));
	await workOnAll({ plan, ledger, stops, tell }, ports).finally(stops.end);
	await ledger.complete();
	const run = ledger.run();
	return { run, succeeded: hasSucceeded(run) };
}

/**
 * Found out before anything is begun.
 *
 * @throws Fault `refused`
 */
export function needClient({ clients }: DeskPorts): void {
	const missing = clients.missing();
	if (missing === undefined) return;
	throw new Fault('refused', `no session can be started: ${missing}`, {
		hint: 'install Claude Code, or set REQ_CLAUDE to the path of its program',
	});
}

async function workOnAll(at: RunAtWork, ports: DeskPorts): Promise<void> {
	const { plan, ledger, stops, tell } = at;
	const { tasks } = plan;
	for (const [index, planned] of tasks.entries()) {
		if (stops.asked()) return;
		const { task } = planned;
		tell({ kind: 'begun', work: task, number: index + 1, of: tasks.length });
		await workOnOne(planned, at, ports);
		tell({ kind: 'ended', item: ledger.item(task.id) });
		await keepFinished({ place: plan.place, item: task.id }, ledger, ports);
	}
}

/** @throws Fault `state_unwritable`: of what cannot be kept the next run would know nothing */
async function workOnOne(planned: PlannedTask, at: RunAtWork, ports: DeskPorts): Promise<void> {
	const worked = await ports.attempt(() => workOn(planned, at, ports));
	if (worked.kind === 'done') return;
	const { error } = worked;
	if (!(error instanceof Fault) || error.code === 'state_unwritable') throw error;
	const ended_at = new Date(ports.now()).toISOString();
	await at.ledger.update(planned.task.id, { status: 'failed', error: error.message, ended_at });
}

async function newRun({ place, tasks, request }: RunPlan, ports: DeskPorts): Promise<RunRecord> {
	const { redact } = await import('../../core/redact/redact.ts');
	const items = Object.fromEntries(
		tasks.map(({ task: { id, title } }) => [id, waitingItem({ title: redact(title) }, place.root)]),
	);
	const config = await configOf(request);
	return runBegun({ place, caller: request.caller, kind: 'run', config, items }, ports);
}

/** What was asked, without the secrets that somebody may have given the client in its arguments. */
async function configOf(request: RunRequest): Promise<RunRecord['config']> {
	const { redact } = await import('../../core/redact/redact.ts');
	const { names, continuing, strict, max, timeout, inherit, options } = request;
	const { permissionMode, model, allowedTools, more } = options;
	const clean = (text: string | undefined) => (text === undefined ? null : redact(text));
	return {
		...{ tasks: names.map(redact), continuing, strict, max: max ?? null, timeout_ms: timeout },
		...{ inherit: inherit ?? null, permission_mode: clean(permissionMode), model: clean(model) },
		...{ allowed_tools: clean(allowedTools), claude_args: redact(more.join(' ')) },
	};
}
