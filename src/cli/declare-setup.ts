import type { Command } from 'commander';
import { declareInit } from './declare-init.ts';
import { examples, type Perform } from './declaring.ts';

/** The commands around configs and the first file. */
export function declareSetup(program: Command, perform: Perform): void {
	declareInit(program, perform);
	declareConfig(program, perform);
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
}
