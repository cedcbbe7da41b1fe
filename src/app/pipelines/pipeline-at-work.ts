import { Fault } from '../../core/fault/fault.ts';
import type { PipelineRun } from '../../core/run/schema.ts';
import type { Progress } from '../runs/run-at-work.ts';
import type { RunLedger } from '../runs/run-ledger.ts';
import type { Stops } from '../runs/stopping.ts';
import type { PipelinePlan } from './pipeline-plan.ts';

/** A pipeline at work. */
export interface PipelineAtWork {
	readonly plan: PipelinePlan;
	readonly ledger: RunLedger;
	readonly stops: Stops;
	readonly tell: (progress: Progress) => void;
	/** Where its sessions read and write. */
	readonly folder: string;
}

/** What only a pipeline's run has. */
export function pipelineOf(ledger: RunLedger): PipelineRun {
	const { pipeline, run_id } = ledger.run();
	if (pipeline !== undefined) return pipeline;
	throw new Fault('state_unreadable', `run ${run_id} is no pipeline`, { hint: 'req run list' });
}
