import { byList } from '../inherit/selection.ts';
import type { PipelineEnd, PipelineRun, StageIteration, StageRun } from '../run/schema.ts';
import type { Pipeline, Stage } from './pipeline.ts';

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
		const end = stageEnd(stage, done);
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
		return { ...run, iterations, ended: stageEnd(stage, iterations) ?? null };
	});
	return { ...pipeline, stages };
}

/** What all stages learnt, each text once, and who worked on it. */
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

type StageEnd = Exclude<StageRun['ended'], null | 'gone'>;

/** Ends after which a pipeline does not go on: what later stages build on is not there. */
function isBadEnd(end: StageRun['ended'] | undefined): boolean {
	return end === 'error' || end === 'no_status';
}

/**
 * Whether a stage is over, by what its sessions decided in turn. A `plateau` takes two that have nothing left to do, one
 * after the other: the second looked again at what the first one thought finished. One that said nothing is passed over;
 * two in a row, or the last one, end the stage: more of them would be paid for without anybody knowing what they did.
 */
export function stageEnd(
	{ iterations, until }: { readonly iterations: number; readonly until: 'stop' | 'plateau' },
	done: readonly Pick<StageIteration, 'decision'>[],
): StageEnd | undefined {
	const [last, before] = done
		.slice(-2)
		.map(({ decision }) => decision)
		.toReversed();
	if (last === 'error') return 'error';
	if (last === 'stop' && until === 'stop') return 'stop';
	if (last === 'stop' && before === 'stop') return 'plateau';
	const isLast = done.length >= iterations;
	if (last === 'none') return isLast || before === 'none' ? 'no_status' : undefined;
	return isLast ? 'iterations' : undefined;
}
