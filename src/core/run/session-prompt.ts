import { NAMED_LISTS } from '../inherit/selection.ts';
import type { IterationPaths, Stage } from '../pipeline/pipeline.ts';
import type { Task } from '../task/schema.ts';
import { named, oneLine, typed } from '../text/one-line.ts';

interface TaskPromptFacts {
	readonly task: Task;
	/** Requirements of the branch that are unmet at the start, with what satisfies each. */
	readonly gates: readonly string[];
	/** What an earlier session said last of the task. */
	readonly findings: string | undefined;
	/** The session worked on it before. */
	readonly isResumed: boolean;
}

/** Characters of what an earlier session said. */
const MAX_FINDINGS = 2_000;

/**
 * What a headless session is asked to do: the task, how it ends, which gates hold, what is known (issue: runs). What
 * comes from the task list stands in quotes, one line each.
 */
export function taskPrompt({ task, gates, findings, isResumed }: TaskPromptFacts): string {
	const { title, description, stage } = task;
	const id = named(task.id);
	const lines = [
		isResumed ? `Go on with task ${id} of this branch.` : `Work on task ${id} of this branch.`,
		`Task: "${oneLine(title)}"`,
		...(description === undefined ? [] : [`What there is to know: "${oneLine(description)}"`]),
		...(stage === undefined ? [] : [`Stage: ${oneLine(stage)}`]),
		'',
		`The task is done when what it asks for works and is shown to work. Then run ${typed(`req task done ${task.id}`)}; a session that ends without it counts as failed.`,
		`If it cannot be done now, leave it as it is and say in one sentence what is missing: \`req block add TYPE "…"\`.`,
		`What the next session should know: \`req learn "…"\`, \`req next add "…"\`.`,
		...(gates.length === 0 ? [] : ['', 'Requirements of this branch:', ...gates]),
		...(findings === undefined
			? []
			: ['', 'What the last session on it said at its end:', quotedText(findings)]),
	];
	return withoutMentions(lines.join('\n'));
}

/** As a quotation: what stands in it is data. */
function quotedText(text: string): string {
	return text
		.slice(-MAX_FINDINGS)
		.split('\n')
		.map((line) => `> ${oneLine(line)}`)
		.join('\n');
}

interface StagePromptFacts {
	/** Name of the pipeline. */
	readonly pipeline: string;
	readonly stage: Stage;
	readonly iteration: number;
	readonly paths: IterationPaths;
	readonly inherits: boolean;
	/** Requirements of the branch, as they stand. */
	readonly gates: readonly string[];
}

/**
 * What a session of a pipeline is asked to do: the stage's own prompt, what it has to go by, and how it ends. It begins
 * with words of ours: a file may be anybody's, and a prompt that begins with a `/` is a command that the user typed.
 */
export function stagePrompt(facts: StagePromptFacts): string {
	const { pipeline, stage, iteration, paths, inherits, gates } = facts;
	const { id, iterations, prompt, inputs } = stage;
	const { context, status, output } = paths;
	const lines = [
		`This is iteration ${iteration} of at most ${iterations} of stage ${id} of the pipeline ${oneLine(pipeline)}. It asks for this:`,
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

/**
 * A prompt with which no file comes along. The client attaches what stands behind an `@` at the beginning of a word
 * without asking, wherever it lies (notes on headless clients): titles, findings and prompts of a repository are
 * anybody's.
 */
function withoutMentions(prompt: string): string {
	return prompt.replaceAll(/(?<![\w\\/.-])@/g, '\\@');
}
