import type { Inherit } from '../config/continuity.ts';

/** One stage of a pipeline: a prompt that sessions work on, one after the other. */
export interface Stage {
	readonly id: string;
	readonly prompt: Prompt;
	/** At most. */
	readonly iterations: number;
	/** `plateau`: it ends when two iterations in a row have nothing left to do; else one says so. */
	readonly until: 'stop' | 'plateau';
	/** Earlier stages whose results its sessions get (PIPE-2). */
	readonly inputs: readonly string[];
	readonly inherit: Inherit | undefined;
	/** Whether its sessions must say what they understood; `undefined`: as the inheritance has it (P3-1). */
	readonly comprehension: Inherit['comprehension'] | undefined;
	readonly permissionMode: string | undefined;
	readonly model: string | undefined;
	readonly allowedTools: string | undefined;
}

/** What a stage asks for: in the pipeline itself, or in a file beside it. */
export type Prompt =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'file'; readonly file: string };

export interface Pipeline {
	/** What every stage inherits that has no `inherit` of its own. */
	readonly inherit: Inherit | undefined;
	readonly stages: readonly Stage[];
}

/** Iterations of a stage that ends by itself, and says nothing of how many there may be; the seed's loops had as many. */
export const USUAL_ITERATIONS = 25;

/** A pipeline of one stage: `req pipeline loop`. */
export function loopPipeline(prompt: string, iterations: number): Pipeline {
	const stage: Stage = {
		...{
			id: 'loop',
			prompt: { kind: 'text', text: prompt },
			iterations,
			until: 'stop',
			inputs: [],
		},
		...{ inherit: undefined, comprehension: undefined },
		...{ permissionMode: undefined, model: undefined, allowedTools: undefined },
	};
	return { inherit: undefined, stages: [stage] };
}
