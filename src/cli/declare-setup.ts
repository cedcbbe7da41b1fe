import { Argument, type Command, Option } from 'commander';
import { PRESETS } from '../core/config/built-in.ts';
import { examples, type Perform } from './declaring.ts';
import { SHELLS } from './text/completion.ts';
import { part } from './text/manual.ts';

/** The commands that install, check and clean up. */
export function declareSetup(program: Command, perform: Perform): void {
	declareInit(program, perform);
	declareConfig(program, perform);
	declareDoctor(program, perform);
	declarePrune(program, perform);
	declareCompletion(program, perform);
	declareStatusline(program, perform);
}

function declareConfig(program: Command, perform: Perform): void {
	const config = program
		.command('config')
		.summary('show and check the config')
		.description('Shows and checks the requirements that count here.')
		.addHelpText('after', examples('req config show', 'req config check'));
	config
		.command('show')
		.description('Shows the merged config of all files. So does `req config` alone.')
		.option('--sources', 'name the file that set each key')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req config show --sources'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/config.ts')).configShow(options, desk)),
		);
	config
		.command('check')
		.description('Names every problem with file, line and key. Exits with 1 where there is one.')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req config check'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/config.ts')).configCheck(options, desk)),
		);
	config
		.command('schema')
		.description('Prints the JSON Schema of requirements.yaml.')
		.addHelpText('after', examples('req config schema > requirements.schema.json'))
		.action(() => perform(async () => (await import('./commands/config.ts')).configSchema()));
	config
		.command('completion')
		.summary('complete command lines in your shell')
		.description(
			'Prints what your shell runs to complete commands, options and names of req. The first lines of it say where to put it.',
		)
		.addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
		.addHelpText(
			'after',
			examples(
				'source <(req config completion bash)',
				'req config completion fish > ~/.config/fish/completions/req.fish',
			),
		)
		.action((shell) =>
			perform(async () => (await import('./commands/completion.ts')).completion(shell)),
		);
}

/** `req init`, which writes the first files, and takes them back. */
function declareInit(program: Command, perform: Perform): void {
	const presets = Object.entries(PRESETS).map(([name, { about }]) => [name, about]);
	program
		.command('init')
		.summary('write a first requirements.yaml, or take it back')
		.description(
			'Writes requirements.yaml from a preset, with the test command and the default branch of the project. Asks at a terminal, unless an option says enough. A config that exists stays as it is.',
		)
		.addOption(
			new Option('--preset <preset>', 'what to start with; default: starter').choices(
				Object.keys(PRESETS),
			),
		)
		.option('--local', 'write .claude/requirements.local.yaml, for you only, kept out of git')
		.option('--global', 'write the file of all your projects')
		.option('--team', 'name the plugin in .claude/settings.json, for everybody who works here')
		.option('--status-line', 'show the gates in the status line, beside the one you have')
		.option('--no-status-line', 'leave the status line as it is, and do not ask')
		.option('--test-command <command>', 'what runs the tests; repeatable', collected)
		.option('--default-branch <branch>', 'the branch to protect beside main and master')
		.option('--dry-run', 'show the exact change, write nothing')
		.option('--yes', 'never ask: each question gets the answer that enter would give')
		.option('--undo', 'take back what the last init did here; with --global, for all projects')
		.option('--all', 'with --undo: what every init did')
		.option('--json', 'for scripts')
		.addHelpText('after', part('Presets:', presets))
		.addHelpText(
			'after',
			examples(
				'req init',
				'req init --preset review --test-command "make check"',
				'req init --preset strict --team --dry-run',
				'req init --status-line',
				'req init --local --yes --no-status-line',
				'req init --undo',
				'req init --undo --all --dry-run',
			),
		)
		.action((options) =>
			perform(async (desk) => (await import('./commands/init.ts')).init(options, desk)),
		);
}

function collected(value: string, before: readonly string[] | undefined): string[] {
	return [...(before ?? []), value];
}

/** The command that says whether the gates really stand. */
function declareDoctor(program: Command, perform: Perform): void {
	program
		.command('doctor')
		.summary('find what keeps the gates from standing')
		.description(
			'Looks at the client, the plugin, the settings, the config and what is stored, and names a fix for each finding. Changes nothing. Exits with 1 where there is any finding.',
		)
		.option('--live', 'also play a session through the installed hooks, in a scratch repository')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req doctor', 'req doctor --live', 'req doctor --json'))
		.action((options) =>
			perform(async (desk) => (await import('./commands/doctor.ts')).doctor(options, desk)),
		);
}

function declareCompletion(program: Command, perform: Perform): void {
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
		.command('statusline', { hidden: true })
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
