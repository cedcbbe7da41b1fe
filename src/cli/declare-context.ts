import type { Command } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

/** The commands that show what sessions know, and what the next one is told. */
export function declareContext(program: Command, perform: Perform): void {
	const context = program
		.command('context')
		.summary('show what sessions know and pass on')
		.description('Shows what sessions know and pass on.')
		.addHelpText('after', examples('req context show'));
	declareShow(context, perform);
}

function declareShow(context: Command, perform: Perform): void {
	context
		.command('show')
		.description(
			'Shows what is known of a session: its pins, insights, tasks and codes. So does `req context` alone.',
		)
		.argument('[session]', 'name, key, id or unique prefix; default: as for --session')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req context show', 'req context show auth-v1 --json'))
		.action((session, options) =>
			perform(async (desk) =>
				(await import('./commands/context.ts')).contextShow(session, options, desk),
			),
		);
}
