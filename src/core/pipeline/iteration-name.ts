import type { Stage } from './pipeline.ts';

/** Key of an iteration among the items of its run, and the name of its folder. */
export function iterationKey(stage: string, iteration: number): string {
	return `${stage}-${iteration}`;
}

/** What the session of an iteration is called. */
export function iterationName(pipeline: string, stage: string, iteration: number): string {
	return `${pipeline}-${iterationKey(stage, iteration)}`;
}

/** The names of all sessions that a pipeline may have. */
export function namesOf(pipeline: string, stages: readonly Stage[]): readonly string[] {
	return stages.flatMap(({ id, iterations }) =>
		Array.from({ length: iterations }, (_, index) => iterationName(pipeline, id, index + 1)),
	);
}
