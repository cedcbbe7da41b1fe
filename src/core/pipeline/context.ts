import type { Bundle } from '../inherit/bundle.ts';
import { byList, type List } from '../inherit/selection.ts';
import type { StageIteration, StageRun } from '../run/schema.ts';
import type { Stage } from './pipeline.ts';

/** Where a session of a pipeline reads and writes. */
export interface IterationPaths {
	readonly context: string;
	readonly status: string;
	/** A file for whatever its result is, should it be more than the status tells. */
	readonly output: string;
}

/** `context.json`: what a session of a pipeline is given (seed 000, CTX-1, PIPE-1, PIPE-2). */
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

/** The results of the stages that a stage asks for: of no other ones (PIPE-2). */
export function inputsOf(stage: Stage, runs: readonly StageRun[]): Context['inputs'] {
	const done = (id: string) => runs.find((run) => run.id === id)?.iterations ?? [];
	const inputOf = (one: StageIteration): StageInput => {
		const { iteration, summary, output } = one;
		return { iteration, summary, ...byList((list) => one[list]), output };
	};
	return Object.fromEntries(stage.inputs.map((id) => [id, done(id).map(inputOf)]));
}
