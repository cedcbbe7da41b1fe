import type { Inherit } from '../config/continuity.ts';
import { type Selection, selectionText } from '../inherit/selection.ts';
import type { PipelineRun, StageIteration, StageRun } from '../run/schema.ts';
import type { Stage } from './pipeline.ts';
import { stageEnd } from './progress.ts';

/** A stage of the file as it is when a pipeline goes on. */
export interface StageNow {
	readonly stage: Stage;
	/** Hash of its prompt. */
	readonly prompt: string;
	/** What it would inherit, had it begun now, as `askedText` has it; `undefined`: nothing. */
	readonly asked: string | undefined;
}

/** What is another thing in the file than when the run began. */
export interface StageChange {
	readonly stage: string;
	/** `late`: the prompt of a stage that is over. */
	readonly what: 'new' | 'gone' | 'prompt' | 'late' | 'inheritance';
}

/** A source and what of it is taken over: stages that ask for the same get the same bundle. */
export function askedText({
	from,
	select,
}: Pick<Inherit, 'from'> & { readonly select: Selection }) {
	return `${selectionText(select)} of ${from}`;
}

/**
 * A pipeline that goes on by the file as it is now: what finished stays finished, an iteration that ended it is tried
 * again. What a stage came to that is gone from the file stays in the run.
 */
export function goingOn(pipeline: PipelineRun, now: readonly StageNow[]): PipelineRun {
	const gone = goneFrom(pipeline, now).filter(({ iterations }) => iterations.length > 0);
	const stages = now.map((one) => {
		const run = runOf(pipeline, one.stage.id) ?? newStageRun(one.stage.id, one.prompt);
		const iterations = finished(run);
		const ended = stageEnd(one.stage, iterations) ?? null;
		const prompt = ended === null ? one.prompt : run.prompt_sha256;
		return { ...run, iterations, ended, prompt_sha256: prompt };
	});
	return {
		...pipeline,
		stages: [...gone.map((run): StageRun => ({ ...run, ended: 'gone' })), ...stages],
		end: null,
	};
}

/** What somebody should know who expects all of the file's changes to count. */
export function changesSince(pipeline: PipelineRun, now: readonly StageNow[]): StageChange[] {
	const changed = now.flatMap((one) =>
		changesOf(one, pipeline).map((what) => ({ stage: one.stage.id, what })),
	);
	const gone = goneFrom(pipeline, now).filter(({ ended }) => ended !== 'gone');
	return [...changed, ...gone.map(({ id }): StageChange => ({ stage: id, what: 'gone' }))];
}

function changesOf(now: StageNow, pipeline: PipelineRun): StageChange['what'][] {
	const { stage, prompt, asked } = now;
	const run = runOf(pipeline, stage.id);
	if (run === undefined) return ['new'];
	const isSame = run.prompt_sha256 === undefined || run.prompt_sha256 === prompt;
	const isOver = stageEnd(stage, finished(run)) !== undefined;
	if (isOver) return isSame ? [] : ['late'];
	const bundle = run.bundle === null ? undefined : pipeline.bundles[run.bundle];
	const inheritance = bundle?.asked === asked ? [] : (['inheritance'] as const);
	return isSame ? [...inheritance] : ['prompt', ...inheritance];
}

/** A stage whose turn is still to come. */
export function newStageRun(id: string, promptHash: string): StageRun {
	return { id, ended: null, iterations: [], bundle: null, prompt_sha256: promptHash };
}

/** Up to the last one that came to something: one that ended the pipeline is tried again. */
function finished({ iterations }: StageRun): StageIteration[] {
	const last = iterations.findLastIndex(({ decision }) => !['error', 'none'].includes(decision));
	return iterations.slice(0, last + 1);
}

function runOf({ stages }: PipelineRun, stage: string): StageRun | undefined {
	return stages.find(({ id }) => id === stage);
}

function goneFrom({ stages }: PipelineRun, now: readonly StageNow[]): StageRun[] {
	return stages.filter(({ id }) => !now.some(({ stage }) => stage.id === id));
}
