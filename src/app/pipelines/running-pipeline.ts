import { endOf, isComplete, nextIteration } from '../../core/pipeline/progress.ts';
import type { PipelineRun, RunRecord } from '../../core/run/schema.ts';
import type { DeskPorts } from '../ports.ts';
import { processOf } from '../runs/process-of.ts';
import type { Progress } from '../runs/run-at-work.ts';
import { runBegun } from '../runs/run-begun.ts';
import { keepFinished, keepStarted } from '../runs/run-events.ts';
import { openLedger, unwritable } from '../runs/run-ledger.ts';
import { needClient, type RunResult } from '../runs/running.ts';
import { watchStops } from '../runs/stopping.ts';
import { iterate } from './iterating.ts';
import { type PipelineAtWork, pipelineOf } from './pipeline-at-work.ts';
import { loadBundles } from './pipeline-inheritance.ts';
import type { PipelinePlan } from './planning-pipeline.ts';

/** What became of a pipeline, and what somebody should know of its start. */
export interface PipelineResult extends RunResult {
	readonly warnings: readonly string[];
}

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
): Promise<PipelineResult> {
	needClient(ports);
	const { begun, warnings } = plan.before
		? { begun: begunAgain(plan.before, ports), warnings: [] }
		: await begin(plan, ports);
	const ledger = await openLedger(plan.place, begun, ports);
	await keepStarted(plan.place, ledger, ports);
	const stops = watchStops(ports, (now) => tell({ kind: 'stopping', now }));
	const folder = ports.pipelineFolders.make();
	await workOnStages({ plan, ledger, stops, tell, folder }, ports).finally(() => {
		stops.end();
		ports.pipelineFolders.remove(folder);
	});
	const pipeline = pipelineOf(ledger);
	const sessions = Object.keys(ledger.run().items).map((key) => `${pipeline.name}-${key}`);
	await ledger.record({ pipeline: { ...pipeline, end: endOf(pipeline, sessions) } });
	await ledger.complete();
	return { run: ledger.run(), succeeded: isComplete(pipeline), warnings };
}

async function workOnStages(at: PipelineAtWork, ports: DeskPorts): Promise<void> {
	const { plan, ledger, stops } = at;
	for (;;) {
		const next = nextIteration(plan.pipeline, pipelineOf(ledger).stages);
		if (next === undefined || stops.asked()) return;
		const key = await iterate(next, at, ports);
		await keepFinished({ place: plan.place, item: key }, ledger, ports);
		if (ledger.item(key).status !== 'success') return;
	}
}

/** A new run, with what it inherits on the disk before anything says so. */
async function begin(plan: PipelinePlan, ports: DeskPorts) {
	const { place, request, pipeline } = plan;
	const { caller, file, name, inherit, timeout, more } = request;
	const { bundles, ofStage, warnings } = await loadBundles(plan, ports);
	const { redact } = await import('../../core/redact/redact.ts');
	const config = {
		...{ file: redact(file), inherit: inherit ?? null, timeout_ms: timeout },
		claude_args: redact(more.join(' ')),
	};
	const begun = runBegun({ place, caller, kind: 'pipeline', config, items: {} }, ports);
	const kept: PipelineRun['bundles'] = {};
	for (const [id, bundle] of bundles) {
		const at = { run: begun.run_id, file: `${id}.json` };
		if (!ports.pipelineFolders.keepBundle(place, at, bundle)) throw unwritable(place);
		const { sha256, from_session, lineage } = bundle;
		kept[id] = { file: at.file, sha256, from_session, lineage: [...lineage] };
	}
	const stages = pipeline.stages.map(({ id }) => ({
		...{ id, ended: null, iterations: [], bundle: ofStage.get(id) ?? null },
	}));
	const run = { ...begun, pipeline: { name, stages, bundles: kept, end: null } };
	return { begun: run, warnings };
}

/** The same run, in the hands of this process. */
function begunAgain(before: RunRecord, ports: DeskPorts): RunRecord {
	const { pid_started: _, ...run } = before;
	return {
		...run,
		...processOf(ports),
		host: ports.host.hostname,
		completed_at: null,
	} as RunRecord;
}
