import type { Command } from 'commander';
import { examples, type Perform, WIDE } from './declaring.ts';

/** Headless sessions: `req run` works through tasks, `req pipeline` through stages. */
export function declareRuns(program: Command, perform: Perform): void {
	declareRun(program, perform);
	declarePipeline(program, perform);
}

function declareRunList(run: Command, perform: Perform): void {
	run
		.command('list')
		.description('Lists the runs of this repository, newest first.')
		.option('--json', 'for scripts')
		.option(...WIDE)
		.addHelpText('after', examples('req run list', 'req run list --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/runs.ts')).runsList(options, desk)),
		);
	run
		.command('show')
		.description('Shows what one run did with each task.')
		.argument('[run]', 'id, the start of it, or its last 8 digits; default: the newest')
		.option('--json', 'for scripts: the run file')
		.option(...WIDE)
		.addHelpText('after', examples('req run show', 'req run show 1a2b3c4d --json'))
		.action((run, options) =>
			perform(async (desk) => (await import('./commands/runs.ts')).runsShow(run, options, desk)),
		);
}

function declareRun(program: Command, perform: Perform): void {
	const run = program
		.command('run')
		.enablePositionalOptions()
		.summary('work through tasks in headless sessions')
		.description(
			'Works through tasks of this branch, one headless session of `claude` each, oldest first: those that are named, else those of `req task add` that wait. A task counts as done when its session marks it with `req task done`. Exits with 1 where one is not.',
		)
		.usage('[options] [tasks...] [-- claude-args...] | list | show')
		.argument('[tasks...]', 'ids, or numbers in `req task list`')
		.option(
			'-r, --resume',
			'prioritize tasks in progress AND attempt to resume their prior sessions; where one cannot be resumed, a fresh one takes its place',
		)
		.option('--strict', 'with --resume: fail tasks that have no prior session to resume')
		.option('--fresh', 'tasks in progress first, in new sessions that know what was found')
		.option('--inherit <session>', 'every new session inherits from this one')
		.option('--dry-run', 'show what would run, start nothing')
		.option('--verbose', 'also say which sessions are resumed')
		.option('--timeout <duration>', 'for each session, such as 90s or 2h', '30m')
		.option('--max <number>', 'how many tasks at most')
		.option('--permission-mode <mode>', "the client's permission mode")
		.option('--model <model>', "the client's model")
		.option('--allowed-tools <tools>', 'tools that need no permission')
		.option('--json', 'for scripts: what became of each task')
		.addHelpText(
			'after',
			examples(
				'req run --dry-run',
				'req run t1 t2 --permission-mode acceptEdits',
				'req run --resume --strict --verbose',
				'req run --max 3 -- --max-turns 40',
				'req run list',
			),
		)
		.action((tasks, options, command) =>
			perform(async (desk) => {
				const { run } = await import('./commands/run.ts');
				const { words, more } = splitAtDashes(tasks, command);
				return run({ tasks: words, more }, options, desk);
			}),
		);
	declareRunList(run, perform);
}

function declarePipeline(program: Command, perform: Perform): void {
	const pipeline = program
		.command('pipeline')
		.summary('work through stages of sessions')
		.description(
			'Works through the stages that a YAML file describes, checks the file, or repeats one prompt.',
		)
		.addHelpText(
			'after',
			examples('req pipeline lint refine.yaml', 'req pipeline run refine.yaml auth-v2'),
		);
	declareStages(pipeline, perform);
	pipeline
		.command('lint')
		.description(
			'Checks a pipeline and the prompts it names: everything that is wrong, with line and key. Exits with 1 where something is.',
		)
		.argument('<file>', 'YAML file of the pipeline')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req pipeline lint refine.yaml'))
		.action((file, options) =>
			perform(async (desk) => (await import('./commands/pipeline.ts')).lint(file, options, desk)),
		);
	declareLoop(pipeline, perform);
}

function declareStages(pipeline: Command, perform: Perform): void {
	const run = pipeline
		.command('run')
		.description(
			'Works through the stages of FILE, one headless session of `claude` per iteration, called NAME-<stage>-<iteration>. All sessions inherit the same; results go from stage to stage by `inputs`. Exits with 1 where a stage does not end as it should.',
		)
		.usage('[options] <file> <name> [-- claude-args...]')
		.argument('<file>', 'YAML file of the pipeline')
		.argument('<session-name>', 'what its sessions are called after')
		.argument('[claude-args...]', 'behind --: what goes to the client untouched');
	withOptions(run)
		.option('--trust', 'give sessions the permissions that stand in the file')
		.addHelpText(
			'after',
			examples(
				'req pipeline run refine.yaml auth-v2 --inherit auth-v1',
				'req pipeline run refine.yaml auth-v2 --resume',
				'req pipeline run refine.yaml auth-v2 -- --max-turns 40',
			),
		)
		.action(function (this: Command) {
			return perform(async (desk) => {
				const { runFile } = await import('./commands/pipeline.ts');
				return runFile(wordsOf(this), this.opts(), desk);
			});
		});
}

function declareLoop(pipeline: Command, perform: Perform): void {
	const loop = pipeline
		.command('loop')
		.summary('repeat one prompt until nothing is left to do')
		.description(
			'Works on one prompt, session after session, until one says that nothing is left to do: a pipeline of one stage, loop. Exits with 1 where it does not end as it should.',
		)
		.usage('[options] <prompt-or-file> <name> [max] [-- claude-args...]')
		.argument(
			'<prompt...>',
			'the prompt, or a file that holds it; what its sessions are called after; how many at most (default: 25)',
		);
	withOptions(loop)
		.addHelpText(
			'after',
			examples(
				'req pipeline loop prompts/refactor.md auth-v2 25 --inherit auth-v1',
				'req pipeline loop "Fix one failing test" fix-tests 5 -- --permission-mode acceptEdits',
			),
		)
		.action(function (this: Command) {
			return perform(async (desk) => {
				const { loop: run } = await import('./commands/pipeline.ts');
				return run(wordsOf(this), this.opts(), desk);
			});
		});
}

/** The first two words, and what follows them on both sides of `--`. */
function wordsOf(command: Command) {
	const { words, more } = splitAtDashes(command.args, command);
	const [file = '', name = '', ...others] = words;
	return { file, name, words: others, more };
}

/**
 * The words of a command line before `--`, and what goes to the client untouched.
 *
 * @param all the last arguments of the command, of which those behind `--` are the last ones
 */
function splitAtDashes(all: readonly string[], command: Command) {
	let root = command;
	while (root.parent !== null) root = root.parent;
	const { rawArgs } = root as unknown as { readonly rawArgs: readonly string[] };
	const at = rawArgs.indexOf('--');
	const behind = at === -1 ? 0 : rawArgs.length - at - 1;
	const divide = Math.max(0, all.length - behind);
	return { words: all.slice(0, divide), more: all.slice(divide) };
}

function withOptions(command: Command): Command {
	return command
		.option(
			'-r, --resume',
			'go on after the last finished iteration of the newest run of this name',
		)
		.option('--inherit <session>', 'every session inherits from this one')
		.option(
			'--select <categories>',
			'what of it: learnings, patterns, warnings, decisions, progress',
		)
		.option('--timeout <duration>', 'for each session, such as 90s or 2h', '30m')
		.option('--json', 'for scripts: what became of each iteration');
}
