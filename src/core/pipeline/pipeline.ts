import { byList, type List, type Selection, selectionText } from '../../config/selection.ts';
import type { Inherit } from '../../config/settings.ts';
import type { Bundle } from '../../memory/bundle.ts';
import type { PipelineEnd, PipelineRun, StageIteration, StageRun } from '../run/schema.ts';

/** One stage of a pipeline: a prompt that sessions work on, one after the other. */
export interface Stage {
	readonly id: string;
	/** What it asks for; empty where it stands in a file that is not read yet. */
	readonly prompt: string;
	readonly promptFile: string | undefined;
	/** At most. */
	readonly iterations: number;
	/** `plateau`: it ends when two iterations in a row have nothing left to do; else one says so. */
	readonly until: 'stop' | 'plateau';
	/** Earlier stages whose results its sessions get. */
	readonly inputs: readonly string[];
	readonly inherit: Inherit | undefined;
	/** Whether its sessions must say what they understood; `undefined`: as the inheritance has it. */
	readonly comprehension: Inherit['comprehension'] | undefined;
	readonly permissionMode: string | undefined;
	readonly model: string | undefined;
	readonly allowedTools: string | undefined;
}

export interface Pipeline {
	/** What every stage inherits that has no `inherit` of its own. */
	readonly inherit: Inherit | undefined;
	readonly stages: readonly Stage[];
}

/** As long as a stage may be at most: the seed's loops have 25 iterations. */
export const MAX_ITERATIONS = 100;

/** Iterations of a stage that ends by itself, and says nothing of how many there may be; the seed's loops had as many. */
export const USUAL_ITERATIONS = 25;

/** A pipeline of one stage: `req pipeline loop`. */
export function loopPipeline(prompt: string, iterations: number): Pipeline {
	const stage: Stage = {
		...{ id: 'loop', prompt, iterations, until: 'stop', inputs: [] },
		...{ promptFile: undefined, inherit: undefined, comprehension: undefined },
		...{ permissionMode: undefined, model: undefined, allowedTools: undefined },
	};
	return { inherit: undefined, stages: [stage] };
}

/** Key of an iteration among the items of its run, and the name of its folder. */
export function iterationKey(stage: string, iteration: number): string {
	return `${stage}-${iteration}`;
}

export function iterationName(pipeline: string, stage: string, iteration: number): string {
	return `${pipeline}-${iterationKey(stage, iteration)}`;
}

/** The names of all sessions that a pipeline may have. */
export function namesOf(pipeline: string, stages: readonly Stage[]): readonly string[] {
	return stages.flatMap(({ id, iterations }) =>
		Array.from({ length: iterations }, (_, index) => iterationName(pipeline, id, index + 1)),
	);
}

/** Modes of the client in which nothing is allowed that it would ask for else. */
const HARMLESS = ['default', 'plan', 'dontAsk'];

/** One permission that a pipeline's file gives the sessions of a stage. */
interface Grant {
	readonly stage: string;
	/** Key and value as they stand in the file. */
	readonly text: string;
}

/** What a file gives to sessions that nobody watches: it may be anybody's, so somebody has to have read it. */
export function grantsOf(stages: readonly Stage[]): readonly Grant[] {
	return stages.flatMap(({ id: stage, permissionMode: mode, allowedTools: tools }) => [
		...(mode === undefined || HARMLESS.includes(mode)
			? []
			: [{ stage, text: `permission_mode: ${mode}` }]),
		...(tools === undefined ? [] : [{ stage, text: `allowed_tools: ${tools}` }]),
	]);
}

/** Where a session of a pipeline reads and writes. */
export interface IterationPaths {
	readonly context: string;
	readonly status: string;
	/** A file for whatever its result is, should it be more than the status tells. */
	readonly output: string;
}

/** `context.json`: what a session of a pipeline is given. */
export interface IterationContext {
	/** What the session is called. */
	readonly session: string;
	readonly iteration: number;
	/** The bundle; empty where nothing is inherited. */
	readonly inherited: Bundle | Readonly<Record<string, never>>;
	/** By stage, what each of its iterations came to. */
	readonly inputs: Readonly<Record<string, readonly StageInput[]>>;
	readonly paths: IterationPaths;
}

type StageInput = Pick<StageIteration, 'iteration' | 'summary' | List | 'output'>;

/** The results of the stages that a stage asks for: of no other ones. */
export function inputsOf(stage: Stage, runs: readonly StageRun[]): IterationContext['inputs'] {
	const done = (id: string) => runs.find((run) => run.id === id)?.iterations ?? [];
	const inputOf = (one: StageIteration): StageInput => {
		const { iteration, summary, output } = one;
		return { iteration, summary, ...byList((list) => one[list]), output };
	};
	return Object.fromEntries(stage.inputs.map((id) => [id, done(id).map(inputOf)]));
}

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

export function isComplete({ stages }: Pick<PipelineRun, 'stages'>): boolean {
	return stages.every(({ ended }) => ended !== null && !isBadEnd(ended));
}

type StageEnd = Exclude<StageRun['ended'], null>;

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

/** A source and what of it is taken over: stages that ask for the same get the same bundle. */
export function askedText({
	from,
	select,
}: Pick<Inherit, 'from'> & { readonly select: Selection }) {
	return `${selectionText(select)} of ${from}`;
}

/** A pipeline that goes on: what finished stays finished, an iteration that ended it is tried again. */
export function goingOn(pipeline: PipelineRun, stages: readonly Stage[]): PipelineRun {
	const going = pipeline.stages.map((run) => {
		const iterations = finished(run);
		const stage = stages.find(({ id }) => id === run.id);
		const ended = stage === undefined ? run.ended : (stageEnd(stage, iterations) ?? null);
		return { ...run, iterations, ended };
	});
	return { ...pipeline, stages: going, end: null };
}

/** What makes it another pipeline: all that its file and its prompts hold but how often a stage may run. */
export function contentOf({ inherit, stages }: Pipeline): string {
	return JSON.stringify({ inherit, stages: stages.map(({ iterations: _, ...stage }) => stage) });
}

/** A stage whose turn is still to come. */
export function newStageRun(id: string): StageRun {
	return { id, ended: null, iterations: [], bundle: null };
}

/** Up to the last one that came to something: one that ended the pipeline is tried again. */
function finished({ iterations }: StageRun): StageIteration[] {
	const last = iterations.findLastIndex(({ decision }) => !['error', 'none'].includes(decision));
	return iterations.slice(0, last + 1);
}
