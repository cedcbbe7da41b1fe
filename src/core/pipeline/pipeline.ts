import type { Inherit } from '../config/continuity.ts';
import type { Bundle } from '../inherit/bundle.ts';
import { byList, type List } from '../inherit/selection.ts';
import type { StageIteration, StageRun } from '../run/schema.ts';

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
export interface Context {
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
export function inputsOf(stage: Stage, runs: readonly StageRun[]): Context['inputs'] {
	const done = (id: string) => runs.find((run) => run.id === id)?.iterations ?? [];
	const inputOf = (one: StageIteration): StageInput => {
		const { iteration, summary, output } = one;
		return { iteration, summary, ...byList((list) => one[list]), output };
	};
	return Object.fromEntries(stage.inputs.map((id) => [id, done(id).map(inputOf)]));
}
