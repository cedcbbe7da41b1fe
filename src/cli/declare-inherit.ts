import type { Command } from 'commander';
import { examples, type Perform, SESSION } from './declaring.ts';

/** The commands of what one session takes over from another that somebody names. */
export function declareInherit(program: Command, perform: Perform): void {
	declareAck(program, perform);
	declareLineage(program, perform);
}

function declareAck(program: Command, perform: Perform): void {
	program
		.command('ack')
		.summary('say what a session understood of what it inherited')
		.description('Keeps what the session understood of what it inherited. The last word counts.')
		.argument('<text...>', 'in two or three sentences')
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText(
			'after',
			examples(
				'req ack "Tokens rotate atomically; I finish the logout and keep session.ts as it is"',
			),
		)
		.action((text, options) =>
			perform(async (desk) => (await import('./commands/ack.ts')).ack(text, options, desk)),
		);
}

function declareLineage(program: Command, perform: Perform): void {
	program
		.command('lineage')
		.summary('show which session came from which')
		.description(
			'Shows the sessions that one inherited from, was cleared from or forked from, newest first, and its heirs.',
		)
		.argument('[session]', REFERENCE)
		.option(...SESSION)
		.option('--json', 'for scripts')
		.addHelpText('after', examples('req lineage', 'req lineage auth-v3 --json'))
		.action((session, options) =>
			perform(async (desk) =>
				(await import('./commands/lineage.ts')).lineage(session, options, desk),
			),
		);
}

const REFERENCE =
	'name, key, id or unique prefix; default: this session, else the newest of the branch';
