import { Argument, type Command } from 'commander';
import { examples, type Perform } from './declaring.ts';
import { SHELLS } from './text/completion.ts';
import { part } from './text/manual.ts';

/** The commands that keep things in order around the gates. */
export function declareUpkeep(program: Command, perform: Perform): void {
	declarePrune(program, perform);
	declareStatusline(program, perform);
	declareCompletion(program, perform);
}

function declareCompletion(program: Command, perform: Perform): void {
	program
		.command('completion')
		.summary('complete command lines in your shell')
		.description(
			'Prints what your shell runs to complete commands, options and names of req. The first lines of it say where to put it.',
		)
		.addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
		.addHelpText(
			'after',
			examples(
				'source <(req completion bash)',
				'req completion fish > ~/.config/fish/completions/req.fish',
			),
		)
		.action((shell) =>
			perform(async () => (await import('./commands/completion.ts')).completion(shell)),
		);
	program
		.command('complete', { hidden: true })
		.description('What may come next on a command line; the last word is not finished.')
		.argument('[words...]')
		.action((words) =>
			perform(async (desk) =>
				(await import('./commands/completion.ts')).complete(program, words, desk),
			),
		);
}

function declarePrune(program: Command, perform: Perform): void {
	program
		.command('prune')
		.summary('remove what nobody needs any more')
		.description(
			'Removes the states of branches that are gone; after 30 days their history, journals of sessions that are over (their records stay), quarantined files and faults; after 90 days what runs did; and what processes that died left behind. What it cannot judge stays.',
		)
		.option('--dry-run', 'show what would go, remove nothing')
		.option(
			'--archive-older-than <age>',
			'also records of sessions that ended longer ago, such as 90d; else archived ones stay',
		)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req prune --dry-run', 'req prune --archive-older-than 90d'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/prune.ts')).prune(options, desk)),
		);
}

function declareStatusline(program: Command, perform: Perform): void {
	program
		.command('statusline')
		.summary('one line for the status line of Claude Code')
		.description(
			"Reads the client's JSON from stdin and prints in one short line where the gates stand. Writes nothing.",
		)
		.option(
			'--wrap <command>',
			'a status line of yours: its output comes first, ours after it; what takes longer than a second is ended',
		)
		.addHelpText('after', part('In settings.json:', [[SETTINGS]]))
		.addHelpText(
			'after',
			examples('req statusline < input.json', "req statusline --wrap '~/.claude/statusline.sh'"),
		)
		.action((options) =>
			perform(async () => (await import('./commands/statusline.ts')).statusline(options)),
		);
}

const SETTINGS = '"statusLine": { "type": "command", "command": "req statusline" }';
