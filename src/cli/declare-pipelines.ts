import type { Command } from 'commander';
import { examples, type Perform } from './declaring.ts';
import { splitAtDashes } from './split-at-dashes.ts';

/** Stages of headless sessions: `req pipeline` and `req loop`. */
export function declarePipelines(program: Command, perform: Perform): void {
	const pipeline = program
		.command('pipeline')
		.summary('work through stages of sessions')
		.description('Works through the stages that a YAML file describes, or checks the file.')
		.addHelpText(
			'after',
			examples('req pipeline lint refine.yaml', 'req pipeline run refine.yaml auth-v2'),
		);
	declareRun(pipeline, perform);
	declareLint(pipeline, perform);
	declareLoop(program, perform);
}

function declareRun(pipeline: Command, perform: Perform): void {
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

function declareLint(pipeline: Command, perform: Perform): void {
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
}

function declareLoop(program: Command, perform: Perform): void {
	const loop = program
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
				'req loop prompts/refactor.md auth-v2 25 --inherit auth-v1',
				'req loop "Fix one failing test" fix-tests 5 -- --permission-mode acceptEdits',
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
