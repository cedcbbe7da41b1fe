import { selectionText } from '../../core/inherit/selection.ts';
import { newRun } from '../../core/pipeline/going-on.ts';
import { endOf, isComplete, nextIteration } from '../../core/pipeline/progress.ts';
import type { DeskPorts } from '../ports.ts';
import { processOf } from '../runs/process-of.ts';
import type { Progress } from '../runs/run-at-work.ts';
import { runBegun } from '../runs/run-begun.ts';
import { keepFinished, keepStarted } from '../runs/run-events.ts';
import { openLedger } from '../runs/run-ledger.ts';
import { needClient, type RunResult } from '../runs/running.ts';
import { watchStops } from '../runs/stopping.ts';
import { beginStages, promptHash } from './beginning-stages.ts';
import { iterate } from './iterating.ts';
import { type PipelineAtWork, pipelineOf } from './pipeline-at-work.ts';
import type { PipelinePlan } from './pipeline-plan.ts';

/**
 * Works through the stages of a pipeline, one session per iteration, from where it stands (issue: runs). An iteration
 * that fails ends it; `--resume` tries that one again.
 *
 * @throws Fault `refused` where there is no client to start, or another run is at work on the branch,
 * `unknown_session`, `state_unreadable`, `state_unwritable`
 */
export async function runPipeline(
	plan: PipelinePlan,
	tell: (progress: Progress) => void,
	ports: DeskPorts,
): Promise<RunResult> {
	needClient(ports);
	const folder = ports.pipelineFolders.make();
	return runIn(folder, { plan, tell }, ports).finally(() => ports.pipelineFolders.remove(folder));
}

async function runIn(
	folder: string,
	{ plan, tell }: Pick<PipelineAtWork, 'plan' | 'tell'>,
	ports: DeskPorts,
): Promise<RunResult> {
	const { begun, warnings } = await begin(plan, ports);
	const ledger = await openLedger(plan.place, begun, ports);
	await keepStarted(plan.place, ledger, ports);
	for (const text of warnings) tell({ kind: 'warning', text });
	const stops = watchStops(ports, (now) => tell({ kind: 'stopping', now }));
	await workOnStages({ plan, ledger, stops, tell, folder }, ports).finally(stops.end);
	const pipeline = pipelineOf(ledger);
	const sessions = Object.keys(ledger.run().items).map((key) => `${pipeline.name}-${key}`);
	await ledger.record({ pipeline: { ...pipeline, end: endOf(pipeline, sessions) } });
	await ledger.complete();
	return { run: ledger.run(), succeeded: isComplete(pipeline) };
}

async function workOnStages(at: PipelineAtWork, ports: DeskPorts): Promise<void> {
	const { plan, ledger, stops } = at;
	for (;;) {
		const next = nextIteration(plan.pipeline, pipelineOf(ledger).stages);
		if (next === undefined || stops.asked()) return;
		const key = await iterate(next, at, ports);
		await keepFinished({ place: plan.place, item: key }, ledger, ports);
		// One that said nothing is not the end yet: its stage is asked.
		if (!['success', 'no_status'].includes(ledger.item(key).status)) return;
	}
}

/** Its first file: of a new run, or of one that goes on in the hands of this process. */
async function begin(plan: PipelinePlan, ports: DeskPorts) {
	const { before, changes } = plan;
	const { pipeline: begins, ...run } = before ? again(before, ports) : await anew(plan, ports);
	const isNew = (id: string) => changes.some(({ stage, what }) => what === 'new' && stage === id);
	const stages = plan.pipeline.stages.filter(({ id }) => before === undefined || isNew(id));
	const beginning = { plan, run: run.run_id, pipeline: begins };
	const { pipeline, warnings } = await beginStages(stages, beginning, ports);
	return { begun: { ...run, pipeline }, warnings };
}

async function anew(plan: PipelinePlan, ports: DeskPorts) {
	const { place, request, pipeline } = plan;
	const { caller, file, name, inherit, select, timeout, more } = request;
	const { redact } = await import('../../core/redact/redact.ts');
	const config = {
		...{ file: redact(file), inherit: inherit ?? null, timeout_ms: timeout },
		select: select === undefined ? null : selectionText(select),
		claude_args: redact(more.join(' ')),
	};
	const begun = runBegun({ place, caller, kind: 'pipeline', config, items: {} }, ports);
	const stages = pipeline.stages.map((stage) =>
		newRun({ stage, prompt: promptHash(stage, pipeline, ports) }),
	);
	return { ...begun, pipeline: { name, stages, bundles: {}, end: null } };
}

function again(before: NonNullable<PipelinePlan['before']>, ports: DeskPorts) {
	const { pid_started: _, ...run } = before;
	return { ...run, ...processOf(ports), host: ports.host.hostname, completed_at: null };
}
