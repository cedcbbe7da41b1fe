import { type Command, Option } from 'commander';
import { PRESETS } from '../core/config/built-in.ts';
import { examples, type Perform } from './declaring.ts';
import { part } from './text/manual.ts';

/** `req init`, which writes the first files, and takes them back. */
export function declareInit(program: Command, perform: Perform): void {
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
