import { type Command, Option } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';
import { EXPORT_FORMATS } from './export-formats.ts';

/** The commands that show what sessions know, and what the next one is told. */
export function declareContext(program: Command, perform: Perform): void {
	const context = program
		.command('context')
		.summary('show what sessions know and pass on')
		.description('Shows what sessions know and pass on.')
		.addHelpText('after', examples('req context preview', 'req context show'));
	declareShow(context, perform);
	declarePreview(context, perform);
	declareExport(context, perform);
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

function declarePreview(context: Command, perform: Perform): void {
	context
		.command('preview')
		.description(
			'Shows exactly what a session that started now on this branch would be told, which sessions it comes from, and why from those. Writes nothing.',
		)
		.option('--all', 'name everything that is left out')
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req context preview', 'req context preview --json'))
		.action((options) =>
			perform(async (desk) =>
				(await import('./commands/context-preview.ts')).contextPreview(options, desk),
			),
		);
}

function declareExport(context: Command, perform: Perform): void {
	context
		.command('export')
		.description(
			'Prints a session as codes, one per line; as the JSON in which codes are stored elsewhere; or as a session context: id, completed, decisions, blockers, files.',
		)
		.argument('[session]', 'name, key, id or unique prefix; default: as for --session')
		.option(...SESSION)
		.addOption(new Option('--format <format>', 'as what').choices(EXPORT_FORMATS).default('codes'))
		.addHelpText(
			'after',
			examples('req context export', 'req context export auth-v1 --format codes-json'),
		)
		.action((session, options) =>
			perform(async (desk) =>
				(await import('./commands/context.ts')).contextExport(session, options, desk),
			),
		);
}
