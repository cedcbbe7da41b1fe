import { byList } from '../inherit/selection.ts';
import type { PipelineEnd, PipelineRun, Said, StageIteration, StageRun } from '../run/schema.ts';
import type { Pipeline, Stage } from './pipeline.ts';
import { isBadEnd, stageEnd } from './stage-end.ts';

/** The iteration that comes next. */
export interface NextIteration {
	readonly stage: Stage;
	readonly iteration: number;
}

/** What a pipeline does next: the first stage that is not over (D38). `undefined`: it is over, or one ended it. */
export function nextIteration(
	{ stages }: Pick<Pipeline, 'stages'>,
	runs: readonly StageRun[],
): NextIteration | undefined {
	for (const stage of stages) {
		const done = runs.find(({ id }) => id === stage.id)?.iterations ?? [];
		const end = stageEnd(stage, done.map(decisionOf));
		if (isBadEnd(end)) return undefined;
		if (end === undefined) return { stage, iteration: done.length + 1 };
	}
	return undefined;
}

/** The number of the iteration that is about to begin, and how many there may be. */
export function iterationsExpected(
	{ stages }: Pick<Pipeline, 'stages'>,
	runs: readonly StageRun[],
): { readonly number: number; readonly of: number } {
	const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
	const known = stages.map((stage) => ({ stage, run: runs.find(({ id }) => id === stage.id) }));
	const done = sum(known.map(({ run }) => run?.iterations.length ?? 0));
	const of = sum(
		known.map(({ stage, run }) => (run?.ended == null ? stage.iterations : run.iterations.length)),
	);
	return { number: done + 1, of };
}

/** The run of a pipeline with one more iteration. */
export function withIteration(
	pipeline: PipelineRun,
	stage: Stage,
	done: StageIteration,
): PipelineRun {
	const stages = pipeline.stages.map((run) => {
		if (run.id !== stage.id) return run;
		const iterations = [...run.iterations, done];
		return { ...run, iterations, ended: stageEnd(stage, iterations.map(decisionOf)) ?? null };
	});
	return { ...pipeline, stages };
}

/** What all stages learnt, each text once, and who worked on it (PIPE-4). */
export function endOf({ stages, bundles }: PipelineRun, sessions: readonly string[]): PipelineEnd {
	const done = stages.flatMap(({ iterations }) => iterations);
	const inherited = Object.values(bundles).flatMap(({ lineage }) => lineage);
	return {
		...byList((list) => [...new Set(done.flatMap((one) => one[list]))]),
		lineage: [...new Set([...inherited, ...sessions])],
	};
}

/** Whether every stage ended as it should. */
export function isComplete({ stages }: Pick<PipelineRun, 'stages'>): boolean {
	return stages.every(({ ended }) => ended !== null && !isBadEnd(ended));
}

/** What one of its sessions said of going on. */
export function decisionOf({ decision }: StageIteration): Said {
	return decision;
}
