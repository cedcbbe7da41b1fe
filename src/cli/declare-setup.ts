import { type Command, Option } from 'commander';
import { PRESETS } from '../core/config/built-in.ts';
import { examples, type Perform } from './declaring.ts';
import { part } from './text/manual.ts';

/** The commands around sessions, configs and the first file. */
export function declareSetup(program: Command, perform: Perform): void {
	declareInit(program, perform);
	declareConfig(program, perform);
	declareSessions(program, perform);
}

function declareInit(program: Command, perform: Perform): void {
	const presets = Object.entries(PRESETS).map(([name, { about }]) => [name, about]);
	program
		.command('init')
		.summary('write a first requirements.yaml')
		.description(
			'Writes .claude/requirements.yaml from a preset. A file that exists stays as it is.',
		)
		.addOption(
			new Option('--preset <preset>', 'what to start with')
				.choices(Object.keys(PRESETS))
				.default('starter'),
		)
		.option('--local', 'write .claude/requirements.local.yaml, for you only')
		.option('--global', 'write the file of all your projects')
		.option('--dry-run', 'show the file, write nothing')
		.option('--yes', 'never ask; nothing asks yet')
		.addHelpText('after', part('Presets:', presets))
		.addHelpText(
			'after',
			examples('req init --preset review', 'req init --preset strict --dry-run'),
		)
		.action((options) =>
			perform(async (desk) => (await import('./commands/init.ts')).init(options, desk)),
		);
}

function declareConfig(program: Command, perform: Perform): void {
	const config = program
		.command('config')
		.summary('show and check the config')
		.description('Shows and checks the requirements that count here.')
		.addHelpText('after', examples('req config show', 'req config check'));
	config
		.command('show')
		.description('Shows the merged config of all files.')
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
}

function declareSessions(program: Command, perform: Perform): void {
	const sessions = program
		.command('sessions')
		.summary('list sessions')
		.description('Shows the sessions of this repository.')
		.addHelpText('after', examples('req sessions list'));
	sessions
		.command('list')
		.description('Lists the sessions of this repository, or of all, newest first.')
		.option('--all', 'the sessions of every repository')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req sessions list', 'req sessions list --all --json'))
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/sessions-list.ts')).sessionsList(options, desk),
			),
		);
}
