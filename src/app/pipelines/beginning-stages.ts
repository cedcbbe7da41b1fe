import type { Stage } from '../../core/pipeline/pipeline.ts';
import type { PipelineRun } from '../../core/run/schema.ts';
import type { DeskPorts } from '../ports.ts';
import { unwritable } from '../runs/run-ledger.ts';
import type { ReadyPipeline } from './loading.ts';
import { loadBundles } from './pipeline-inheritance.ts';
import type { PipelinePlan } from './pipeline-plan.ts';

/** A run whose stages begin. */
interface Beginning {
	readonly plan: PipelinePlan;
	readonly run: string;
	readonly pipeline: PipelineRun;
}

/**
 * Gives stages that nobody has worked on what they inherit: on the disk before the run's file says so.
 *
 * @throws Fault `unknown_session`, `state_unreadable`, `state_unwritable`
 */
export async function beginStages(
	stages: readonly Stage[],
	{ plan, run, pipeline }: Beginning,
	ports: DeskPorts,
): Promise<{ readonly pipeline: PipelineRun; readonly warnings: readonly string[] }> {
	const { place } = plan;
	const { bundles, ofStage, warnings } = await loadBundles(stages, { plan, pipeline }, ports);
	const kept = { ...pipeline.bundles };
	for (const [id, { asked, bundle }] of bundles) {
		const at = { run, file: `${id}.json` };
		if (!ports.pipelineFolders.keepBundle(place, at, bundle)) throw unwritable(place);
		const { sha256, from_session, lineage } = bundle;
		kept[id] = { file: at.file, sha256, asked, from_session, lineage: [...lineage] };
	}
	const begun = pipeline.stages.map((one) => ({
		...one,
		bundle: ofStage.get(one.id) ?? one.bundle,
	}));
	return { pipeline: { ...pipeline, stages: begun, bundles: kept }, warnings };
}

/** By which it is known whether a prompt is another one. */
export function promptHash({ id }: Stage, { prompts }: ReadyPipeline, ports: DeskPorts): string {
	return ports.sha256(prompts.get(id) ?? '');
}
