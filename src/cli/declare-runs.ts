import type { Command } from 'commander';
import { examples, type Perform } from './declaring.ts';
import { splitAtDashes } from './split-at-dashes.ts';

/** Headless runs: `req run`, and the files they leave. */
export function declareRuns(program: Command, perform: Perform): void {
	declareRun(program, perform);
	const runs = program
		.command('runs')
		.summary('show what runs did')
		.description('Shows what runs of this repository did.')
		.addHelpText('after', examples('req runs list', 'req runs show'));
	runs
		.command('list')
		.description('Lists the runs of this repository, newest first. So does `req runs` alone.')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req runs list', 'req runs list --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/runs.ts')).runsList(options, desk)),
		);
	runs
		.command('show')
		.description('Shows what one run did with each task.')
		.argument('[run]', 'id, the start of it, or its last 8 digits; default: the newest')
		.option('--json', 'for scripts: the run file')
		.addHelpText('after', examples('req runs show', 'req runs show 1a2b3c4d --json'))
		.action((run, options) =>
			perform(async (desk) => (await import('./commands/runs.ts')).runsShow(run, options, desk)),
		);
}

function declareRun(program: Command, perform: Perform): void {
	program
		.command('run')
		.summary('work through tasks in headless sessions')
		.description(
			'Works through tasks of this branch, one headless session of `claude` each, oldest first: those that are named, else those of `req task add` that wait. A task counts as done when its session marks it with `req task done`. Exits with 1 where one is not.',
		)
		.usage('[options] [tasks...] [-- claude-args...]')
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
			),
		)
		.action((tasks, options, command) =>
			perform(async (desk) => {
				const { run } = await import('./commands/run.ts');
				const { words, more } = splitAtDashes(tasks, command);
				return run({ tasks: words, more }, options, desk);
			}),
		);
}
