import { NAMED_LISTS } from '../inherit/selection.ts';
import { withoutMentions } from '../run/without-mentions.ts';
import { oneLine } from '../text/one-line.ts';
import type { IterationPaths } from './context.ts';

export interface StagePromptFacts {
	readonly pipeline: string;
	readonly stage: string;
	readonly iteration: number;
	/** At most. */
	readonly iterations: number;
	/** What the stage asks for, as somebody wrote it. */
	readonly prompt: string;
	readonly paths: IterationPaths;
	readonly inherits: boolean;
	/** Stages whose results it gets. */
	readonly inputs: readonly string[];
	/** Requirements of the branch, as they stand. */
	readonly gates: readonly string[];
}

/**
 * What a session of a pipeline is asked to do: the stage's own prompt, what it has to go by, and how it ends. It begins
 * with words of ours: a file may be anybody's, and a prompt that begins with a `/` is a command that the user typed.
 */
export function stagePrompt(facts: StagePromptFacts): string {
	const { pipeline, stage, iteration, iterations, prompt, paths, inherits, inputs, gates } = facts;
	const { context, status, output } = paths;
	const lines = [
		`This is iteration ${iteration} of at most ${iterations} of stage ${stage} of the pipeline ${oneLine(pipeline)}. It asks for this:`,
		'',
		prompt.trim(),
		'',
		`Read ${context} first: a JSON file with what you have to go by.`,
		...(inherits
			? [
					'`inherited` in it is what an earlier session learnt. Before you start, say what was accomplished there, what of it applies here, and what you do differently for it: `req inherit ack "…"`.',
				]
			: []),
		...(inputs.length === 0
			? []
			: [`\`inputs\` in it is what these stages came to: ${inputs.join(', ')}.`]),
		`If the result is more than a summary tells, write it to ${output}.`,
		...(gates.length === 0 ? [] : ['', 'Requirements of this branch:', ...gates]),
		'',
		`At the end write ${status}, a JSON file; without it this iteration counts for nothing:`,
		`{"decision": "continue", "summary": "…", ${NAMED_LISTS.map((list) => `"${list}": ["…"]`).join(', ')}}`,
		'`decision` is "continue" where a further iteration should go on, "stop" where nothing is left to do, "error" where the pipeline cannot go on. The lists hold what later sessions should know, in whole and specific sentences; they may be empty.',
	];
	return withoutMentions(lines.join('\n'));
}
