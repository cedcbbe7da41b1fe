import type { Command } from 'commander';
import { examples, type Perform } from './declaring.ts';

/** The command that says whether the gates really stand. */
export function declareDoctor(program: Command, perform: Perform): void {
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
