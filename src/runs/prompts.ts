import { NAMED_LISTS } from '../config/selection.ts';
import { RUN_PROMPT } from '../journal/captured-text.ts';
import type { Task } from '../journal/work.ts';
import { named, oneLine, typed } from '../text/one-line.ts';
import type { Stage } from './pipeline-file.ts';

/** Characters of what an earlier session said last. */
export const MAX_FINDINGS = 2_000;

/**
 * What a session is asked to do for a task: the task, how it ends, what is known. What comes from the task list is one
 * line each.
 *
 * @param findings what an earlier session on the task said last; empty: nothing
 */
export function taskPrompt(
	{ id, title, description, stage }: Task,
	{ isResumed, findings }: { readonly isResumed: boolean; readonly findings: string },
): string {
	const what = isResumed ? RUN_PROMPT.resumedTask : RUN_PROMPT.task;
	const quoted = findings.slice(-MAX_FINDINGS).split('\n');
	const last = ['', 'What the last session on it said at its end:'];
	const lines = [
		`${what} ${named(id)} of this branch.`,
		`${RUN_PROMPT.title}: "${oneLine(title)}"`,
		...(description === undefined ? [] : [`${RUN_PROMPT.description}: "${oneLine(description)}"`]),
		...(stage === undefined ? [] : [`Stage: ${oneLine(stage)}`]),
		'',
		`The task is done when what it asks for works and is shown to work. Then run ${typed(`req task done ${id}`)}; a session that ends without it counts as failed.`,
		`If it cannot be done now, leave it as it is and say in one sentence what is missing: \`req note blocker TYPE "…"\`.`,
		`What the next session should know: \`req learn "…"\`, \`req note next "…"\`.`,
		...(findings === '' ? [] : [...last, ...quoted.map((line) => `> ${oneLine(line)}`)]),
	];
	return withoutMentions(lines.join('\n'));
}

/** What the prompt of an iteration says besides the prompt of its stage. */
interface IterationFacts {
	readonly pipeline: string;
	readonly iteration: number;
	/** The files that it reads and writes. */
	readonly paths: Readonly<Record<'context' | 'status', string>>;
	readonly inherits: boolean;
}

/**
 * What a session is asked to do for an iteration: the stage's own prompt, what it has to go by, how it ends. It begins
 * with words of ours, for a prompt that begins with `/` is a command of the user's.
 */
export function iterationPrompt(
	{ id, iterations, prompt, inputs }: Stage,
	{ pipeline, iteration, paths, inherits }: IterationFacts,
): string {
	const lists = NAMED_LISTS.map((list) => `"${list}": ["…"]`).join(', ');
	const inherited =
		'`inherited` in it is what an earlier session learned. Before you start, say what was accomplished there, what of it applies here, and what you do differently for it: `req inherit ack "…"`.';
	const lines = [
		`${RUN_PROMPT.iteration} ${iteration} of at most ${iterations} of stage ${id} of the pipeline ${oneLine(pipeline)}. ${RUN_PROMPT.stageAsks}`,
		'',
		prompt.trim(),
		'',
		`Read ${paths.context}${RUN_PROMPT.stageFacts}`,
		...(inherits ? [inherited] : []),
		...(inputs.length > 0 ? [`\`inputs\` in it is what these stages came to: ${inputs.join(', ')}.`] : []),
		'If the result is more than a summary holds, write it to a file of the project and name that in the summary.',
		'',
		`At the end write ${paths.status}, a JSON file; without it this iteration counts for nothing:`,
		`{"decision": "continue", "summary": "…", ${lists}}`,
		'`decision` is "continue" if a further iteration should go on, "stop" if nothing is left to do, "error" if the pipeline cannot go on. The lists hold what later sessions should know, in whole and specific sentences; they may be empty.',
	];
	return withoutMentions(lines.join('\n'));
}

/**
 * A prompt that attaches no file. Claude Code attaches what follows an `@` at the beginning of a word without
 * asking, wherever it is; titles, findings and prompts of a repository are anybody's.
 */
function withoutMentions(prompt: string): string {
	return prompt.replaceAll(/(?<![\w\\/.-])@/g, '\\@');
}
