import type { Stage } from './pipeline.ts';

/** Modes of the client in which nothing is allowed that it would ask for else. */
const HARMLESS = ['default', 'plan', 'dontAsk'];

/** One permission that a pipeline's file gives the sessions of a stage. */
export interface Grant {
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
