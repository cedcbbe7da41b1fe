import { NAMED_LISTS } from '../../config/selection.ts';
import type { Task } from '../../memory/tasks.ts';
import { elements, member, textIn } from '../../store/foreign-json.ts';
import type { IterationPaths, Stage } from '../pipeline/pipeline.ts';
import { named, oneLine, typed } from '../text/one-line.ts';

interface TaskPromptFacts {
	readonly task: Task;
	/** What an earlier session said last of the task. */
	readonly findings: string | undefined;
	/** The session worked on it before. */
	readonly isResumed: boolean;
}

/** Characters of what an earlier session said. */
export const MAX_FINDINGS = 2_000;

/**
 * What a headless session is asked to do: the task, how it ends, what is known. The session's start shows the requirements. What
 * comes from the task list is in quotes, one line each.
 */
export function taskPrompt({ task, findings, isResumed }: TaskPromptFacts): string {
	const { title, description, stage } = task;
	const id = named(task.id);
	const lines = [
		isResumed ? `Go on with task ${id} of this branch.` : `Work on task ${id} of this branch.`,
		`Task: "${oneLine(title)}"`,
		...(description === undefined ? [] : [`What there is to know: "${oneLine(description)}"`]),
		...(stage === undefined ? [] : [`Stage: ${oneLine(stage)}`]),
		'',
		`The task is done when what it asks for works and is shown to work. Then run ${typed(`req task done ${task.id}`)}; a session that ends without it counts as failed.`,
		`If it cannot be done now, leave it as it is and say in one sentence what is missing: \`req note blocker TYPE "…"\`.`,
		`What the next session should know: \`req learn "…"\`, \`req note next "…"\`.`,
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
	readonly pipeline: string;
	readonly stage: Stage;
	readonly iteration: number;
	readonly paths: IterationPaths;
	readonly inherits: boolean;
}

/**
 * What a session of a pipeline is asked to do: the stage's own prompt, what it has to go by, and how it ends. It begins
 * with words of ours: a file may be anybody's, and a prompt that begins with a `/` is a command that the user typed.
 */
export function stagePrompt(facts: StagePromptFacts): string {
	const { pipeline, stage, iteration, paths, inherits } = facts;
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
					'`inherited` in it is what an earlier session learned. Before you start, say what was accomplished there, what of it applies here, and what you do differently for it: `req inherit ack "…"`.',
				]
			: []),
		...(inputs.length === 0
			? []
			: [`\`inputs\` in it is what these stages came to: ${inputs.join(', ')}.`]),
		`If the result is more than a summary tells, write it to ${output}.`,
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

/** What of a run's options the client itself is told. */
export interface ClientOptions
	extends Partial<Pick<Stage, 'permissionMode' | 'model' | 'allowedTools'>> {
	/** Whatever stood behind `--`, untouched. */
	readonly more: readonly string[];
}

/**
 * What its prompt asks it to run. Nobody is there to be asked for permission: without these no session could ever say
 * that its task is done. What the user denies stays denied.
 */
const OWN_COMMANDS = ['task', 'learn', 'note', 'inherit ack'].flatMap((name) => [
	'--allowed-tools',
	`Bash(req ${name}:*)`,
]);

/**
 * The arguments of a headless session whose prompt comes through stdin: no word of a task is ever one of them.
 *
 * @param resume full id of the session that goes on; `undefined`: a new one
 */
export function clientArgs(options: ClientOptions, resume: string | undefined): readonly string[] {
	const { permissionMode, model, allowedTools, more } = options;
	const named = [
		['--resume', resume],
		['--permission-mode', permissionMode],
		['--model', model],
		['--allowed-tools', allowedTools],
	] as const;
	return [
		...['-p', '--output-format', 'stream-json', '--verbose', ...OWN_COMMANDS],
		...named.flatMap(([option, value]) => (value === undefined ? [] : [option, value])),
		...more,
	];
}

/** What a line of the client's `stream-json` output tells. */
type StreamSignal =
	/** Full id of the session. */
	| { readonly kind: 'session'; readonly uuid: string }
	/** The model answered; names of the tools it calls. */
	| { readonly kind: 'turn'; readonly tools: readonly string[]; readonly text: string | undefined }
	| {
			readonly kind: 'result';
			readonly isError: boolean;
			readonly text: string | undefined;
			readonly turns: number | undefined;
	  };

/** Reads one parsed line; `undefined` for one that tells nothing. Takes any JSON: the format is the client's own. */
export function signalIn(json: unknown): StreamSignal | undefined {
	const uuid = textIn(json, 'session_id');
	const isSubagents = typeof member(json, 'parent_tool_use_id') === 'string';
	switch (textIn(json, 'type')) {
		case 'system':
			if (textIn(json, 'subtype') !== 'init' || uuid === undefined) return undefined;
			return { kind: 'session', uuid };
		case 'assistant':
			return isSubagents ? undefined : turnIn(json);
		case 'result':
			return resultIn(json);
		default:
			return undefined;
	}
}

function turnIn(json: unknown): StreamSignal {
	const parts = elements(member(member(json, 'message'), 'content'));
	const tools = parts
		.filter((part) => textIn(part, 'type') === 'tool_use')
		.flatMap((part) => textIn(part, 'name') ?? []);
	const text = parts.findLast((part) => textIn(part, 'type') === 'text');
	return { kind: 'turn', tools, text: textIn(text, 'text') };
}

function resultIn(json: unknown): StreamSignal {
	const turns = member(json, 'num_turns');
	const errors = elements(member(json, 'errors')).filter((one) => typeof one === 'string');
	return {
		kind: 'result',
		isError: member(json, 'is_error') === true || textIn(json, 'subtype') !== 'success',
		text: textIn(json, 'result') ?? (errors.length > 0 ? errors.join('; ') : undefined),
		turns: typeof turns === 'number' ? turns : undefined,
	};
}
